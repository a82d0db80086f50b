#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints what each design point of aes_gcm and sha256 takes of an Artix-7, by Yosys.
# Usage: rtl/synth.sh [iterative|pipelined|sha256-1|sha256-2|sha256-4]... (all if none is named;
# pipelined takes five minutes and 3 GB, the others less than one minute)
set -eu
cd "$(dirname "$0")"
report=$(mktemp)
trap 'rm -f "$report"' EXIT

# Sums the cells whose name matches a pattern, each times its weight.
cells() {
    awk -v pattern="$1" '$1 ~ pattern { sum += $2 } END { print sum + 0 }' "$report"
}

printf '%-10s %6s %6s %7s %7s %6s %6s\n' design LUT LUTRAM FF RAMB36 MUXF7 MUXF8
for design in "${@:-iterative pipelined sha256-1 sha256-2 sha256-4}"; do
    for point in $design; do
        case $point in
        iterative) parameter="PIPELINED 1'b0" top=aes_gcm ;;
        pipelined) parameter="PIPELINED 1'b1" top=aes_gcm ;;
        sha256-[124]) parameter="ROUNDS_PER_CYCLE ${point#sha256-}" top=sha256 ;;
        *)
            echo "synth.sh: no design point '$point': iterative, pipelined, sha256-1, sha256-2" \
                "or sha256-4" >&2
            exit 2
            ;;
        esac
        # Yosys gives the block RAM's address one bit too many and drops it with a warning.
        yosys -q -w 'Resizing cell port' -p "read_verilog -sv *.sv
            chparam -set $parameter $top
            synth_xilinx -family xc7 -flatten -top $top
            tee -q -o $report stat -tech xilinx" >/dev/null
        # RAM32M and RAM64M take four LUTs each, RAM32X1D and RAM64X1D two.
        lutram=$(awk '$1 ~ /^RAM(32|64)M$/ { sum += 4 * $2 }
                      $1 ~ /^RAM(32|64)X1D$/ { sum += 2 * $2 } END { print sum + 0 }' "$report")
        printf '%-10s %6d %6d %7d %7d %6d %6d\n' "$point" "$(cells '^LUT[1-6]$')" "$lutram" \
            "$(cells '^FD[RSCP]E$')" "$(cells '^RAMB36E1$')" "$(cells '^MUXF7$')" \
            "$(cells '^MUXF8$')"
    done
done
