// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/engine_array/queue_poller.h"

#include <string>

namespace lookaside::drivers::engine_array {

namespace {

constexpr unsigned polls_per_schedule = 100;  // as the XDMA driver's poll threads

}  // namespace

QueuePoller::QueuePoller(const CardContext& card, QueuePair& pair, os::CpuId cpu)
    : kernel_(card.kernel), pair_(pair) {
    const std::string name = "engine_array.poll" + std::to_string(pair.index());
    card.registers.enable_interrupt(pair.index(), false);
    wait_queue_ = kernel_.make_wait_queue(name);
    thread_ = kernel_.run_kthread(name, cpu, [this](os::KThread& self) { run(self); });
}

void QueuePoller::submitted() {
    if (asleep_) {
        wait_queue_->wake_up();
    }
}

void QueuePoller::run(const os::KThread& self) {
    while (!self.should_stop()) {
        asleep_ = true;
        wait_queue_->wait_event([&] { return pair_.awaited() > 0 || self.should_stop(); });
        asleep_ = false;
        poll(self);
    }
}

void QueuePoller::poll(const os::KThread& self) {
    for (unsigned polls = 1; pair_.awaited() > 0 && !self.should_stop(); ++polls) {
        kernel_.spend(os::Cost::poll_iteration);
        pair_.reap(kernel_.now());
        if (polls % polls_per_schedule == 0) {
            kernel_.schedule();
        }
    }
}

}  // namespace lookaside::drivers::engine_array
