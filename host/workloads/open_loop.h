// SPDX-License-Identifier: Apache-2.0
// A workload whose requests arrive whether or not the system keeps up.
#pragma once

#include <memory>
#include <utility>

#include "host/workloads/arrivals.h"
#include "host/workloads/generator.h"

namespace lookaside::workloads {

/// A refused request is lost, and counted as such. If the thread falls behind, the latency of what
/// it submits late still counts from the arrival, else an overloaded system would look quick.
class OpenLoop final : public Generator {
  public:
    OpenLoop(os::Kernel& kernel, crypto_api::AeadProvider& provider, RequestSink& sink,
             const RequestParameters& parameters, std::unique_ptr<Arrivals> arrivals,
             std::optional<os::CpuId> cpu = std::nullopt)
        : Generator(kernel, provider, sink, parameters, cpu), arrivals_(std::move(arrivals)) {}

  private:
    void generate() override;

    std::unique_ptr<Arrivals> arrivals_;
};

}  // namespace lookaside::workloads
