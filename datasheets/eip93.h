// SPDX-License-Identifier: Apache-2.0
// Register map, descriptors, SA and state records of the EIP-93 packet engine (Inside Secure, now
// Rambus) as the MT7621 has it at 0x1E00'4000 with interrupt 19, level high.
//
// Source: the public drivers, drivers/crypto/inside-secure/eip93/eip93-regs.h of Linux and
// crypto/mtk-eip93/eip93-regs.h of github.com/vschagen/mtk-eip93; names are theirs. What they do
// not settle is marked "our reading". All words are little endian.
//
// Rules. Software owns a command descriptor until it has set host_ready in words 0 and 7 and told
// PE_CD_COUNT; the engine then owns it until its result is written. A result is complete when
// pe_ready is set in both words 0 and 7 of it, which may land one after the other. Data, state and
// SA words arrive in memory before the result's last word. Addresses are multiples of 4, lengths
// multiples of the cipher's block. At most max_doorbell commands or results are counted in a write.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lookaside::datasheet::eip93 {

inline constexpr std::uint64_t mt7621_base = 0x1E00'4000;
inline constexpr std::uint32_t window_size = 0x1000;

// Byte offsets of the 32-bit registers.
namespace reg {
inline constexpr std::uint32_t cdr_base = 0x80;       // RW: command ring, bus address
inline constexpr std::uint32_t rdr_base = 0x84;       // RW: result ring, bus address
inline constexpr std::uint32_t ring_config = 0x88;    // RW: [9:0] entries - 1, [23:16] words from
                                                      // one descriptor to the next
inline constexpr std::uint32_t ring_thresh = 0x8C;    // RW: see ring_thresh
inline constexpr std::uint32_t cd_count = 0x90;       // R: [10:0] commands waiting; W: [7:0] add
inline constexpr std::uint32_t rd_count = 0x94;       // R: [10:0] results waiting; W: [7:0] remove
inline constexpr std::uint32_t ring_rw_pntr = 0x98;   // RO: [9:0] next command, [25:16] next result
inline constexpr std::uint32_t pe_config = 0x100;     // RW: see pe_config
inline constexpr std::uint32_t pe_status = 0x104;     // RO: bit 0 a packet is in the engine
                                                      // (our reading)
inline constexpr std::uint32_t buf_thresh = 0x10C;    // RW: [7:0] input, [23:16] output, words
inline constexpr std::uint32_t inbuf_count = 0x110;   // RO: bytes in the input buffer
inline constexpr std::uint32_t outbuf_count = 0x114;  // RO: bytes in the output buffer
inline constexpr std::uint32_t endian_config = 0x1CC;    // RW: 0, no swap, is all that is modelled
inline constexpr std::uint32_t clock_ctrl = 0x1E8;       // RW: see clock_ctrl
inline constexpr std::uint32_t option_1 = 0x1F4;         // RO: see option_1
inline constexpr std::uint32_t revision = 0x1FC;         // RO
inline constexpr std::uint32_t int_unmask_stat = 0x200;  // RO: raw interrupts
inline constexpr std::uint32_t int_mask_stat = 0x204;    // R: raw interrupts that are enabled
inline constexpr std::uint32_t int_clr = 0x204;          // W: 1 clears
inline constexpr std::uint32_t int_mask = 0x208;         // RW: 1 enables
inline constexpr std::uint32_t int_cfg = 0x20C;          // RW: 0, level output, is all that is
                                                         // modelled
inline constexpr std::uint32_t mask_enable = 0x210;      // W: 1 enables
inline constexpr std::uint32_t mask_disable = 0x214;     // W: 1 disables
}  // namespace reg

inline constexpr std::uint32_t max_ring_entries = 1024;  // the size field holds 1023
inline constexpr std::uint32_t max_doorbell = 255;       // of cd_count and rd_count
inline constexpr std::uint32_t revision_eip93 = 0x5D;    // EIP number; our reading

namespace ring_thresh {
inline constexpr unsigned cdr_shift = 0;   // [9:0]
inline constexpr unsigned rdr_shift = 16;  // [25:16]: interrupt when more results wait ...
inline constexpr std::uint32_t count_mask = 0x3FF;
inline constexpr unsigned timeout_shift = 26;  // [29:26]: ... or some for 2^(N + 10) clocks
inline constexpr std::uint32_t timeout_mask = 0xF;
inline constexpr std::uint32_t timeout_enable = 1U << 31;
}  // namespace ring_thresh

namespace pe_config {
inline constexpr std::uint32_t reset_engine = 1U << 0;
inline constexpr std::uint32_t reset_ring = 1U << 1;
inline constexpr std::uint32_t mode_mask = 3U << 8;
inline constexpr std::uint32_t mode_autonomous = 3U << 8;  // both rings; the one that drivers use
inline constexpr std::uint32_t cdr_update = 1U << 10;      // owner bits go back to the command
}  // namespace pe_config

namespace clock_ctrl {
inline constexpr std::uint32_t engine = 1U << 0;
inline constexpr std::uint32_t des = 1U << 1;
inline constexpr std::uint32_t aes = 1U << 2;
inline constexpr std::uint32_t hash = 1U << 4;
inline constexpr std::uint32_t all = engine | des | aes | hash;
}  // namespace clock_ctrl

namespace option_1 {
inline constexpr std::uint32_t triple_des = 1U << 0;
inline constexpr std::uint32_t arc4 = 1U << 1;
inline constexpr std::uint32_t aes = 1U << 2;
inline constexpr std::uint32_t key_128 = 1U << 13;
inline constexpr std::uint32_t key_192 = 1U << 14;
inline constexpr std::uint32_t key_256 = 1U << 15;
inline constexpr std::uint32_t md5 = 1U << 16;
inline constexpr std::uint32_t sha_1 = 1U << 17;
inline constexpr std::uint32_t sha_224 = 1U << 18;
inline constexpr std::uint32_t sha_256 = 1U << 19;
}  // namespace option_1

namespace interrupt {
inline constexpr std::uint32_t cdr_thresh = 1U << 0;   // fewer commands wait than the threshold
inline constexpr std::uint32_t rdr_thresh = 1U << 1;   // results wait, see ring_thresh
inline constexpr std::uint32_t error = 1U << 13;       // a result carries an error
inline constexpr std::uint32_t ring_error = 1U << 16;  // more commands or results were counted than
                                                       // there are
inline constexpr std::uint32_t interface_error = 1U << 18;  // the bus refused an access
}  // namespace interrupt

/// Command and result descriptor.
struct Descriptor {
    std::uint32_t ctrl_stat = 0;  // see ctrl_stat
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
    std::uint32_t sa = 0;
    std::uint32_t state = 0;  // 0: none
    std::uint32_t cookie =
        0;  // ARC4 state address, free for software's use: the engine has no ARC4
    std::uint32_t user_id = 0;  // software's
    std::uint32_t length = 0;   // see length
};
static_assert(sizeof(Descriptor) == 32);
inline constexpr std::uint32_t descriptor_words = 8;

namespace ctrl_stat {
inline constexpr std::uint32_t host_ready = 1U << 0;
inline constexpr std::uint32_t pe_ready = 1U << 1;
inline constexpr std::uint32_t hash_final = 1U << 4;
inline constexpr unsigned pad_value_shift = 8;  // [15:8]: next header of ESP, in and out
inline constexpr std::uint32_t authentication_error = 1U << 16;
inline constexpr std::uint32_t pad_error = 1U << 17;
inline constexpr std::uint32_t sequence_error = 1U << 18;
inline constexpr std::uint32_t extended_error = 1U << 19;
inline constexpr unsigned extended_code_shift = 20;  // [23:20]: ExtendedError
inline constexpr std::uint32_t error_mask = 0xFFU << 16;
inline constexpr unsigned pad_control_shift = 24;  // [31:24]: ESP pads to 2^n bytes (our reading)
}  // namespace ctrl_stat

enum class ExtendedError : std::uint8_t {
    bus = 0,
    descriptor_owner = 1,
    bad_operation = 2,
    bad_algorithm = 3,
    spi = 4,
    zero_length = 5,
    packet_length = 6,
    block_size = 7,
    processing = 8,
};

namespace length {
inline constexpr std::uint32_t bytes_mask = 0xF'FFFF;  // [19:0]: of the source; result: written to
                                                       // the destination
inline constexpr std::uint32_t host_ready = 1U << 22;
inline constexpr std::uint32_t pe_ready = 1U << 23;
}  // namespace length

/// Security association record: what to do, and with which keys.
struct SaRecord {
    std::uint32_t cmd0 = 0;
    std::uint32_t cmd1 = 0;
    std::array<std::uint8_t, 32> key{};
    std::array<std::uint32_t, 8> inner_digest{};  // hash state after the HMAC key's inner pad
    std::array<std::uint32_t, 8> outer_digest{};  // and after its outer pad
    std::uint32_t spi = 0;
    std::array<std::uint32_t, 2> sequence{};       // last number, low word first
    std::array<std::uint32_t, 2> sequence_mask{};  // bit n: number (last - n) has been seen
    std::array<std::uint8_t, 4> nonce{};           // RFC 3686
};
static_assert(sizeof(SaRecord) == 128);

/// State record: what goes from one packet to the next. Hash words as the hash's own 32-bit words.
struct StateRecord {
    std::array<std::uint8_t, 16> iv{};
    std::array<std::uint32_t, 2> byte_count{};    // hashed so far, low word first
    std::array<std::uint32_t, 8> inner_digest{};  // hash state; after hash_final the digest
};
static_assert(sizeof(StateRecord) == 56);

namespace cmd0 {
inline constexpr std::uint32_t opcode_mask = 7U;  // in the group
inline constexpr std::uint32_t opcode_crypt = 0;  // protocol group: ESP
inline constexpr std::uint32_t opcode_crypt_hash = 1;
inline constexpr std::uint32_t opcode_hash = 3;
inline constexpr std::uint32_t inbound = 1U << 3;
inline constexpr std::uint32_t group_mask = 3U << 4;
inline constexpr std::uint32_t group_basic = 0U << 4;
inline constexpr std::uint32_t group_protocol = 1U << 4;
inline constexpr unsigned cipher_shift = 8;  // [11:8]: Cipher
inline constexpr unsigned hash_shift = 12;   // [15:12]: Hash
inline constexpr std::uint32_t stream_pad = 1U << 17;
inline constexpr std::uint32_t header_processing = 1U << 19;
inline constexpr unsigned digest_words_shift = 20;  // [23:20]
inline constexpr std::uint32_t iv_mask = 3U << 24;
inline constexpr std::uint32_t iv_none = 0U << 24;
inline constexpr std::uint32_t iv_input = 1U << 24;
inline constexpr std::uint32_t iv_state = 2U << 24;
inline constexpr std::uint32_t iv_prng = 3U << 24;
inline constexpr std::uint32_t hash_mask = 3U << 26;
inline constexpr std::uint32_t hash_from_sa = 0U << 26;
inline constexpr std::uint32_t hash_from_state = 2U << 26;
inline constexpr std::uint32_t hash_new = 3U << 26;
inline constexpr std::uint32_t save_iv = 1U << 28;
inline constexpr std::uint32_t save_hash = 1U << 29;
}  // namespace cmd0

enum class Cipher : std::uint8_t { des = 0, triple_des = 1, arc4 = 2, aes = 3, null = 15 };
enum class Hash : std::uint8_t { md5 = 0, sha_1 = 1, sha_224 = 2, sha_256 = 3, null = 15 };
enum class CipherMode : std::uint8_t { ecb = 0, cbc = 1, ctr = 2, icm = 3 };

namespace cmd1 {
inline constexpr std::uint32_t copy_digest = 1U << 0;  // outbound: the digest follows the output
inline constexpr std::uint32_t copy_header = 1U << 1;  // inbound ESP: header and IV go out as well
inline constexpr std::uint32_t copy_payload = 1U << 2;
inline constexpr std::uint32_t copy_pad = 1U << 3;
inline constexpr unsigned mode_shift = 8;  // [9:8]: CipherMode
inline constexpr std::uint32_t hmac = 1U << 12;
inline constexpr unsigned hash_crypt_offset_shift = 16;  // [23:16]: words hashed before the cipher
                                                         // begins
inline constexpr unsigned aes_key_shift = 24;            // [26:24]: key length in words of 8 bytes
inline constexpr std::uint32_t sequence_check = 1U << 29;
}  // namespace cmd1

}  // namespace lookaside::datasheet::eip93
