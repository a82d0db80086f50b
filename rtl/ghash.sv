// SPDX-License-Identifier: Apache-2.0
// GHASH (NIST SP 800-38D, section 6.4), BITS bits of a block a cycle: BITS is 128 or divides 64.
// Interval: 128 / BITS cycles a block; `hash` is final (`idle`) one cycle after the last of them.
// A new hash key H fills a table of its 16 multiples by a polynomial of degree 3 in 16 cycles, so
// that four bits of a block cost one look-up and one XOR (Shoup's method) instead of four.
//
// Bits are in the order of the standard: the highest bit of a word is the coefficient of x^0.
// The arithmetic is in 64-bit halves, which a simulator handles as machine words.
module ghash #(
    parameter int BITS = 16
) (
    input  logic         clk,
    input  logic         rst,
    input  logic         key_valid,    // pulse: load hash_key
    input  logic [127:0] hash_key,
    output logic         table_ready,
    input  logic         clear,        // start a new hash; only when idle
    input  logic         in_valid,
    output logic         in_ready,
    input  logic [127:0] in_block,
    output logic         idle,
    output logic [127:0] hash
);
    localparam int STEPS = 128 / BITS;

    // The table: multiple n of H is the sum of H x^i over the bits of n, counted from its highest.
    (* ram_style = "distributed" *) logic [63:0] multiple_hi[0:15];
    (* ram_style = "distributed" *) logic [63:0] multiple_lo[0:15];
    logic [127:0] key;
    logic [3:0]   entry;
    logic         filling;
    assign table_ready = !filling;

    function automatic logic [127:0] times_x(input logic [127:0] a);
        times_x = {1'b0, a[127:1]} ^ (a[0] ? {8'he1, 120'b0} : 128'b0);
    endfunction

    function automatic logic [127:0] multiple(input logic [127:0] h, input logic [3:0] n);
        multiple = (n[3] ? h : 128'b0) ^ (n[2] ? times_x(h) : 128'b0)
                 ^ (n[1] ? times_x(times_x(h)) : 128'b0)
                 ^ (n[0] ? times_x(times_x(times_x(h))) : 128'b0);
    endfunction

    always_ff @(posedge clk) begin
        if (filling) {multiple_hi[entry], multiple_lo[entry]} <= multiple(key, entry);
        if (rst) begin
            filling <= 1'b0;
        end else if (key_valid) begin
            key     <= hash_key;
            entry   <= 4'd0;
            filling <= 1'b1;
        end else if (filling) begin
            entry   <= entry + 4'd1;
            filling <= entry != 4'd15;
        end
    end

    // Horner's rule over the block's digits of BITS bits, from the highest power down:
    // hash = hash x^BITS + digit H. The first digit takes the XOR with the running hash along.
    logic [63:0] hash_hi, hash_lo, block_hi, block_lo;
    logic [$clog2(STEPS + 1) - 1:0] steps_left;
    logic first_step;
    assign hash     = {hash_hi, hash_lo};
    assign idle     = steps_left == 0;
    assign in_ready = steps_left <= 1;

    logic [63:0] operand_hi, operand_lo;
    assign operand_hi = first_step ? block_hi ^ hash_hi : block_hi;
    assign operand_lo = first_step ? block_lo ^ hash_lo : block_lo;

    // The unreduced sum, 64 coefficients a word: up to x^63, x^127, x^191 and x^255.
    logic [63:0] sum0, sum1, sum2, sum3, high, low;
    logic [3:0]  nibble;
    always_comb begin
        sum0 = first_step ? 64'b0 : hash_hi >> BITS;
        sum1 = first_step ? 64'b0 : (hash_hi << (64 - BITS)) | (hash_lo >> BITS);
        sum2 = first_step ? 64'b0 : hash_lo << (64 - BITS);
        sum3 = 64'b0;
        for (int i = 0; i < BITS / 4; i++) begin
            nibble = BITS - 4 * i > 64 ? operand_hi[(BITS - 4 - 4 * i) % 64 +: 4]
                                       : operand_lo[(BITS - 4 - 4 * i) % 64 +: 4];
            high   = multiple_hi[nibble];
            low    = multiple_lo[nibble];
            if (i < 16) begin
                sum0 = sum0 ^ (high >> (4 * i));
                sum1 = sum1 ^ (high << (64 - 4 * i)) ^ (low >> (4 * i));
                sum2 = sum2 ^ (low << (64 - 4 * i));
            end else begin
                sum1 = sum1 ^ (high >> (4 * i - 64));
                sum2 = sum2 ^ (high << (128 - 4 * i)) ^ (low >> (4 * i - 64));
                sum3 = sum3 ^ (low << (128 - 4 * i));
            end
        end
        // x^128 = x^7 + x^2 + x + 1, applied to the words from the highest powers down.
        sum2 = sum2 ^ (sum3 << 63) ^ (sum3 << 62) ^ (sum3 << 57);
        sum1 = sum1 ^ sum3 ^ (sum3 >> 1) ^ (sum3 >> 2) ^ (sum3 >> 7)
             ^ (sum2 << 63) ^ (sum2 << 62) ^ (sum2 << 57);
        sum0 = sum0 ^ sum2 ^ (sum2 >> 1) ^ (sum2 >> 2) ^ (sum2 >> 7);
    end

    always_ff @(posedge clk) begin
        if (steps_left != 0) begin
            hash_hi    <= sum0;
            hash_lo    <= sum1;
            block_hi   <= operand_hi >> BITS;
            block_lo   <= (operand_hi << (64 - BITS)) | (operand_lo >> BITS);
            steps_left <= steps_left - 1'b1;
            first_step <= 1'b0;
        end
        if (rst) begin
            steps_left <= '0;
        end else if (clear) begin
            hash_hi <= 64'b0;
            hash_lo <= 64'b0;
        end
        if (in_valid && in_ready) begin
            block_hi   <= in_block[127:64];
            block_lo   <= in_block[63:0];
            steps_left <= STEPS[$clog2(STEPS + 1) - 1:0];
            first_step <= 1'b1;
        end
    end
endmodule
