// SPDX-License-Identifier: Apache-2.0
// ESP with AES-CBC and an HMAC: RFC 3602, RFC 2404, RFC 4868.
#include <algorithm>
#include <string>

#include "base/error.h"
#include "host/crypto/software_authenc.h"
#include "host/stacks/esp/esp_input.h"
#include "host/stacks/esp/esp_output.h"
#include "host/stacks/esp/reference_cipher.h"
#include "tests/support/catch.h"
#include "tests/unit/esp/scripted_kernel.h"
#include "tests/unit/esp/tunnel_fixture.h"

using namespace lookaside;
using namespace lookaside::esp;
using namespace lookaside::testing;

namespace {

SecurityAssociation cbc_sa(Suite suite, std::size_t key_bytes = 16) {
    SecurityAssociation sa = test_sa(key_bytes);
    sa.suite = suite;
    sa.auth_key.resize(auth_key_bytes(suite));
    Random(11).fill(sa.auth_key);
    return sa;
}

crypto_api::Algorithm algorithm_of(Suite suite) {
    return suite == Suite::aes_cbc_hmac_sha1 ? crypto_api::Algorithm::authenc_hmac_sha1_cbc_aes
                                             : crypto_api::Algorithm::authenc_hmac_sha256_cbc_aes;
}

PacketBytes unhex(const std::string& hex) {
    PacketBytes bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        bytes.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/// A tunnel with both its ends in software.
struct Tunnel {
    explicit Tunnel(const SecurityAssociation& sa)
        : cipher(kernel, algorithm_of(sa.suite), os::Implementation::generic),
          output(kernel, cipher, sa, FullQueue::drop,
                 [this](const EspSent& sent) {
                     wire.emplace_back(sent.packet.begin(), sent.packet.end());
                 }),
          input(kernel, cipher, sa, [this](auto inner, std::uint64_t) {
              delivered.emplace_back(inner.begin(), inner.end());
          }) {
        output.init_state();
        input.init_state();
    }

    ScriptedKernel kernel;
    crypto_api::SoftwareAuthenc cipher;
    std::vector<PacketBytes> wire;
    std::vector<PacketBytes> delivered;
    EspOutput output;
    EspInput input;
};

struct CbcSize {
    std::size_t inner;
    std::size_t sha1;
    std::size_t sha256;
};

}  // namespace

TEST_CASE("a CBC packet is padded to the cipher's block") {
    const auto [inner, sha1, sha256] =
        GENERATE(CbcSize{40, 104, 108}, CbcSize{64, 136, 140}, CbcSize{256, 328, 332},
                 CbcSize{1400, 1464, 1468}, CbcSize{1420, 1480, 1484}, CbcSize{1438, 1496, 1500},
                 CbcSize{1500, 1560, 1564});
    CHECK(PacketLayout(ipv4_header_bytes, inner, aes_cbc_hmac_sha1_sizes).total_bytes() == sha1);
    CHECK(PacketLayout(ipv4_header_bytes, inner, aes_cbc_hmac_sha256_sizes).total_bytes() ==
          sha256);
}

TEST_CASE("encapsulation and AES-CBC give the tunnel packets of RFC 3602") {
    struct Case {
        const char* key;
        std::uint64_t sequence;
        const char* iv;
        const char* inner;
        const char* cipher;
    };
    // Section 4, cases 7 and 8.
    const auto vector = GENERATE(
        Case{"0123456789abcdef0123456789abcdef", 2, "f4e765244f6407adf13dc1380f673f37",
             "45000054090400004001f988c0a87b03c0a87bc808009f76a90a0100b49c083d02a2040008090a0b0c0d0"
             "e0f"
             "101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f3031323334353637",
             "773b5241a4c449225e4f3ce5ed611b0c237ca96cf74a93013c1b0ea1a0cf70f8e4ecaec78ac53aad7a0f0"
             "22b"
             "859243c647752e94a859352b8a4d4d2decd136e5c177f132ad3fbfb2201ac9904c74ee0a109e0ca1e4dfe"
             "9d5"
             "a100b842f1c22f0d"},
        Case{"0123456789abcdef0123456789abcdef", 5, "85d47224b5f3dd5d2101d4ea8dffab22",
             "45000044090c00004001f990c0a87b03c0a87bc80800d63caa0a0200c69c083da3de0300fffffffffffff"
             "fff"
             "ffffffffffffffffffffffffffffffffffffffffffffffff",
             "15b92683819596a8047232cc00f7048fe45318e11f8a0f62ede3c3fc61203bb50f980a08c9843fd3a1b06"
             "d5c"
             "07ff9639b7eb7dfb3512e5de435e7207ed971ef3d2726d9b5ef6affc6d17a0decbb13892"});
    SecurityAssociation sa = cbc_sa(Suite::aes_cbc_hmac_sha1);
    sa.spi = 0x8765;
    sa.key = unhex(vector.key);
    EspTunnel tunnel(sa);
    const PacketBytes inner = unhex(vector.inner);
    const PacketLayout where = tunnel.layout(inner.size());
    PacketBytes packet(where.total_bytes());
    tunnel.encapsulate(inner, protocol_ipv4, vector.sequence, packet);
    std::ranges::copy(unhex(vector.iv),
                      packet.begin() + static_cast<std::ptrdiff_t>(where.iv_offset()));
    const CipherInputs inputs = tunnel.cipher_inputs(
        vector.sequence, std::span(packet).subspan(where.iv_offset(), where.iv_bytes()));
    const auto payload = std::span(packet).subspan(where.payload_offset(), where.payload_bytes());
    ReferenceCipher(sa).seal(inputs, payload, std::span(packet).subspan(where.icv_offset()));
    CHECK(std::ranges::equal(payload, unhex(vector.cipher)));
}

TEST_CASE("what a receiver decrypts is what the sender was given") {
    const auto suite = GENERATE(Suite::aes_cbc_hmac_sha1, Suite::aes_cbc_hmac_sha256);
    Tunnel tunnel(cbc_sa(suite, GENERATE(std::size_t{16}, std::size_t{32})));
    const std::vector<PacketBytes> inner{ipv4_packet(40, 1), ipv6_packet(61, 2),
                                         ipv4_packet(1420, 3)};
    for (const PacketBytes& packet : inner) {
        REQUIRE(tunnel.output.output(packet, 0));
    }
    for (const PacketBytes& packet : tunnel.wire) {
        tunnel.input.input(packet, 0);
    }
    CHECK(tunnel.delivered == inner);
}

TEST_CASE("the ICV covers header and IV and ciphertext") {
    Tunnel tunnel(cbc_sa(Suite::aes_cbc_hmac_sha256));
    REQUIRE(tunnel.output.output(ipv4_packet(100), 0));
    PacketBytes forged = tunnel.wire[0];
    // Sequence number, IV, first and last byte of the ciphertext, ICV.
    forged[GENERATE(27u, 28u, 43u, 44u, 155u, 156u)] ^= 0x40;
    tunnel.input.input(forged, 0);
    CHECK(tunnel.delivered.empty());
    CHECK(tunnel.input.counters().not_authentic == 1);
}

TEST_CASE("no two packets have the same IV") {
    Tunnel tunnel(cbc_sa(Suite::aes_cbc_hmac_sha1));
    REQUIRE(tunnel.output.output(ipv4_packet(100), 0));
    REQUIRE(tunnel.output.output(ipv4_packet(100), 0));
    CHECK_FALSE(std::ranges::equal(std::span(tunnel.wire[0]).subspan(28, 16),
                                   std::span(tunnel.wire[1]).subspan(28, 16)));
}

TEST_CASE("extended numbers with an HMAC and wrong integrity keys are refused") {
    SecurityAssociation sa = cbc_sa(Suite::aes_cbc_hmac_sha1);
    sa.extended_sequence_numbers = true;
    CHECK_THROWS_AS(EspTunnel(sa), InputError);
    sa = cbc_sa(Suite::aes_cbc_hmac_sha1);
    sa.auth_key.pop_back();
    CHECK_THROWS_AS(EspTunnel(sa), InputError);
}

TEST_CASE("an SA sends and receives nothing once its hard lifetime is over") {
    SecurityAssociation sa = cbc_sa(Suite::aes_cbc_hmac_sha1);
    Tunnel unlimited(sa);
    for (unsigned i = 0; i < 4; ++i) {
        REQUIRE(unlimited.output.output(ipv4_packet(100, i), 0));
    }
    sa.hard_lifetime.packets = 3;
    Tunnel tunnel(sa);
    for (unsigned i = 0; i < 4; ++i) {
        CHECK(tunnel.output.output(ipv4_packet(100, i), 0) == (i < 3));
        tunnel.input.input(unlimited.wire[i], 0);
    }
    CHECK(tunnel.output.counters().expired == 1);
    CHECK(tunnel.delivered.size() == 3);
    CHECK(tunnel.input.counters().expired == 1);
}

TEST_CASE("a lifetime in bytes ends with the packet that reaches it") {
    SecurityAssociation sa = cbc_sa(Suite::aes_cbc_hmac_sha1);
    sa.hard_lifetime.bytes = 150;
    Tunnel tunnel(sa);
    CHECK(tunnel.output.output(ipv4_packet(100), 0));
    CHECK(tunnel.output.output(ipv4_packet(100), 0));
    CHECK_FALSE(tunnel.output.output(ipv4_packet(100), 0));
}

TEST_CASE("the soft lifetime is reported and stops nothing") {
    SecurityAssociation sa = cbc_sa(Suite::aes_cbc_hmac_sha1);
    sa.soft_lifetime.packets = 2;
    Tunnel tunnel(sa);
    CHECK(tunnel.output.output(ipv4_packet(100), 0));
    CHECK(tunnel.output.counters().soft_expiries == 0);
    CHECK(tunnel.output.output(ipv4_packet(100), 0));
    CHECK(tunnel.output.counters().soft_expiries == 1);
    CHECK(tunnel.output.output(ipv4_packet(100), 0));
}
