// SPDX-License-Identifier: Apache-2.0
// The valid/ready rules of rtl/aes_gcm's ports: stalls on either side change no byte, and plaintext
// waits for its verdict.
#include <verilated.h>

#include "Vaes_gcm_iterative.h"
#include "Vaes_gcm_pipelined.h"
#include "base/aes_gcm.h"
#include "models/crypto/word_stream.h"
#include "tests/support/catch.h"
#include "tests/unit/crypto/packets.h"

using namespace lookaside;
using namespace lookaside::crypto;

namespace {

/// What a port does in a cycle: a repeating pattern of "active" and "stalled".
using Activity = std::vector<bool>;
const Activity always = {true};
const Activity seldom = {false, false, true, false, true, false, false};
const Activity often = {true, true, false, true};

template <typename Model>
class Bench {
  public:
    Bench(const Activity& sends, const Activity& receives) : sends_(sends), receives_(receives) {
        core_.rst = 1;
        tick();
        core_.rst = 0;
        core_.result_ready = 1;
    }

    void load_key(const ByteString& key) {
        for (std::size_t part = 0; part < 4; ++part) {
            core_.key[7 - part] = PortWord::load_big_endian(key.data() + 4 * part);
        }
        core_.key_valid = 1;
        tick();
        core_.key_valid = 0;
        while (core_.key_ready == 0) {
            tick();
        }
    }

    /// Sends a packet and waits for its result; its words go to `received()`.
    bool run(const Packet& packet, const ByteString& data, const ByteString& tag) {
        core_.cmd_valid = 1;
        core_.cmd_decrypt = !tag.empty();
        core_.cmd_iv_bytes = 12;
        for (std::size_t part = 0; part < 3; ++part) {
            core_.cmd_iv[2 - part] = PortWord::load_big_endian(packet.iv.data() + 4 * part);
        }
        core_.cmd_aad_bytes = static_cast<std::uint32_t>(packet.aad.size());
        core_.cmd_data_bytes = static_cast<std::uint32_t>(data.size());
        core_.cmd_tag_bytes = 16;
        WordStream words;
        words.add(packet.aad);
        words.add(data);
        words.add(tag);
        while (core_.result_valid == 0) {
            const bool accepted = core_.cmd_ready != 0;
            cycle(words);
            if (accepted) {
                core_.cmd_valid = 0;
            }
        }
        const bool authentic = core_.result_authentic != 0;
        words_before_result_ = received_.size() / 16;
        cycle(words);
        return authentic;
    }

    /// Runs until nothing has left for a while.
    void drain() {
        WordStream none;
        for (int i = 0; i < 5000; ++i) {
            cycle(none);
        }
    }

    const ByteString& received() const { return received_; }
    std::size_t words_before_result() const { return words_before_result_; }

  private:
    void tick() {
        core_.clk = 1;
        core_.eval();
        core_.clk = 0;
        core_.eval();
    }

    void cycle(WordStream& words) {
        core_.in_valid = !words.empty() && sends_[cycle_ % sends_.size()];
        core_.out_ready = receives_[cycle_ % receives_.size()];
        if (core_.in_valid != 0) {
            PortWord::put(core_.in_word, words.front());
        }
        core_.eval();
        if (core_.out_valid != 0 && core_.out_ready != 0) {
            received_.resize(received_.size() + 16);
            PortWord::get(core_.out_word, std::span(received_).last(16));
        }
        const bool taken = core_.in_valid != 0 && core_.in_ready != 0;
        tick();
        if (taken) {
            words.pop();
        }
        ++cycle_;
    }

    VerilatedContext context_;
    Model core_{&context_};
    Activity sends_, receives_;
    std::size_t cycle_ = 0;
    ByteString received_;
    std::size_t words_before_result_ = 0;
};

struct Sealed {
    ByteString data;
    ByteString tag;
};

Sealed seal(const Packet& packet) {
    Sealed sealed{ByteString(packet.data.size()), ByteString(gcm_tag_bytes)};
    AesGcm(packet.key).encrypt(packet.iv, packet.aad, packet.data, sealed.data, sealed.tag);
    return sealed;
}

/// As the port shows it: whole words, the last one filled up with zeros.
ByteString padded(ByteString bytes) {
    bytes.resize((bytes.size() + 15) / 16 * 16);
    return bytes;
}

}  // namespace

TEMPLATE_TEST_CASE("Stalls on either side change no word", "", Vaes_gcm_iterative,
                   Vaes_gcm_pipelined) {
    const Packet packet = packet_of(Algorithm::aes_128_gcm, 333);
    const Sealed sealed = seal(packet);
    for (const Activity& sends : {always, seldom, often}) {
        for (const Activity& receives : {always, seldom, often}) {
            Bench<TestType> bench(sends, receives);
            bench.load_key(packet.key);
            REQUIRE(bench.run(packet, packet.data, {}));
            REQUIRE(bench.run(packet, sealed.data, sealed.tag));
            bench.drain();
            ByteString expected = padded(sealed.data);
            const ByteString plain = padded(packet.data);
            expected.insert(expected.end(), plain.begin(), plain.end());
            REQUIRE(bench.received() == expected);
        }
    }
}

TEMPLATE_TEST_CASE("No plaintext word leaves before the verdict, and none after a bad one", "",
                   Vaes_gcm_iterative, Vaes_gcm_pipelined) {
    const Packet packet = packet_of(Algorithm::aes_128_gcm, 1500);
    Sealed sealed = seal(packet);
    Bench<TestType> bench(always, always);
    bench.load_key(packet.key);

    sealed.tag[3] ^= 4;
    REQUIRE_FALSE(bench.run(packet, sealed.data, sealed.tag));
    bench.drain();
    REQUIRE(bench.received().empty());

    sealed.tag[3] ^= 4;
    REQUIRE(bench.run(packet, sealed.data, sealed.tag));
    REQUIRE(bench.words_before_result() == 0);
    bench.drain();
    REQUIRE(bench.received() == padded(packet.data));
}

TEMPLATE_TEST_CASE("A decrypted packet leaves while the next one is worked on, in order", "",
                   Vaes_gcm_iterative, Vaes_gcm_pipelined) {
    const Packet packet = packet_of(Algorithm::aes_128_gcm, 1500);
    const Sealed sealed = seal(packet);
    Sealed forged = sealed;
    forged.tag[0] ^= 1;
    Bench<TestType> bench(always, often);
    bench.load_key(packet.key);
    REQUIRE(bench.run(packet, sealed.data, sealed.tag));
    REQUIRE_FALSE(bench.run(packet, forged.data, forged.tag));
    REQUIRE(bench.words_before_result() > 0);
    REQUIRE(bench.run(packet, packet.data, {}));
    bench.drain();
    ByteString expected = padded(packet.data);
    const ByteString cipher = padded(sealed.data);
    expected.insert(expected.end(), cipher.begin(), cipher.end());
    REQUIRE(bench.received() == expected);
}
