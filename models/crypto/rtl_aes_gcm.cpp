// SPDX-License-Identifier: Apache-2.0
// The rtl engine: rtl/aes_gcm by Verilator, clocked in a tight loop from a job's start to its end.
// Must not include SystemC, whose headers clash with Verilator's in one translation unit.
#include <verilated.h>

#include <stdexcept>

#include "Vaes_gcm_iterative.h"
#include "Vaes_gcm_pipelined.h"
#include "models/crypto/job_key.h"
#include "models/crypto/word_stream.h"

namespace lookaside::crypto {
namespace {

/// A core that hangs is a bug of the core; no job that fits its length fields takes this long.
constexpr Cycles hang_limit = Cycles{1} << 32;

template <typename Model>
class RtlAesGcm final : public Engine {
  public:
    RtlAesGcm() {
        core_.rst = 1;
        tick();
        tick();
        core_.rst = 0;
        core_.out_ready = 1;
        core_.result_ready = 1;
    }

    JobResult run(const Job& job) override {
        JobResult result;
        if (key_.load(job)) {
            result.cycles = load_key(job);
        }
        start(job);
        result.cycles += finish(job, result);
        return result;
    }

    std::string_view fidelity() const override { return "rtl"; }

  private:
    void tick() {
        core_.clk = 1;
        core_.eval();
        core_.clk = 0;
        core_.eval();
    }

    Cycles load_key(const Job& job) {
        for (std::size_t part = 0; part < job.key.size() / 4; ++part) {
            core_.key[7 - part] = PortWord::load_big_endian(job.key.data() + 4 * part);
        }
        core_.key_256 = job.algorithm == Algorithm::aes_256_gcm;
        core_.key_valid = 1;
        tick();
        core_.key_valid = 0;
        Cycles cycles = 1;
        while (!core_.key_ready) {
            tick();
            ++cycles;
        }
        return cycles;
    }

    /// Presents the command in its first cycle; the caller's next tick() has it accepted.
    void start(const Job& job) {
        core_.cmd_valid = 1;
        core_.cmd_decrypt = job.direction == Direction::decrypt;
        core_.cmd_iv_bytes = static_cast<std::uint32_t>(job.iv.size());
        core_.cmd_aad_bytes = static_cast<std::uint32_t>(job.aad.size());
        core_.cmd_data_bytes = static_cast<std::uint32_t>(job.data.size());
        core_.cmd_tag_bytes = static_cast<std::uint8_t>(job.tag.size());
        input_ = {};
        if (job.iv.size() == 12) {
            for (std::size_t part = 0; part < 3; ++part) {
                core_.cmd_iv[2 - part] = PortWord::load_big_endian(job.iv.data() + 4 * part);
            }
        } else {
            input_.add(job.iv);
        }
        input_.add(job.aad);
        input_.add(job.data);
        input_.add(job.tag);
        present_input();
    }

    void present_input() {
        core_.in_valid = !input_.empty();
        if (!input_.empty()) {
            PortWord::put(core_.in_word, input_.front());
        }
    }

    /// Clocks the core until the result and every released word have left it.
    Cycles finish(const Job& job, JobResult& result) {
        result.data.resize(job.data.size());
        std::span<std::uint8_t> space = result.data;
        bool have_result = false;
        for (Cycles cycles = 1; cycles < hang_limit; ++cycles) {
            if (core_.out_valid) {
                PortWord::get(core_.out_word, space);
                space = space.subspan(std::min(space.size(), PortWord::bytes));
            }
            if (core_.result_valid) {
                have_result = true;
                take_result(job, result);
            }
            if (have_result && (space.empty() || !result.authentic)) {
                tick();
                return cycles;
            }
            const bool taken = core_.in_valid && core_.in_ready;
            tick();
            core_.cmd_valid = 0;
            if (taken) {
                input_.pop();
                present_input();
            }
        }
        throw std::logic_error("aes_gcm did not finish a job");
    }

    void take_result(const Job& job, JobResult& result) {
        result.authentic = core_.result_authentic;
        if (core_.result_too_long) {
            throw std::logic_error("aes_gcm cannot hold back a packet of this length");
        }
        if (job.direction == Direction::encrypt) {
            result.tag.resize(gcm_tag_bytes);
            PortWord::get(core_.result_tag, result.tag);
        } else if (!result.authentic) {
            result.data.clear();
        }
    }

    VerilatedContext context_;
    Model core_{&context_};
    LoadedKey key_;
    WordStream input_;
};

}  // namespace

std::unique_ptr<Engine> make_rtl_aes_gcm(AesGcmDesign design) {
    if (design == AesGcmDesign::iterative) {
        return std::make_unique<RtlAesGcm<Vaes_gcm_iterative>>();
    }
    return std::make_unique<RtlAesGcm<Vaes_gcm_pipelined>>();
}

}  // namespace lookaside::crypto
