#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks every design point of aes_gcm and sha256 with Verilator and with Icarus Verilog. Silent when
# all is well; any warning is a failure.
set -eu
cd "$(dirname "$0")"
compiled=$(mktemp)
trap 'rm -f "$compiled"' EXIT

# icarus TOP [-P TOP.PARAMETER=VALUE]...
icarus() {
    top=$1
    shift
    messages=$(iverilog -g2012 -Wall -s "$top" "$@" -o "$compiled" ./*.sv 2>&1)
    if [ -n "$messages" ]; then
        echo "$messages" >&2
        exit 1
    fi
}

for pipelined in 0 1; do
    verilator --lint-only -Wall "-GPIPELINED=1'b$pipelined" aes_gcm.sv
    icarus aes_gcm -P "aes_gcm.PIPELINED=$pipelined"
done
for rounds in 1 2 4; do
    for bits in 32 64; do
        verilator --lint-only -Wall "-GROUNDS_PER_CYCLE=$rounds" "-GINPUT_BITS=$bits" sha256.sv
        icarus sha256 -P "sha256.ROUNDS_PER_CYCLE=$rounds" -P "sha256.INPUT_BITS=$bits"
    done
done
