// SPDX-License-Identifier: Apache-2.0
// Takes a message's words in, pads it (FIPS 180-4, section 5.1.1), and keeps up to 16 words of 32
// bits ahead of their rounds.
// Latency: a word taken in cycle t can be read in cycle t + 1. One input word a cycle in, also
// while padding; READ_WORDS words a cycle out. Each message's padding follows its last word.
module sha256_block_buffer #(
    parameter int INPUT_BITS = 64,  // 32 or 64
    parameter int READ_WORDS = 1    // 1, 2 or 4
) (
    input  logic                              clk,
    input  logic                              rst,
    input  logic                              in_valid,
    output logic                              in_ready,
    input  logic [INPUT_BITS - 1:0]           in_word,
    input  logic                              in_last,
    input  logic [$clog2(INPUT_BITS / 8):0]   in_bytes,  // of the last word: 0 to all
    input  logic [$clog2(16 / READ_WORDS)-1:0] read_at,  // which READ_WORDS words of the block
    input  logic                              read_done, // they are not needed any more
    output logic                              readable,
    output logic [32 * READ_WORDS - 1:0]      words,     // the first one lowest
    output logic                              ends_message  // the block read last does
);
    localparam int WORDS        = INPUT_BITS / 32;
    localparam int ENTRIES      = 16 / WORDS;
    localparam int ADDRESS_BITS = $clog2(ENTRIES);
    localparam logic [$clog2(INPUT_BITS / 8):0] BYTES = INPUT_BITS[$clog2(INPUT_BITS / 8) + 3:3];
    localparam logic [INPUT_BITS - 1:0] MARK = {1'b1, {INPUT_BITS - 1{1'b0}}};

    // An entry's place in the buffer is its place in the block.
    (* ram_style = "distributed" *) logic [INPUT_BITS - 1:0] entries[0:ENTRIES - 1];
    logic [ADDRESS_BITS - 1:0] write_at;
    logic [4:0] written, taken, level;  // words
    assign level = written - taken;

    logic padding, mark_left, ended, room;
    assign room     = level <= 5'(16 - WORDS);
    assign in_ready = room && !padding;
    assign readable = level >= 5'(READ_WORDS);

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
        assign pad      = mark_left ? MARK : pad_done ? length : '0;
    end else begin : length_in_two
        logic upper, lower;  // halves of the length
        assign upper    = padding && !mark_left && write_at == ADDRESS_BITS'(ENTRIES - 2);
        assign pad_done = lower;
        assign pad      = mark_left ? MARK : upper ? length[63:32] : lower ? length[31:0] : '0;
        always_ff @(posedge clk) begin
            if (room) lower <= upper;
        end
    end

    always_ff @(posedge clk) begin
        if (room && (padding || in_valid)) begin
            entries[write_at] <= padding ? pad : data;
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

    for (genvar i = 0; i < READ_WORDS; i++) begin : port
        logic [3:0] index;  // of the word in the block
        logic [INPUT_BITS - 1:0] entry;
        assign index = 4'(READ_WORDS) * 4'(read_at) + 4'(i);
        assign entry = entries[index[3 -: ADDRESS_BITS]];
        if (WORDS == 1) assign words[32 * i +: 32] = entry;
        else assign words[32 * i +: 32] = index[0] ? entry[31:0] : entry[63:32];
    end
endmodule
