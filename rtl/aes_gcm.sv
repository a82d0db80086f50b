// SPDX-License-Identifier: Apache-2.0
// AES-GCM (NIST SP 800-38D) for packets: encryption, and decryption that releases no plaintext
// before its tag is verified. One source, two design points:
//   PIPELINED = 0  one AES round a cycle: a block every 11 cycles (AES-128) or 15 (AES-256)
//   PIPELINED = 1  one block a cycle
// Latency and throughput in cycles, by the lengths of a packet: README.md.
//
// A key is loaded once for many packets. A packet is a command, then words of 16 bytes on `in` in
// this order, each part from a word's highest byte on and filled up with anything:
//   the IV, unless it has 12 bytes (those come with the command); the AAD; the data;
//   the expected tag, when decrypting.
// Data words leave on `out` in order, unused bytes of the last one zero; a decrypted packet's words
// leave once its tag was found right, while the next packet is already being worked on. The
// result comes once a packet: the tag when encrypting, the verdict when decrypting.
// A decryption of more than BUFFER_WORDS words cannot be held back: it is refused as too long,
// with no word released, after all its input was taken.
module aes_gcm #(
    parameter bit PIPELINED    = 1'b0,
    parameter int BUFFER_WORDS = 128
) (
    input  logic         clk,
    input  logic         rst,  // synchronous

    input  logic         key_valid,
    output logic         key_ready,
    input  logic         key_256,  // 0: AES-128, whose key is the upper half
    input  logic [255:0] key,

    input  logic         cmd_valid,
    output logic         cmd_ready,
    input  logic         cmd_decrypt,
    input  logic [31:0]  cmd_iv_bytes,   // 1 and more
    input  logic [95:0]  cmd_iv,         // if it has 12 bytes
    input  logic [31:0]  cmd_aad_bytes,  // 0 and more
    input  logic [31:0]  cmd_data_bytes, // 0 and more
    input  logic [4:0]   cmd_tag_bytes,  // compared when decrypting: 4 to 16

    input  logic         in_valid,
    output logic         in_ready,
    input  logic [127:0] in_word,

    output logic         out_valid,
    input  logic         out_ready,
    output logic [127:0] out_word,

    output logic         result_valid,
    input  logic         result_ready,
    output logic         result_authentic,
    output logic         result_too_long,
    output logic [127:0] result_tag  // zero when decrypting
);
    typedef enum logic [3:0] {
        READY, EXPAND_KEY, HASH_KEY, FILL_TABLE,
        IV, IV_LENGTH, IV_HASHED, AAD, DATA, LENGTHS, EXPECTED_TAG, TAG, RESULT
    } state_t;
    state_t state;

    logic has_key, decrypt, is_256, too_long;
    logic [31:0]  iv_bytes, aad_bytes, data_bytes;
    logic [4:0]   tag_bytes;
    logic [31:0]  left;  // bytes of the current part that have not come in yet
    logic [127:0] expected_tag;

    assign key_ready    = state == READY;
    assign cmd_ready    = state == READY && has_key && !key_valid;
    assign result_valid = state == RESULT;

    // The cipher: first the zero block for the hash key, then for every packet the counter blocks
    // of its data, and the first counter block, whose cipher hides the tag, as the last.
    logic         cipher_in_valid, cipher_in_ready, cipher_out_valid, cipher_out_ready;
    logic [127:0] cipher_in, keystream;
    logic [127:0] first_counter;
    logic [31:0]  counter;
    logic [27:0]  counters_left;
    logic         counting, zero_block;
    assign cipher_in_valid = counting || zero_block;
    assign cipher_in       = zero_block ? 128'b0
                           : {first_counter[127:32],
                              counters_left == 0 ? first_counter[31:0] : counter};

    logic         round_key_valid;
    logic [3:0]   round_key_index;
    logic [127:0] round_key;
    aes_key_expander key_expander (
        .clk, .rst, .start(key_valid && key_ready), .key, .key_256(is_256),
        .round_key_valid, .round_key_index, .round_key
    );
    if (PIPELINED) begin : pipelined
        aes_pipelined cipher (
            .clk, .rst, .key_256(is_256), .round_key_valid, .round_key_index, .round_key,
            .in_valid(cipher_in_valid), .in_ready(cipher_in_ready), .in_block(cipher_in),
            .out_valid(cipher_out_valid), .out_ready(cipher_out_ready), .out_block(keystream)
        );
    end else begin : iterative
        aes_iterative cipher (
            .clk, .rst, .key_256(is_256), .round_key_valid, .round_key_index, .round_key,
            .in_valid(cipher_in_valid), .in_ready(cipher_in_ready), .in_block(cipher_in),
            .out_valid(cipher_out_valid), .out_ready(cipher_out_ready), .out_block(keystream)
        );
    end

    // The words of every part pass through GHASH, data words as ciphertext.
    logic         hash_key_valid, table_ready;
    logic         hash_in_valid, hash_in_ready, hash_idle, hash_clear;
    logic [127:0] hash_in, hash;
    assign hash_key_valid = state == HASH_KEY && cipher_out_valid;
    ghash #(.BITS(PIPELINED ? 128 : 16)) hasher (
        .clk, .rst, .key_valid(hash_key_valid), .hash_key(keystream), .table_ready,
        .clear(hash_clear), .in_valid(hash_in_valid), .in_ready(hash_in_ready), .in_block(hash_in),
        .idle(hash_idle), .hash
    );

    // A register on the way in. It may already hold a packet's first word when the command comes.
    logic         word_valid;
    logic [127:0] word;
    logic         take;
    assign in_ready = !word_valid || take;
    always_ff @(posedge clk) begin
        if (in_valid && in_ready) word <= in_word;
        if (rst) word_valid <= 1'b0;
        else if (in_ready) word_valid <= in_valid;
    end

    logic buffer_ready, wanted, last;
    always_comb begin
        case (state)
            IV, AAD:      wanted = hash_in_ready;
            DATA:         wanted = hash_in_ready && cipher_out_valid && (buffer_ready || too_long);
            EXPECTED_TAG: wanted = 1'b1;
            default:      wanted = 1'b0;
        endcase
    end
    assign take = word_valid && wanted;
    assign last = left <= 16;

    // Ones over the leading `bytes` (0 to 16) of a word.
    function automatic logic [127:0] leading(input logic [4:0] bytes);
        leading[127:64] = bytes >= 8 ? ~64'b0 : ~(~64'b0 >> {bytes[2:0], 3'b0});
        leading[63:0]   = bytes <= 8 ? 64'b0 : ~(~64'b0 >> {bytes - 5'd8, 3'b0});
    endfunction

    logic [127:0] used, kept, crypted;
    assign used    = leading(last ? left[4:0] : 5'd16);
    assign kept    = word & used;
    assign crypted = (word ^ keystream) & used;

    always_comb begin
        case (state)
            DATA:      hash_in = decrypt ? kept : crypted;
            IV_LENGTH: hash_in = {93'b0, iv_bytes, 3'b0};
            LENGTHS:   hash_in = {29'b0, aad_bytes, 3'b0, 29'b0, data_bytes, 3'b0};
            default:   hash_in = kept;
        endcase
    end
    assign hash_in_valid = state == IV_LENGTH || state == LENGTHS
                        || (take && state != EXPECTED_TAG);
    assign hash_clear    = state == READY || (state == IV_HASHED && hash_idle);

    logic tag_done;
    assign tag_done         = state == TAG && hash_idle && cipher_out_valid;
    assign cipher_out_ready = state == HASH_KEY || tag_done || (state == DATA && take);

    logic commit, rollback, push;
    assign commit   = !decrypt || (state == RESULT && result_authentic);
    assign rollback = state == RESULT && !result_authentic;
    assign push     = state == DATA && take && !too_long;
    packet_buffer #(.WORDS(BUFFER_WORDS)) buffer (
        .clk, .rst, .commit, .rollback,
        .in_valid(push), .in_ready(buffer_ready), .in_word(crypted),
        .out_valid, .out_ready, .out_word
    );

    // Where a packet goes on once its first counter block is known, and once its AAD is in.
    state_t after_aad, after_iv;
    assign after_aad = data_bytes != 0 ? DATA : LENGTHS;
    assign after_iv  = aad_bytes != 0 ? AAD : after_aad;

    always_ff @(posedge clk) begin
        if (rst) begin
            state   <= READY;
            has_key <= 1'b0;
        end else begin
            case (state)
                READY: begin
                    if (key_valid) state <= EXPAND_KEY;
                    else if (cmd_valid && has_key) begin
                        if (cmd_iv_bytes != 12) state <= IV;
                        else if (cmd_aad_bytes != 0) state <= AAD;
                        else state <= cmd_data_bytes != 0 ? DATA : LENGTHS;
                    end
                end
                EXPAND_KEY:   state <= HASH_KEY;
                HASH_KEY:     if (cipher_out_valid) state <= FILL_TABLE;
                FILL_TABLE: begin
                    if (table_ready) state <= READY;
                    has_key <= 1'b1;
                end
                IV:           if (take && last) state <= IV_LENGTH;
                IV_LENGTH:    if (hash_in_ready) state <= IV_HASHED;
                IV_HASHED:    if (hash_idle) state <= after_iv;
                AAD:          if (take && last) state <= after_aad;
                DATA:         if (take && last) state <= LENGTHS;
                LENGTHS:      if (hash_in_ready) state <= decrypt ? EXPECTED_TAG : TAG;
                EXPECTED_TAG: if (take) state <= TAG;
                TAG:          if (tag_done) state <= RESULT;
                RESULT:       if (result_ready) state <= READY;
                default:      state <= READY;
            endcase
        end
    end

    always_ff @(posedge clk) begin
        if (state == READY) begin
            if (key_valid) is_256 <= key_256;
            decrypt       <= cmd_decrypt;
            iv_bytes      <= cmd_iv_bytes;
            aad_bytes     <= cmd_aad_bytes;
            data_bytes    <= cmd_data_bytes;
            tag_bytes     <= cmd_tag_bytes;
            too_long      <= cmd_decrypt && cmd_data_bytes > 16 * BUFFER_WORDS;
            first_counter <= {cmd_iv, 32'd1};
            counter       <= 32'd2;
        end else if (state == IV_HASHED) begin
            first_counter <= hash;
            counter       <= hash[31:0] + 32'd1;
        end else if (counting && cipher_in_ready) begin
            counter       <= counter + 32'd1;
        end
    end

    // The part being taken in.
    always_ff @(posedge clk) begin
        if (state == READY) begin
            if (cmd_iv_bytes != 12) left <= cmd_iv_bytes;
            else left <= cmd_aad_bytes != 0 ? cmd_aad_bytes : cmd_data_bytes;
        end else if (state == IV_HASHED) begin
            left <= aad_bytes != 0 ? aad_bytes : data_bytes;
        end else if (take) begin
            left <= state == AAD && last ? data_bytes : left - 32'd16;
        end
    end

    // The issue of counter blocks runs ahead of the data by what the cipher holds.
    always_ff @(posedge clk) begin
        if (rst) begin
            counting   <= 1'b0;
            zero_block <= 1'b0;
        end else if (state == READY) begin
            counting      <= cmd_valid && cmd_ready && cmd_iv_bytes == 12;
            counters_left <= cmd_data_bytes[31:4] + 28'(cmd_data_bytes[3:0] != 0);
        end else if (state == IV_HASHED) begin
            counting <= hash_idle;
        end else if (counting && cipher_in_ready) begin
            counting      <= counters_left != 0;
            counters_left <= counters_left - 28'd1;
        end
        if (state == EXPAND_KEY) zero_block <= 1'b1;
        else if (cipher_in_ready) zero_block <= 1'b0;
    end

    logic [127:0] tag;
    assign tag = hash ^ keystream;
    always_ff @(posedge clk) begin
        if (state == EXPECTED_TAG) expected_tag <= word;
        if (tag_done) begin
            result_tag       <= decrypt ? 128'b0 : tag;
            result_too_long  <= too_long;
            result_authentic <= !decrypt
                || (!too_long && ((tag ^ expected_tag) & leading(tag_bytes)) == 128'b0);
        end
    end
endmodule
