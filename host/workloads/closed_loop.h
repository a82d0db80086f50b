// SPDX-License-Identifier: Apache-2.0
// A workload that keeps a number of requests in flight.
#pragma once

#include "host/workloads/generator.h"

namespace lookaside::workloads {

class ClosedLoop final : public Generator {
  public:
    /// `depth`: requests in flight, 1 or more.
    ClosedLoop(os::Kernel& kernel, crypto_api::AeadProvider& provider, RequestSink& sink,
               const RequestParameters& parameters, std::uint64_t depth,
               std::optional<os::CpuId> cpu = std::nullopt)
        : Generator(kernel, provider, sink, parameters, cpu), depth_(depth) {}

  private:
    void generate() override;

    std::uint64_t depth_;
};

}  // namespace lookaside::workloads
