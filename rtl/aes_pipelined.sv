// SPDX-License-Identifier: Apache-2.0
// AES encryption, one block a cycle: a stage for every round.
// Latency: 11 cycles for AES-128, which leaves after stage 10, and 15 for AES-256. Interval: 1 cycle.
// The whole pipeline stands while the block at its end is not taken.
module aes_pipelined (
    input  logic         clk,
    input  logic         rst,
    input  logic         key_256,
    input  logic         round_key_valid,
    input  logic [3:0]   round_key_index,
    input  logic [127:0] round_key,
    input  logic         in_valid,
    output logic         in_ready,
    input  logic [127:0] in_block,
    output logic         out_valid,
    input  logic         out_ready,
    output logic [127:0] out_block
);
    logic [14:0] valid;
    assign out_valid = key_256 ? valid[14] : valid[10];
    assign in_ready  = !out_valid || out_ready;

    // A block of AES-128 ends at stage 10, so that the stages behind are empty for the next key.
    always_ff @(posedge clk) begin
        if (rst) valid <= 15'd0;
        else if (in_ready) valid <= {valid[13:11], valid[10] && key_256, valid[9:0], in_valid};
    end

    // Stage s is bits 128 s upwards of both.
    logic [15 * 128 - 1:0] keys, states;
    for (genvar s = 0; s < 15; s++) begin : stage
        always_ff @(posedge clk) begin
            if (round_key_valid && round_key_index == s) keys[128 * s +: 128] <= round_key;
        end
        if (s == 0) begin : whitening
            always_ff @(posedge clk) begin
                if (in_ready) states[127:0] <= in_block ^ keys[127:0];
            end
        end else begin : rounds
            logic         last;
            logic [127:0] next;
            assign last = s == 14 || (s == 10 && !key_256);
            aes_round round_logic (
                .state    (states[128 * (s - 1) +: 128]),
                .round_key(keys[128 * s +: 128]),
                .last     (last),
                .next     (next)
            );
            always_ff @(posedge clk) begin
                if (in_ready) states[128 * s +: 128] <= next;
            end
        end
    end
    assign out_block = key_256 ? states[128 * 14 +: 128] : states[128 * 10 +: 128];
endmodule
