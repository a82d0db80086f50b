// SPDX-License-Identifier: Apache-2.0
// A capture goes through the tunnel and comes back out of the output file, opened by OpenSSL alone.
#include "host/crypto/software_aead.h"
#include "tests/support/catch.h"
#include "tests/unit/capture/replay_fixture.h"
#include "tests/unit/esp/queued_aead.h"

using namespace lookaside;
using namespace lookaside::testing;

TEST_CASE("every inner packet comes back out of the output capture, in software") {
    Run run(mixed_capture());
    run.parameters.sa = tunnel_sa(GENERATE(std::size_t{16}, std::size_t{32}));
    run.parameters.sa.extended_sequence_numbers = GENERATE(false, true);
    if (GENERATE(false, true)) {
        run.parameters.sa.tunnel = esp::Ipv6Endpoints{};
    }
    ScriptedKernel kernel;
    crypto_api::SoftwareAead aead(kernel);
    run.through(kernel, aead);

    const auto wire = run.output();
    REQUIRE(wire.size() == run.capture.packets.size());
    for (std::size_t i = 0; i < wire.size(); ++i) {
        CHECK(open_with_openssl(run.parameters.sa, 0, wire[i].bytes) ==
              run.capture.packets[i].bytes);
    }
    CHECK(run.counters.verified == 25);
    CHECK(run.counters.mismatched == 0);
}

TEST_CASE("every inner packet comes back with an asynchronous provider") {
    Run run(mixed_capture());
    run.parameters.in_flight = GENERATE(1u, 4u, 100u);
    ScriptedKernel kernel;
    QueuedAead aead(kernel, GENERATE(std::size_t{1}, std::size_t{8}));
    run.through(kernel, aead);
    const auto wire = run.output();
    REQUIRE(wire.size() == run.capture.packets.size());
    for (std::size_t i = 0; i < wire.size(); ++i) {
        CHECK(open_with_openssl(run.parameters.sa, 0, wire[i].bytes) ==
              run.capture.packets[i].bytes);
    }
}

TEST_CASE("extended sequence numbers cross 2^32 within a replay") {
    Run run(mixed_capture());
    run.parameters.sa.extended_sequence_numbers = true;
    run.parameters.sa.first_sequence = 0xFFFF'FFFF;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8);
    run.through(kernel, aead);
    const auto wire = run.output();
    REQUIRE(wire.size() == 25);
    CHECK(open_with_openssl(run.parameters.sa, 0, wire[0].bytes) == run.capture.packets[0].bytes);
    for (std::size_t i = 1; i < wire.size(); ++i) {
        CHECK(open_with_openssl(run.parameters.sa, 1, wire[i].bytes) ==
              run.capture.packets[i].bytes);
    }
}

TEST_CASE("a repeated replay sends every packet again under new sequence numbers") {
    Run run(mixed_capture());
    run.parameters.repeat = 3;
    ScriptedKernel kernel;
    QueuedAead aead(kernel, 8);
    run.through(kernel, aead);
    const auto wire = run.output();
    REQUIRE(wire.size() == 75);
    CHECK(open_with_openssl(run.parameters.sa, 0, wire[74].bytes) == run.capture.packets[24].bytes);
    CHECK(wire[74].bytes[27] == 75);
    CHECK(run.counters.verified == 75);
}

TEST_CASE("a provider that corrupts one bit is found out") {
    struct Corrupting : crypto_api::SoftwareAead {
        using SoftwareAead::SoftwareAead;
        crypto_api::Submit submit(crypto_api::AeadRequest& request) override {
            const auto answer = SoftwareAead::submit(request);
            if (++packets == 3) {
                request.payload[5] ^= 1;
            } else if (packets == 7) {
                request.tag[15] ^= 1;
            }
            return answer;
        }
        int packets = 0;
    };
    Run run(mixed_capture());
    ScriptedKernel kernel;
    Corrupting aead(kernel);
    run.through(kernel, aead);
    CHECK(run.counters.mismatched == 2);
    CHECK(run.counters.verified == 23);
    CHECK(run.counters.first_mismatch ==
          "frame 3 of the capture (41 bytes), sent as sequence number 3");
}

TEST_CASE("two replays write the same bytes") {
    const auto replayed = [] {
        Run run(mixed_capture());
        ScriptedKernel kernel;
        QueuedAead aead(kernel, 8);
        run.through(kernel, aead);
        return read_file(run.parameters.output);
    };
    CHECK(replayed() == replayed());
}
