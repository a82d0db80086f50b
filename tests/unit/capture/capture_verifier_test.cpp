// SPDX-License-Identifier: Apache-2.0
// What counts as a right result: the SA's packet, of that number, holding that inner packet.
#include "host/workloads/capture_verifier.h"

#include "host/crypto/software_aead.h"
#include "host/stacks/esp/esp_output.h"
#include "tests/support/captures.h"
#include "tests/support/catch.h"
#include "tests/unit/capture/replay_fixture.h"
#include "tests/unit/esp/scripted_kernel.h"

using namespace lookaside;
using namespace lookaside::testing;
using workloads::CaptureVerifier;

namespace {

// The packet with sequence number 1.
CaptureBytes encrypted(const CaptureBytes& inner, const esp::SecurityAssociation& sa) {
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    CaptureBytes wire;
    esp::EspOutput output(kernel, aead, sa, esp::FullQueue::drop, [&](const esp::EspSent& sent) {
        wire.assign(sent.packet.begin(), sent.packet.end());
    });
    output.init_state();
    REQUIRE(output.output(inner, 0));
    return wire;
}

}  // namespace

TEST_CASE("a right packet holds its inner packet and no other") {
    CaptureVerifier verifier(tunnel_sa());
    const auto wire = encrypted(ipv4(100, 1), tunnel_sa());
    CHECK(verifier.holds(wire, 1, ipv4(100, 1)));
    CHECK_FALSE(verifier.holds(wire, 1, ipv4(100, 2)));
    CHECK_FALSE(verifier.holds(wire, 1, ipv4(101, 1)));
    CHECK_FALSE(verifier.holds(wire, 1, ipv4(60, 1)));
}

TEST_CASE("a packet under another number, SPI, salt or key is wrong") {
    const auto inner = ipv4(100);
    CaptureVerifier verifier(tunnel_sa());
    CHECK_FALSE(verifier.holds(encrypted(inner, tunnel_sa()), 2, inner));
    auto other_spi = tunnel_sa();
    other_spi.spi += 1;
    CHECK_FALSE(verifier.holds(encrypted(inner, other_spi), 1, inner));
    auto other_salt = tunnel_sa();
    other_salt.salt[0] ^= 1;
    CHECK_FALSE(verifier.holds(encrypted(inner, other_salt), 1, inner));
    CHECK_FALSE(verifier.holds(encrypted(inner, tunnel_sa(32)), 1, inner));
}

TEST_CASE("a packet with one bit changed anywhere behind its addresses is wrong") {
    const auto inner = ipv4(60);
    CaptureVerifier verifier(tunnel_sa());
    const auto wire = encrypted(inner, tunnel_sa());
    for (std::size_t byte = 20; byte < wire.size(); ++byte) {
        auto changed = wire;
        changed[byte] ^= 0x10;
        CHECK_FALSE(verifier.holds(changed, 1, inner));
    }
}

TEST_CASE("what is no ESP packet is wrong") {
    CaptureVerifier verifier(tunnel_sa());
    CHECK_FALSE(verifier.holds(ipv4(156), 1, ipv4(100)));
    CHECK_FALSE(verifier.holds({}, 1, ipv4(100)));
    auto shortened = encrypted(ipv4(100), tunnel_sa());
    shortened.pop_back();
    CHECK_FALSE(verifier.holds(shortened, 1, ipv4(100)));
}
