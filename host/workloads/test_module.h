// SPDX-License-Identifier: Apache-2.0
// The publication's test module: submits as fast as the driver accepts.
#pragma once

#include "host/workloads/generator.h"

namespace lookaside::workloads {

/// Emulates IPsec above the driver: a thread that keeps submitting and sleeps only when the driver
/// refuses, or holds a request on its backlog, until a callback says that there is room.
class TestModule final : public Generator {
  public:
    TestModule(os::Kernel& kernel, crypto_api::AeadProvider& provider, RequestSink& sink,
               const RequestParameters& parameters, std::optional<os::CpuId> cpu = std::nullopt)
        : Generator(kernel, provider, sink, parameters, cpu) {}

  private:
    void generate() override;
};

}  // namespace lookaside::workloads
