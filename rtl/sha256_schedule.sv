// SPDX-License-Identifier: Apache-2.0
// The message schedule (FIPS 180-4, section 6.2.2, step 1): for ROUNDS rounds a cycle the sum of
// message schedule word and round constant, then one cycle of rest for the hash to be updated.
// Latency: a block's first words, readable in cycle t, are in cycle t + 1 on `terms`. Interval:
// 64 / ROUNDS + 1 cycles a block.
//
// The last 16 words are a ring in a memory of 16 / ROUNDS entries of ROUNDS words, not a shift
// register: LUT RAM instead of 512 flip-flops, and a simulator moves one word instead of 16.
module sha256_schedule #(
    parameter int ROUNDS = 1  // 1, 2 or 4
) (
    input  logic                             clk,
    input  logic                             rst,
    input  logic                             readable,     // the next ROUNDS words of the message
    output logic [$clog2(16 / ROUNDS) - 1:0] read_at,
    output logic                             read_done,
    input  logic [32 * ROUNDS - 1:0]         words,
    input  logic                             hold,         // no update of the hash yet
    output logic                             terms_valid,
    output logic [32 * ROUNDS - 1:0]         terms,        // the first round's lowest
    output logic                             update        // the block's rounds are done
);
    localparam int STEPS        = 64 / ROUNDS;
    localparam int ENTRIES      = 16 / ROUNDS;
    localparam int ADDRESS_BITS = $clog2(ENTRIES);

    `include "sha256_round_constants.svh"
    (* rom_style = "logic" *) logic [31:0] constants[0:63];
    initial begin
        for (int i = 0; i < 64; i++) constants[i] = ROUND_CONSTANTS[32 * (63 - i) +: 32];
    end

    function automatic logic [31:0] sigma0(input logic [31:0] x);
        sigma0 = (x >> 7 | x << 25) ^ (x >> 18 | x << 14) ^ (x >> 3);
    endfunction

    function automatic logic [31:0] sigma1(input logic [31:0] x);
        sigma1 = (x >> 17 | x << 15) ^ (x >> 19 | x << 13) ^ (x >> 10);
    endfunction

    logic [$clog2(STEPS):0] step;  // STEPS: rest
    logic from_message, rest, go;
    assign from_message = step[$clog2(STEPS):ADDRESS_BITS] == '0;
    assign rest         = step[$clog2(STEPS)];
    assign go           = rest ? !hold : readable || !from_message;
    assign read_at      = step[ADDRESS_BITS - 1:0];
    assign read_done    = from_message && readable;

    (* ram_style = "distributed" *) logic [32 * ROUNDS - 1:0] ring[0:ENTRIES - 1];

    // Word i of a step is W[t] for round t = ROUNDS step + i. W[t - 16] lies where W[t] will, and
    // the others follow it round the ring: W[t - n] is 16 - n words on.
    always_ff @(posedge clk) begin : expansion
        logic [31:0] word, back_1, back_2;
        logic [32 * ROUNDS - 1:0] entry, sums;
        entry  = '0;
        sums   = '0;
        back_2 = ring[read_at + ADDRESS_BITS'(14 / ROUNDS)][32 * (14 % ROUNDS) +: 32];
        back_1 = ring[read_at + ADDRESS_BITS'(15 / ROUNDS)][32 * (15 % ROUNDS) +: 32];
        for (int i = 0; i < ROUNDS; i++) begin
            word = from_message ? words[32 * i +: 32]
                 : ring[read_at][32 * i +: 32]
                 + sigma0(ring[read_at + ADDRESS_BITS'((i + 1) / ROUNDS)]
                              [32 * ((i + 1) % ROUNDS) +: 32])
                 + ring[read_at + ADDRESS_BITS'((i + 9) / ROUNDS)]
                       [32 * ((i + 9) % ROUNDS) +: 32]
                 + sigma1(back_2);
            back_2 = back_1;
            back_1 = word;
            entry[32 * i +: 32] = word;
            sums[32 * i +: 32]  = word + constants[6'(ROUNDS) * 6'(step) + 6'(i)];
        end
        if (go && !rest) begin
            ring[read_at] <= entry;
            terms         <= sums;
        end
    end

    always_ff @(posedge clk) begin
        if (go) step <= rest ? '0 : step + 1'b1;
        terms_valid <= go && !rest;
        update      <= go && rest;
        if (rst) begin
            step        <= '0;
            terms_valid <= 1'b0;
            update      <= 1'b0;
        end
    end
endmodule
