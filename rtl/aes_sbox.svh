// SPDX-License-Identifier: Apache-2.0
// The AES S-box by its definition (FIPS 197, section 5.1.1), for filling constant tables.
// Include inside a module; a module may leave some of the functions unused.

// a times x in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1.
function automatic logic [7:0] gf_double(input logic [7:0] a);
    gf_double = {a[6:0], 1'b0} ^ (a[7] ? 8'h1b : 8'h00);
endfunction

function automatic logic [7:0] gf_multiply(input logic [7:0] a, input logic [7:0] b);
    logic [7:0] power;
    power = a;
    gf_multiply = 8'h00;
    for (int i = 0; i < 8; i++) begin
        if (b[i]) gf_multiply = gf_multiply ^ power;
        power = gf_double(power);
    end
endfunction

// The inverse is a^254 (0 stays 0); the affine map follows.
function automatic logic [7:0] s_box(input logic [7:0] a);
    logic [7:0] inverse;
    inverse = 8'h01;
    for (int i = 0; i < 7; i++) begin
        inverse = gf_multiply(inverse, inverse);
        inverse = gf_multiply(inverse, a);
    end
    inverse = gf_multiply(inverse, inverse);
    s_box = inverse ^ {inverse[6:0], inverse[7]} ^ {inverse[5:0], inverse[7:6]}
          ^ {inverse[4:0], inverse[7:5]} ^ {inverse[3:0], inverse[7:4]} ^ 8'h63;
endfunction
