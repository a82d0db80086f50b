// SPDX-License-Identifier: Apache-2.0
// A ring of WORDS words of 128 bits whose newest words are held back until they are committed.
// Latency: a word pushed in cycle t with `commit` held leaves in cycle t + 2 at the earliest; one
// word a cycle in and out. Rolled back words never reach the output. WORDS is a power of two.
module packet_buffer #(
    parameter int WORDS = 128
) (
    input  logic         clk,
    input  logic         rst,
    input  logic         commit,    // release every word pushed so far, and one pushed now
    input  logic         rollback,  // drop every word that is not committed
    input  logic         in_valid,
    output logic         in_ready,
    input  logic [127:0] in_word,
    output logic         out_valid,
    input  logic         out_ready,
    output logic [127:0] out_word
);
    localparam int ADDRESS_BITS = $clog2(WORDS);

    // One bit more than an address, so that a full ring differs from an empty one.
    logic [ADDRESS_BITS:0] write_at, committed_to, read_at, used;
    assign used     = write_at - read_at;
    assign in_ready = !used[ADDRESS_BITS];

    logic [ADDRESS_BITS:0] write_next;
    assign write_next = in_valid && in_ready ? write_at + 1'b1 : write_at;

    logic fetch;
    assign fetch = read_at != committed_to && (!out_valid || out_ready);

    logic [127:0] words[0:WORDS - 1];
    always_ff @(posedge clk) begin
        if (in_valid && in_ready) words[write_at[ADDRESS_BITS - 1:0]] <= in_word;
        if (fetch) out_word <= words[read_at[ADDRESS_BITS - 1:0]];
    end

    always_ff @(posedge clk) begin
        if (rst) begin
            write_at     <= '0;
            committed_to <= '0;
            read_at      <= '0;
            out_valid    <= 1'b0;
        end else begin
            write_at <= rollback ? committed_to : write_next;
            if (commit) committed_to <= write_next;
            if (fetch) read_at <= read_at + 1'b1;
            if (!out_valid || out_ready) out_valid <= fetch;
        end
    end
endmodule
