// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/generator.h"

#include <utility>

namespace lookaside::workloads {

Generator::Generator(os::Kernel& kernel, crypto_api::AeadProvider& provider, RequestSink& sink,
                     const RequestParameters& parameters, std::optional<os::CpuId> cpu)
    : kernel_(kernel),
      cpu_(cpu),
      requester_(kernel, provider, sink, parameters, [this] { on_returned(); }),
      wait_queue_(kernel.make_wait_queue("workload")) {}

void Generator::start(std::function<void()> on_finished) {
    on_finished_ = std::move(on_finished);
    thread_ = kernel_.run_kthread("workload", cpu_, [this](os::KThread&) { run(); });
}

void Generator::run() {
    requester_.set_up();
    generate();
    wait_queue_->wait_event([this] { return requester_.in_flight() == 0; });
    finished_ = true;
    on_finished_();
}

void Generator::wait_until(const std::function<bool()>& condition) {
    wait_queue_->wait_event([&] { return stopping_ || condition(); });
}

void Generator::on_returned() {
    ++returns_;
    wait_queue_->wake_up();
}

}  // namespace lookaside::workloads
