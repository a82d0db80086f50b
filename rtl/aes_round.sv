// SPDX-License-Identifier: Apache-2.0
// One AES encryption round (FIPS 197, section 5.1): SubBytes, ShiftRows, MixColumns, AddRoundKey.
// Combinational. `last` leaves MixColumns out, as the final round does.
//
// SubBytes and MixColumns are one constant table of 256 words of 32 bits: the four products of one
// byte, which the other rows use rotated. Synthesis turns it into the same logic as an S-box with
// XORs behind it; a simulator reads a table about ten times faster than it evaluates that logic.
module aes_round (
    input  logic [127:0] state,
    input  logic [127:0] round_key,
    input  logic         last,
    output logic [127:0] next
);
    `include "aes_sbox.svh"

    function automatic logic [31:0] mix_column(input logic [7:0] s);
        mix_column = {gf_double(s), s, s, gf_double(s) ^ s};
    endfunction

    // {2s, s, s, 3s} for s = S-box of the index: column 0 of the MixColumns matrix times s.
    // Logic, because block RAM would put its clocked read into the round.
    (* rom_style = "logic" *) logic [31:0] mixed[0:255];
    initial begin
        for (int i = 0; i < 256; i++) mixed[i] = mix_column(s_box(i[7:0]));
    end

    // MixColumns over the four S-box results of one column, top row first.
    function automatic logic [31:0] column(input logic [7:0] row0, input logic [7:0] row1,
                                           input logic [7:0] row2, input logic [7:0] row3,
                                           input logic without_mix);
        logic [31:0] mixed0, mixed1, mixed2, mixed3;
        mixed0 = mixed[row0];
        mixed1 = mixed[row1];
        mixed2 = mixed[row2];
        mixed3 = mixed[row3];
        column = without_mix
            ? {mixed0[15:8], mixed1[15:8], mixed2[15:8], mixed3[15:8]}
            : mixed0 ^ {mixed1[7:0], mixed1[31:8]} ^ {mixed2[15:0], mixed2[31:16]}
                     ^ {mixed3[23:0], mixed3[31:24]};
    endfunction

    // ShiftRows: row r of a column comes from the column r places on.
    assign next = round_key
        ^ {column(state[127:120], state[87:80], state[47:40], state[7:0], last),
           column(state[95:88], state[55:48], state[15:8], state[103:96], last),
           column(state[63:56], state[23:16], state[111:104], state[71:64], last),
           column(state[31:24], state[119:112], state[79:72], state[39:32], last)};
endmodule
