// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/xdma/poll_thread.h"

#include <algorithm>
#include <string>

namespace lookaside::drivers::xdma {

PollThread::PollThread(os::Kernel& kernel, os::CpuId cpu) : kernel_(kernel) {
    const std::string name = "cmpl_status_th" + std::to_string(cpu);
    wait_queue_ = kernel.make_wait_queue(name);
    thread_ = kernel.run_kthread(name, cpu, [this](os::KThread& self) { run(self); });
}

bool PollThread::has_work() const {
    return std::ranges::any_of(engines_, [](const Pollable* engine) { return engine->has_work(); });
}

void PollThread::run(const os::KThread& self) {
    while (!self.should_stop()) {
        wait_queue_->wait_event([&] { return has_work() || self.should_stop(); });
        for (Pollable* engine : engines_) {
            if (engine->has_work()) {
                engine->poll();
            }
        }
        kernel_.schedule();
    }
}

}  // namespace lookaside::drivers::xdma
