// SPDX-License-Identifier: Apache-2.0
// ESP packets of draft-mcgrew-gcm-test-01, built and opened byte for byte.
#include <algorithm>
#include <fstream>
#include <map>
#include <string>

#include "host/crypto/software_aead.h"
#include "host/stacks/esp/byte_order.h"
#include "host/stacks/esp/esp_tunnel.h"
#include "tests/support/catch.h"
#include "tests/unit/esp/scripted_kernel.h"
#include "tests/unit/esp/tunnel_fixture.h"

using namespace lookaside;
using namespace lookaside::esp;
using namespace lookaside::testing;
using crypto_api::AeadRequest;
using crypto_api::Direction;
using crypto_api::Submit;

namespace {

using Fields = std::map<std::string, std::string>;

// Cases are blocks of "name = value" lines between empty lines.
std::vector<Fields> read_cases() {
    std::ifstream file(LOOKASIDE_SOURCE_DIR "/tests/unit/esp/esp_gcm_draft_mcgrew.rsp");
    std::vector<Fields> cases(1);
    for (std::string line; std::getline(file, line);) {
        const auto equals = line.find(" = ");
        if (line.empty()) {
            cases.emplace_back();
        } else if (line[0] != '#' && equals != std::string::npos) {
            cases.back()[line.substr(0, equals)] = line.substr(equals + 3);
        }
    }
    std::erase_if(cases, [](const Fields& fields) { return fields.empty(); });
    return cases;
}

PacketBytes bytes_of(const std::string& hex) {
    PacketBytes bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        bytes.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

struct Vector {
    explicit Vector(Fields& fields)
        : plain(bytes_of(fields["PT"])),
          esp(bytes_of(fields["ESP"])),
          sequence(std::stoull(fields["Seq"], nullptr, 16)) {
        sa.key = bytes_of(fields["Key"]);
        sa.spi = static_cast<std::uint32_t>(std::stoul(fields["SPI"], nullptr, 16));
        std::ranges::copy(bytes_of(fields["Salt"]), sa.salt.begin());
        sa.extended_sequence_numbers = fields["ESN"] == "1";
        // The draft's IVs are arbitrary; this mask makes the generator give the one at hand.
        sa.iv_mask = std::stoull(fields["IV"], nullptr, 16) ^ sequence;
    }
    PacketBytes payload() const {
        const std::size_t padding = plain[plain.size() - 2];
        return {plain.begin(), plain.end() - static_cast<std::ptrdiff_t>(padding + 2)};
    }

    SecurityAssociation sa;
    PacketBytes plain;
    PacketBytes esp;  // from the ESP header on
    std::uint64_t sequence;
};

std::vector<Vector> aes_128_and_256_vectors() {
    std::vector<Vector> vectors;
    for (auto& fields : read_cases()) {
        if (fields["KeyLen"] != "192") {
            vectors.emplace_back(fields);
        }
    }
    return vectors;
}

}  // namespace

TEST_CASE("the draft has 13 cases with AES-128 or AES-256, nine of them with extended numbers") {
    const auto vectors = aes_128_and_256_vectors();
    CHECK(vectors.size() == 13);
    CHECK(std::ranges::count_if(vectors, [](const Vector& vector) {
              return vector.sa.extended_sequence_numbers;
          }) == 9);
}

TEST_CASE("encapsulation and AES-GCM give the draft's ESP packets") {
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    for (const auto& vector : aes_128_and_256_vectors()) {
        const auto inner = vector.payload();
        EspTunnel tunnel(vector.sa);
        const auto where = tunnel.layout(inner.size());
        PacketBytes packet(where.total_bytes());
        const auto gcm = tunnel.encapsulate(inner, vector.plain.back(), vector.sequence, packet);
        const auto payload =
            std::span(packet).subspan(where.payload_offset(), where.payload_bytes());
        REQUIRE(std::ranges::equal(payload, vector.plain));

        AeadRequest request;
        request.key = aead.set_key(vector.sa.key);
        request.iv = gcm.iv_span();
        request.aad = gcm.aad_span();
        request.payload = payload;
        request.tag = std::span(packet).subspan(where.icv_offset());
        REQUIRE(aead.submit(request) == Submit::done);
        CHECK(std::ranges::equal(std::span(packet).subspan(where.esp_offset()), vector.esp));
    }
}

TEST_CASE("the draft's ESP packets decrypt to its plaintexts, and not after a change of one bit") {
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    for (const auto& vector : aes_128_and_256_vectors()) {
        const PacketLayout where(0, vector.payload().size());
        const auto gcm = EspTunnel(vector.sa).cipher_inputs(
            vector.sequence, std::span(vector.esp).subspan(where.iv_offset(), where.iv_bytes()));
        auto packet = vector.esp;
        AeadRequest request;
        request.key = aead.set_key(vector.sa.key);
        request.direction = Direction::decrypt;
        request.iv = gcm.iv_span();
        request.aad = gcm.aad_span();
        request.payload = std::span(packet).subspan(where.payload_offset(), where.payload_bytes());
        request.tag = std::span(packet).subspan(where.icv_offset());
        REQUIRE(aead.submit(request) == Submit::done);
        CHECK(std::ranges::equal(request.payload, vector.plain));

        packet = vector.esp;
        packet.back() ^= 1;
        request.payload = std::span(packet).subspan(where.payload_offset(), where.payload_bytes());
        request.tag = std::span(packet).subspan(where.icv_offset());
        CHECK(aead.submit(request) == Submit::bad_message);
        CHECK(std::ranges::count(request.payload, 0) ==
              static_cast<std::ptrdiff_t>(request.payload.size()));
    }
}
