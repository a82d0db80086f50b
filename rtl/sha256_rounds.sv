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

    // A round makes one new a and one new e, and shifts the others: the standard's a, b, c, d are
    // the last four values of one sequence, its e, f, g, h those of another.
    logic [31:0] a, b, c, d, e, f, g, h;
    logic [31:0] as[0:ROUNDS + 3];
    logic [31:0] es[0:ROUNDS + 3];
    logic [31:0] t1, t2;
    always_comb begin
        {as[3], as[2], as[1], as[0]} = {a, b, c, d};
        {es[3], es[2], es[1], es[0]} = {e, f, g, h};
        for (int i = 0; i < ROUNDS; i++) begin
            t1 = es[i] + sum1(es[i + 3]) + (es[i + 1] ^ (es[i + 3] & (es[i + 2] ^ es[i + 1])))
               + terms[32 * i +: 32];
            t2 = sum0(as[i + 3]) + ((as[i + 3] & as[i + 2]) | (as[i + 1] & (as[i + 3] | as[i + 2])));
            es[i + 4] = as[i] + t1;
            as[i + 4] = t1 + t2;
        end
    end

    // The hash after this block; a message's first block starts from the initial one.
    logic first_block;
    logic [255:0] hash_in, hash_out;
    assign hash_in = first_block ? INITIAL_HASH : digest;
    assign hash_out  = {hash_in[255:224] + a, hash_in[223:192] + b, hash_in[191:160] + c,
                     hash_in[159:128] + d, hash_in[127:96] + e, hash_in[95:64] + f,
                     hash_in[63:32] + g, hash_in[31:0] + h};

    always_ff @(posedge clk) begin
        if (rst) {a, b, c, d, e, f, g, h} <= INITIAL_HASH;
        else if (terms_valid)
            {a, b, c, d, e, f, g, h} <= {as[ROUNDS + 3], as[ROUNDS + 2], as[ROUNDS + 1], as[ROUNDS],
                                         es[ROUNDS + 3], es[ROUNDS + 2], es[ROUNDS + 1], es[ROUNDS]};
        else if (update) {a, b, c, d, e, f, g, h} <= ends_message ? INITIAL_HASH : hash_out;
        if (update) digest <= hash_out;
    end

    always_ff @(posedge clk) begin
        if (rst) begin
            first_block  <= 1'b1;
            digest_valid <= 1'b0;
        end else if (update) begin
            first_block  <= ends_message;
            digest_valid <= ends_message;
        end else if (digest_ready) begin
            digest_valid <= 1'b0;
        end
    end
endmodule
