// SPDX-License-Identifier: Apache-2.0
// The rounds of SHA-256 and the hash they work for (FIPS 180-4, section 6.2.2, steps 2 to 4).
// Latency: a message's digest is on its port in the cycle after its last block's `update`.
module sha256_rounds #(
    parameter int ROUNDS = 1
) (
    input  logic                     clk,
    input  logic                     rst,
    input  logic                     terms_valid,
    input  logic [32 * ROUNDS - 1:0] terms,         // schedule word plus constant, first lowest
    input  logic                     update,        // a block's rounds are done; never while a
                                                    // digest waits
    input  logic                     ends_message,  // with update: it was the message's last block
    output logic                     digest_valid,
    input  logic                     digest_ready,
    output logic [255:0]             digest
);
    // Fractional parts of the square roots of the first eight primes (section 5.3.3).
    localparam logic [255:0] INITIAL_HASH =
        256'h6a09e667_bb67ae85_3c6ef372_a54ff53a_510e527f_9b05688c_1f83d9ab_5be0cd19;

    function automatic logic [31:0] sum0(input logic [31:0] x);
        sum0 = (x >> 2 | x << 30) ^ (x >> 13 | x << 19) ^ (x >> 22 | x << 10);
    endfunction

    function automatic logic [31:0] sum1(input logic [31:0] x);
        sum1 = (x >> 6 | x << 26) ^ (x >> 11 | x << 21) ^ (x >> 25 | x << 7);
    endfunction

    function automatic logic [31:0] choice(input logic [31:0] x, y, z);
        choice = z ^ (x & (y ^ z));
    endfunction

    function automatic logic [31:0] majority(input logic [31:0] x, y, z);
        majority = (x & y) | (z & (x | y));
    endfunction

    logic [31:0] a, b, c, d, e, f, g, h;
    logic first_block;  // of a message: it starts from the initial hash

    always_ff @(posedge clk) begin : compression
        logic [31:0]  next_a, next_b, next_c, next_d, next_e, next_f, next_g, next_h, t1, t2;
        logic [255:0] hash;
        if (update) begin
            hash = first_block ? INITIAL_HASH : digest;
            hash = {hash[255:224] + a, hash[223:192] + b, hash[191:160] + c, hash[159:128] + d,
                    hash[127:96] + e, hash[95:64] + f, hash[63:32] + g, hash[31:0] + h};
            digest <= hash;
            if (ends_message) hash = INITIAL_HASH;
        end
        next_a = a;
        next_b = b;
        next_c = c;
        next_d = d;
        next_e = e;
        next_f = f;
        next_g = g;
        next_h = h;
        for (int i = 0; i < ROUNDS; i++) begin
            t1 = next_h + sum1(next_e) + choice(next_e, next_f, next_g) + terms[32 * i +: 32];
            t2 = sum0(next_a) + majority(next_a, next_b, next_c);
            next_h = next_g;
            next_g = next_f;
            next_f = next_e;
            next_e = next_d + t1;
            next_d = next_c;
            next_c = next_b;
            next_b = next_a;
            next_a = t1 + t2;
        end
        if (terms_valid) begin
            a <= next_a;
            b <= next_b;
            c <= next_c;
            d <= next_d;
            e <= next_e;
            f <= next_f;
            g <= next_g;
            h <= next_h;
        end
        if (update) {a, b, c, d, e, f, g, h} <= hash;
        if (rst) {a, b, c, d, e, f, g, h} <= INITIAL_HASH;
    end

    always_ff @(posedge clk) begin
        if (digest_ready) digest_valid <= 1'b0;
        if (update) begin
            first_block  <= ends_message;
            digest_valid <= ends_message;
        end
        if (rst) begin
            first_block  <= 1'b1;
            digest_valid <= 1'b0;
        end
    end
endmodule
