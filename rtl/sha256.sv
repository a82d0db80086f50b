// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4) of messages of any byte length, padded here. One source, three design
// points: 1, 2 or 4 rounds a cycle.
// Throughput: a block of 64 bytes every 65, 33 or 17 cycles; the words of the next block come in
// meanwhile, also those of the next message.
// Latency: README.md.
//
// A message is words on `in`, the first byte highest; all are full but the last, which holds its
// first `in_bytes` bytes, filled up with anything. An empty message is one last word of no bytes.
// The first byte of the digest is its highest.
module sha256 #(
    parameter int ROUNDS_PER_CYCLE = 1,  // 1, 2 or 4
    parameter int INPUT_BITS       = 64  // 32 or 64
) (
    input  logic                            clk,
    input  logic                            rst,  // synchronous

    input  logic                            in_valid,
    output logic                            in_ready,
    input  logic [INPUT_BITS - 1:0]         in_word,
    input  logic                            in_last,
    input  logic [$clog2(INPUT_BITS / 8):0] in_bytes,  // with in_last: 0 to INPUT_BITS / 8

    output logic                            digest_valid,
    input  logic                            digest_ready,
    output logic [255:0]                    digest
);
    logic readable, read_done, ends_message, terms_valid, update;
    logic [$clog2(16 / ROUNDS_PER_CYCLE) - 1:0] read_at;
    logic [32 * ROUNDS_PER_CYCLE - 1:0] words, terms;

    sha256_block_buffer #(.INPUT_BITS(INPUT_BITS), .READ_WORDS(ROUNDS_PER_CYCLE)) buffer (
        .clk, .rst, .in_valid, .in_ready, .in_word, .in_last, .in_bytes,
        .read_at, .read_done, .readable, .words, .ends_message
    );

    sha256_schedule #(.ROUNDS(ROUNDS_PER_CYCLE)) schedule (
        .clk, .rst, .readable, .read_at, .read_done, .words, .hold(digest_valid),
        .terms_valid, .terms, .update
    );

    sha256_rounds #(.ROUNDS(ROUNDS_PER_CYCLE)) rounds (
        .clk, .rst, .terms_valid, .terms, .update, .ends_message,
        .digest_valid, .digest_ready, .digest
    );
endmodule
