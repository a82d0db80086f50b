// SPDX-License-Identifier: Apache-2.0
// AES encryption, one round a cycle.
// Latency and interval: 11 cycles a block for AES-128, 15 for AES-256. The next block is accepted in
// the cycle in which the last one is taken.
module aes_iterative (
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
    logic [127:0] round_keys[0:14];
    always_ff @(posedge clk) begin
        if (round_key_valid) round_keys[round_key_index] <= round_key;
    end

    // Round 0 is the wait for a block, which takes the whitening key on its way in.
    logic [3:0] round, last_round;
    assign last_round = key_256 ? 4'd14 : 4'd10;
    assign in_ready   = round == 4'd0 && (!out_valid || out_ready);

    logic [127:0] current_key, next;
    assign current_key = round_keys[round];
    aes_round round_logic (
        .state    (out_block),
        .round_key(current_key),
        .last     (round == last_round),
        .next     (next)
    );

    always_ff @(posedge clk) begin
        if (rst) begin
            round     <= 4'd0;
            out_valid <= 1'b0;
        end else if (round != 4'd0) begin
            out_block <= next;
            round     <= round == last_round ? 4'd0 : round + 4'd1;
            out_valid <= round == last_round;
        end else if (in_valid && in_ready) begin
            out_block <= in_block ^ current_key;
            round     <= 4'd1;
            out_valid <= 1'b0;
        end else if (out_ready) begin
            out_valid <= 1'b0;
        end
    end
endmodule
