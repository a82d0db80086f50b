#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks both design points with Verilator and with Icarus Verilog. Silent when all is well; any
# warning is a failure.
set -eu
cd "$(dirname "$0")"
compiled=$(mktemp)
trap 'rm -f "$compiled"' EXIT

for pipelined in 0 1; do
    verilator --lint-only -Wall "-GPIPELINED=1'b$pipelined" aes_gcm.sv
    messages=$(iverilog -g2012 -Wall -s aes_gcm -P "aes_gcm.PIPELINED=$pipelined" \
        -o "$compiled" ./*.sv 2>&1)
    if [ -n "$messages" ]; then
        echo "$messages" >&2
        exit 1
    fi
done
