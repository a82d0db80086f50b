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
    logic [31:0] mixed[0:255];
    initial begin
        for (int i = 0; i < 256; i++) mixed[i] = mix_column(s_box(i[7:0]));
    end

    // ShiftRows: row r of column c comes from column c + r.
    for (genvar c = 0; c < 4; c++) begin : columns
        logic [31:0] row0, row1, row2, row3;
        assign row0 = mixed[state[127 - 32 * c -: 8]];
        assign row1 = mixed[state[119 - 32 * ((c + 1) % 4) -: 8]];
        assign row2 = mixed[state[111 - 32 * ((c + 2) % 4) -: 8]];
        assign row3 = mixed[state[103 - 32 * ((c + 3) % 4) -: 8]];
        assign next[127 - 32 * c -: 32] = round_key[127 - 32 * c -: 32]
            ^ (last ? {row0[15:8], row1[15:8], row2[15:8], row3[15:8]}
                    : row0 ^ {row1[7:0], row1[31:8]} ^ {row2[15:0], row2[31:16]}
                           ^ {row3[23:0], row3[31:24]});
    end
endmodule
