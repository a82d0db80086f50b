// SPDX-License-Identifier: Apache-2.0
// Takes a message's words in, pads it (FIPS 180-4, section 5.1.1), and keeps up to 16 words of 32
// bits ahead of their rounds.
// Latency: a word taken in cycle t can be read in cycle t + 1. One input word a cycle in, also
// while padding; READ_WORDS words a cycle out. Each message's padding follows its last word.
module sha256_block_buffer #(
    parameter int INPUT_BITS = 64,  // 32 or 64
    parameter int READ_WORDS = 1    // 1, 2 or 4
) (
    input  logic                                 clk,
    input  logic                                 rst,
    input  logic                                 in_valid,
    output logic                                 in_ready,
    input  logic [INPUT_BITS - 1:0]              in_word,
    input  logic                                 in_last,
    input  logic [$clog2(INPUT_BITS / 8):0]      in_bytes,     // of the last word: 0 to all
    input  logic [$clog2(16 / READ_WORDS) - 1:0] read_at,      // which words of the block
    input  logic                                 read_done,    // they are not needed any more
    output logic                                 readable,
    output logic [32 * READ_WORDS - 1:0]         words,        // the first one lowest
    output logic                                 ends_message  // the block read last does
);
    localparam int WORDS        = INPUT_BITS / 32;
    localparam int ADDRESS_BITS = $clog2(16 / WORDS);
    localparam logic [$clog2(INPUT_BITS / 8):0] BYTES = INPUT_BITS[$clog2(INPUT_BITS / 8) + 3:3];
    localparam logic [INPUT_BITS - 1:0]         MARK  = {1'b1, {INPUT_BITS - 1{1'b0}}};

    // The even and the odd words. A word's place in the buffer is its place in the block.
    (* ram_style = "distributed" *) logic [31:0] even[0:7];
    (* ram_style = "distributed" *) logic [31:0] odd[0:7];
    logic [ADDRESS_BITS - 1:0] write_at;
    logic [4:0] written, taken, level;  // words
    logic padding, mark_left, ended, room;
    assign level    = written - taken;
    assign room     = level <= 5'(16 - WORDS);
    assign readable = level >= 5'(READ_WORDS);
    assign in_ready = room && !padding;

    // The message's last word is filled up with the mark, a one bit, and zeros.
    logic [$clog2(INPUT_BITS / 8) + 3:0] in_bits;
    logic [INPUT_BITS - 1:0] data;
    assign in_bits = {in_bytes, 3'b0};
    assign data    = in_last ? (in_word & ~({INPUT_BITS{1'b1}} >> in_bits)) | (MARK >> in_bits)
                             : in_word;

    // The padding: the mark, if the last word had no space for it, zeros, and the message's length
    // in bits as the last 64 bits of a block.
    logic [60:0] bytes;
    logic [63:0] length;
    logic [INPUT_BITS - 1:0] pad;
    logic pad_done;
    assign length = {bytes, 3'b0};
    if (WORDS == 2) begin : length_in_one
        assign pad_done = write_at == '1 && !mark_left;
        assign pad      = pad_done ? length : '0;
    end else begin : length_in_two
        logic upper, lower;  // halves of the length
        assign upper    = padding && !mark_left && write_at == 4'd14;
        assign pad_done = lower;
        assign pad      = upper ? length[63:32] : lower ? length[31:0] : '0;
        always_ff @(posedge clk) begin
            if (room) lower <= upper;
        end
    end

    always_ff @(posedge clk) begin : fill
        logic [63:0] pair;
        if (room && (padding || in_valid)) begin
            pair = {2 / WORDS{!padding ? data : mark_left ? MARK : pad}};
            if (WORDS == 2 || !write_at[0]) even[write_at[ADDRESS_BITS - 1 -: 3]] <= pair[63:32];
            if (WORDS == 2 || write_at[0]) odd[write_at[ADDRESS_BITS - 1 -: 3]] <= pair[31:0];
            write_at <= write_at + 1'b1;
            written  <= written + 5'(WORDS);
            if (padding) begin
                mark_left <= 1'b0;
                if (pad_done) begin
                    padding <= 1'b0;
                    bytes   <= '0;
                    ended   <= 1'b1;
                end
            end else begin
                padding   <= in_last;
                mark_left <= in_bytes == BYTES;
                bytes     <= bytes + (in_last ? 61'(in_bytes) : 61'(BYTES));
            end
        end
        if (read_done) begin
            taken <= taken + 5'(READ_WORDS);
            if (read_at == '1) begin
                ends_message <= ended;
                ended        <= 1'b0;
            end
        end
        if (rst) begin
            write_at <= '0;
            written  <= '0;
            taken    <= '0;
            padding  <= 1'b0;
            bytes    <= '0;
            ended    <= 1'b0;
        end
    end

    if (READ_WORDS == 1) begin : read_single
        assign words = read_at[0] ? odd[read_at[3:1]] : even[read_at[3:1]];
    end else begin : read_pairs
        for (genvar i = 0; i < READ_WORDS / 2; i++) begin : pair
            logic [2:0] at;
            assign at = 3'(READ_WORDS / 2) * 3'(read_at) + 3'(i);
            assign words[64 * i +: 64] = {odd[at], even[at]};
        end
    end
endmodule
