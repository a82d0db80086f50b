// SPDX-License-Identifier: Apache-2.0
// The AES key schedule (FIPS 197, section 5.2), one round key a cycle.
// Latency: round key r is on the port r + 1 cycles after `start`; 11 cycles in all for AES-128,
// 15 for AES-256. `key` holds its first byte in the highest bits; AES-128 uses the upper half.
module aes_key_expander (
    input  logic         clk,
    input  logic         rst,
    input  logic         start,
    input  logic [255:0] key,
    input  logic         key_256,  // must hold its value until the next start
    output logic         round_key_valid,
    output logic [3:0]   round_key_index,
    output logic [127:0] round_key
);
    `include "aes_sbox.svh"

    (* rom_style = "logic" *) logic [7:0] substitute[0:255];
    initial begin
        for (int i = 0; i < 256; i++) substitute[i] = s_box(i[7:0]);
    end

    // AES-256 computes each round key from the two before it, AES-128 from the one before it.
    logic [127:0] second;
    logic [7:0]   round_constant;

    logic [31:0] last_word, rotated, substituted;
    logic        rotates;
    assign last_word = key_256 ? second[31:0] : round_key[31:0];
    assign rotates   = !key_256 || !round_key_index[0];
    assign rotated   = rotates ? {last_word[23:0], last_word[31:24]} : last_word;

    logic [31:0] word0, word1, word2, word3;
    assign substituted = {substitute[rotated[31:24]], substitute[rotated[23:16]],
                          substitute[rotated[15:8]], substitute[rotated[7:0]]};
    assign word0 = round_key[127:96] ^ substituted ^ (rotates ? {round_constant, 24'b0} : 32'b0);
    assign word1 = round_key[95:64] ^ word0;
    assign word2 = round_key[63:32] ^ word1;
    assign word3 = round_key[31:0] ^ word2;

    always_ff @(posedge clk) begin
        if (rst) begin
            round_key_valid <= 1'b0;
        end else if (start) begin
            round_key_valid <= 1'b1;
            round_key_index <= 4'd0;
            round_constant  <= 8'h01;
            round_key       <= key[255:128];
            second          <= key[127:0];
        end else if (round_key_valid) begin
            round_key_valid <= round_key_index != (key_256 ? 4'd14 : 4'd10);
            round_key_index <= round_key_index + 4'd1;
            if (rotates) round_constant <= gf_double(round_constant);
            round_key <= key_256 ? second : {word0, word1, word2, word3};
            second    <= {word0, word1, word2, word3};
        end
    end
endmodule
