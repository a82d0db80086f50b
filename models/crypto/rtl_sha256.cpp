// SPDX-License-Identifier: Apache-2.0
// The rtl engine: rtl/sha256 by Verilator, clocked in a tight loop from a message's start to its
// end. Must not include SystemC, whose headers clash with Verilator's in one translation unit.
#include <verilated.h>

#include <algorithm>
#include <stdexcept>

#include "Vsha256_four_rounds.h"
#include "Vsha256_one_round.h"
#include "Vsha256_two_rounds.h"
#include "models/crypto/sha256_job.h"
#include "models/crypto/word_stream.h"

namespace lookaside::crypto {
namespace {

/// Bytes of the core's input port.
constexpr std::size_t port_bytes = 8;

template <typename Model>
class RtlSha256 final : public Engine {
  public:
    RtlSha256() {
        core_.rst = 1;
        tick();
        tick();
        core_.rst = 0;
        core_.digest_ready = 1;
    }

    JobResult run(const Job& job) override {
        check_sha256_job(job);
        left_ = job.data;
        present_word();
        // A block takes 65 cycles at most; a core that needs twice as many has a fault.
        const Cycles hang_limit = 130 * (job.data.size() / 64 + 2);
        for (Cycles cycles = 1; cycles < hang_limit; ++cycles) {
            if (core_.digest_valid) {
                JobResult result = take_digest();
                result.cycles = cycles;
                tick();
                return result;
            }
            const bool taken = core_.in_valid && core_.in_ready;
            tick();
            if (taken) {
                next_word();
            }
        }
        throw std::logic_error("sha256 did not finish a message");
    }

    std::string_view fidelity() const override { return "rtl"; }

  private:
    void tick() {
        core_.clk = 1;
        core_.eval();
        core_.clk = 0;
        core_.eval();
    }

    /// An empty message is one last word of no bytes.
    void present_word() {
        core_.in_valid = 1;
        core_.in_last = left_.size() <= port_bytes;
        if (left_.size() >= port_bytes) {
            core_.in_bytes = port_bytes;
            core_.in_word = load_big_endian(left_.data());
        } else {
            std::array<std::uint8_t, port_bytes> padded{};
            std::ranges::copy(left_, padded.begin());
            core_.in_bytes = static_cast<std::uint8_t>(left_.size());
            core_.in_word = load_big_endian(padded.data());
        }
    }

    void next_word() {
        if (core_.in_last) {
            core_.in_valid = 0;
        } else {
            left_ = left_.subspan(port_bytes);
            present_word();
        }
    }

    static std::uint64_t load_big_endian(const std::uint8_t* from) {
        return std::uint64_t{PortWord::load_big_endian(from)} << 32 |
               PortWord::load_big_endian(from + 4);
    }

    JobResult take_digest() const {
        JobResult result;
        result.data.resize(sha256_digest_bytes);
        const std::span<std::uint8_t> digest = result.data;
        PortWord::get(&core_.digest[4], digest.first(PortWord::bytes));
        PortWord::get(&core_.digest[0], digest.last(PortWord::bytes));
        return result;
    }

    VerilatedContext context_;
    Model core_{&context_};
    std::span<const std::uint8_t> left_;  // of the message, from the word on the port on
};

}  // namespace

std::unique_ptr<Engine> make_rtl_sha256(Sha256Design design) {
    switch (design) {
        case Sha256Design::one_round:
            return std::make_unique<RtlSha256<Vsha256_one_round>>();
        case Sha256Design::two_rounds:
            return std::make_unique<RtlSha256<Vsha256_two_rounds>>();
        case Sha256Design::four_rounds:
            break;
    }
    return std::make_unique<RtlSha256<Vsha256_four_rounds>>();
}

}  // namespace lookaside::crypto
