// SPDX-License-Identifier: Apache-2.0
// The valid/ready rules of rtl/sha256's ports, with either input width: stalls change no digest, a
// digest waits until it is taken, and messages follow each other without a gap.
#include <verilated.h>

#include <array>
#include <deque>

#include "Vsha256_four_rounds.h"
#include "Vsha256_narrow_four_rounds.h"
#include "Vsha256_narrow_one_round.h"
#include "Vsha256_one_round.h"
#include "Vsha256_two_rounds.h"
#include "base/sha256.h"
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

ByteString digest_of(const ByteString& message) {
    ByteString digest(Sha256::digest_bytes);
    Sha256().hash(message, std::span(digest).first<Sha256::digest_bytes>());
    return digest;
}

template <typename Model>
class Bench {
  public:
    Bench(Activity sends, Activity receives)
        : sends_(std::move(sends)), receives_(std::move(receives)) {
        core_.rst = 1;
        core_.eval();  // a first one with the clock low, or the model sees no edge
        tick();
        core_.rst = 0;
    }

    /// Queues a message's words.
    void send(const ByteString& message) {
        for (std::size_t at = 0; at == 0 || at < message.size(); at += port_bytes) {
            Word word;
            word.bytes = std::min(port_bytes, message.size() - at);
            word.last = at + port_bytes >= message.size();
            std::copy_n(message.begin() + static_cast<std::ptrdiff_t>(at), word.bytes,
                        word.content.begin());
            words_.push_back(word);
        }
    }

    /// Cycles until `count` digests have been taken.
    Cycles run_until(std::size_t count) {
        Cycles cycles = 0;
        for (; digests_.size() < count && cycles < 100'000; ++cycles) {
            cycle();
        }
        return cycles;
    }

    void run(Cycles cycles) {
        for (Cycles i = 0; i < cycles; ++i) {
            cycle();
        }
    }

    void receive(Activity receives) { receives_ = std::move(receives); }
    const std::vector<ByteString>& digests() const { return digests_; }

  private:
    static constexpr std::size_t port_bytes = sizeof(Model::in_word);
    struct Word {
        /// Bytes that do not count may be anything.
        std::array<std::uint8_t, 8> content = {0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5};
        std::size_t bytes = 0;
        bool last = false;
    };

    void tick() {
        core_.clk = 1;
        core_.eval();
        core_.clk = 0;
        core_.eval();
    }

    void cycle() {
        core_.in_valid = !words_.empty() && sends_[cycle_ % sends_.size()];
        core_.digest_ready = receives_[cycle_ % receives_.size()];
        if (core_.in_valid != 0) {
            present(words_.front());
        }
        core_.eval();
        if (core_.digest_valid != 0 && core_.digest_ready != 0) {
            take_digest();
        }
        const bool taken = core_.in_valid != 0 && core_.in_ready != 0;
        tick();
        if (taken) {
            words_.pop_front();
        }
        ++cycle_;
    }

    void present(const Word& word) {
        core_.in_word = 0;
        for (std::size_t i = 0; i < port_bytes; ++i) {
            core_.in_word =
                static_cast<decltype(core_.in_word + 0)>(core_.in_word << 8 | word.content[i]);
        }
        core_.in_last = word.last;
        // Only the last word's number of bytes counts.
        core_.in_bytes = static_cast<std::uint8_t>(word.last ? word.bytes : 1);
    }

    void take_digest() {
        ByteString digest(Sha256::digest_bytes);
        PortWord::get(&core_.digest[4], std::span(digest).first(16));
        PortWord::get(&core_.digest[0], std::span(digest).last(16));
        digests_.push_back(digest);
    }

    VerilatedContext context_;
    Model core_{&context_};
    Activity sends_, receives_;
    std::size_t cycle_ = 0;
    std::deque<Word> words_;
    std::vector<ByteString> digests_;
};

}  // namespace

TEMPLATE_TEST_CASE("Stalls on either side change no digest, whatever the message's length", "",
                   Vsha256_one_round, Vsha256_two_rounds, Vsha256_four_rounds,
                   Vsha256_narrow_one_round, Vsha256_narrow_four_rounds) {
    for (const Activity& sends : {always, seldom, often}) {
        for (const Activity& receives : {always, seldom, often}) {
            Bench<TestType> bench(sends, receives);
            std::vector<ByteString> expected;
            for (std::size_t bytes = 0; bytes <= 140; ++bytes) {
                const ByteString message = pattern(bytes, 1);
                bench.send(message);
                expected.push_back(digest_of(message));
            }
            bench.run_until(expected.size());
            REQUIRE(bench.digests() == expected);
        }
    }
}

TEMPLATE_TEST_CASE("A digest that nobody takes stays, and the messages behind it are not lost", "",
                   Vsha256_one_round, Vsha256_two_rounds, Vsha256_four_rounds,
                   Vsha256_narrow_one_round, Vsha256_narrow_four_rounds) {
    Bench<TestType> bench(always, {false});
    std::vector<ByteString> expected;
    for (const std::size_t bytes : Lengths{3, 64, 200, 0}) {
        bench.send(pattern(bytes, 2));
        expected.push_back(digest_of(pattern(bytes, 2)));
    }
    bench.run(2000);
    REQUIRE(bench.digests().empty());
    bench.receive(always);
    bench.run_until(expected.size());
    REQUIRE(bench.digests() == expected);
}

TEMPLATE_TEST_CASE_SIG("The next message's words come in during the rounds: no cycle is lost", "",
                       ((typename Model, int interval), Model, interval), (Vsha256_one_round, 65),
                       (Vsha256_two_rounds, 33), (Vsha256_four_rounds, 17),
                       (Vsha256_narrow_one_round, 65), (Vsha256_narrow_four_rounds, 17)) {
    Bench<Model> bench(always, always);
    constexpr std::size_t messages = 20;
    const ByteString message = pattern(119, 3);  // two blocks, the second one full
    for (std::size_t i = 0; i < messages; ++i) {
        bench.send(message);
    }
    bench.run_until(1);
    REQUIRE(bench.run_until(messages) == 2 * (messages - 1) * interval);
}
