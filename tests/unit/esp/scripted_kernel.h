// SPDX-License-Identifier: Apache-2.0
// A kernel with one context and a list of future events: enough to run stack and workload code.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "host/os/kernel.h"

namespace lookaside::testing {

/// Time passes by spend(), 1 ns each, and by waiting. Events fall due meanwhile, as interrupts do,
/// and run on top of whoever spends or waits. A wait that nothing can end throws std::logic_error.
/// A kthread's body runs within run_kthread().
class ScriptedKernel : public os::Kernel, private os::DmaMapper {
  public:
    /// Runs `event` this long from now.
    void after(Picoseconds delay, std::function<void()> event) {
        events_.emplace(now_ + delay, std::move(event));
    }
    void run_events() {
        while (!events_.empty()) {
            run_next_event();
        }
    }
    std::uint64_t spent(os::Cost cost) const { return spent_[static_cast<std::size_t>(cost)]; }
    bool any_lock_held() const { return locks_held_ != 0; }

    SimTime now() const override { return now_; }
    os::CpuId this_cpu() const override { return 0; }
    unsigned cpu_count() const override { return 1; }
    void spend(os::Cost cost, std::uint64_t count = 1) override {
        spent_[static_cast<std::size_t>(cost)] += count;
        pass(Picoseconds{1'000} * static_cast<std::int64_t>(count));
    }
    /// A set-up and every byte, 1 ns each.
    void compute(os::Implementation, os::CipherWork work, Bytes size) override {
        computed_[static_cast<std::size_t>(work)] += size;
        pass(Picoseconds{1'000} * static_cast<std::int64_t>(size + 1));
    }
    /// Bytes that went through a cipher on the CPU.
    Bytes computed(os::CipherWork work) const { return computed_[static_cast<std::size_t>(work)]; }
    const os::CpuProfile& cpu() const override { return cpu_; }
    os::CpuProfile& prices() { return cpu_; }
    void schedule() override {}
    void sleep(Picoseconds duration) override { pass(duration); }

    std::unique_ptr<os::SpinLock> make_spin_lock(std::string_view) override {
        return std::make_unique<Lock>(*this);
    }
    std::unique_ptr<os::WaitQueue> make_wait_queue(std::string_view) override {
        return std::make_unique<Queue>(*this);
    }
    std::unique_ptr<os::KThread> run_kthread(std::string_view, std::optional<os::CpuId>,
                                             std::function<void(os::KThread&)> body) override {
        auto thread = std::make_unique<Thread>();
        body(*thread);
        return thread;
    }
    os::DmaMapper& dma() override { return *this; }

    std::unique_ptr<os::Mutex> make_mutex(std::string_view) override { not_scripted(); }
    std::unique_ptr<os::Completion> make_completion(std::string_view) override { not_scripted(); }
    os::WorkQueue& system_wq() override { not_scripted(); }
    std::unique_ptr<os::WorkQueue> make_work_queue(std::string_view) override { not_scripted(); }
    std::unique_ptr<os::Tasklet> make_tasklet(std::string_view, std::function<void()>) override {
        not_scripted();
    }
    std::unique_ptr<os::Timer> make_timer(std::string_view, std::function<void()>) override {
        not_scripted();
    }

  private:
    struct Lock : os::SpinLock {
        explicit Lock(ScriptedKernel& owner) : kernel(owner) {}
        void lock() override { ++kernel.locks_held_; }
        void unlock() override { --kernel.locks_held_; }
        void lock_irqsave() override { lock(); }
        void unlock_irqrestore() override { unlock(); }
        ScriptedKernel& kernel;
    };
    struct Queue : os::WaitQueue {
        explicit Queue(ScriptedKernel& owner) : kernel(owner) {}
        void wait_event(const std::function<bool()>& condition) override {
            while (!condition()) {
                kernel.run_next_event();
            }
        }
        bool wait_event_timeout(const std::function<bool()>& condition,
                                Picoseconds timeout) override {
            const SimTime end = kernel.now_ + timeout;
            while (!condition()) {
                if (kernel.events_.empty() || kernel.events_.begin()->first > end) {
                    kernel.pass(end - kernel.now_);
                    return condition();
                }
                kernel.run_next_event();
            }
            return true;
        }
        void wake_up() override {}
        void wake_up_all() override {}
        ScriptedKernel& kernel;
    };
    struct Thread : os::KThread {
        bool should_stop() const override { return false; }
        void stop() override {}
    };

    os::DmaBuffer alloc_coherent(Bytes) override { not_scripted(); }
    std::span<std::uint8_t> alloc_buffer(Bytes size) override {
        buffers_.emplace_back(size);
        return buffers_.back();
    }
    std::uint64_t map_single(std::span<std::uint8_t>, os::DmaDirection) override { not_scripted(); }
    void unmap_single(std::uint64_t, Bytes, os::DmaDirection) override { not_scripted(); }

    [[noreturn]] static void not_scripted() {
        throw std::logic_error("this kernel service is not part of the script");
    }
    void pass(Picoseconds duration) {
        const SimTime end = now_ + duration;
        while (!events_.empty() && events_.begin()->first <= end) {
            run_next_event();
        }
        now_ = std::max(now_, end);
    }
    void run_next_event() {
        if (events_.empty()) {
            throw std::logic_error("waits for what never happens");
        }
        auto next = events_.extract(events_.begin());
        now_ = std::max(now_, next.key());
        next.mapped()();
    }

    SimTime now_{0};
    std::multimap<SimTime, std::function<void()>> events_;  // equal times in order of insertion
    std::array<std::uint64_t, os::cost_count> spent_{};
    std::array<Bytes, os::cipher_work_count> computed_{};
    os::CpuProfile cpu_;
    int locks_held_ = 0;
    std::vector<std::vector<std::uint8_t>> buffers_;
};

}  // namespace lookaside::testing
