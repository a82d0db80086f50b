// SPDX-License-Identifier: Apache-2.0
// A queue pair's MSI-X vector and its handler.
#pragma once

#include "host/drivers/engine_array/completion_source.h"
#include "host/drivers/engine_array/queue_pair.h"

namespace lookaside::drivers::engine_array {

/// The handler serves all entries it finds, so one interrupt may stand for many.
class QueueInterrupt final : public CompletionSource {
  public:
    /// Sets coalescing up, requests the vector with the queue pair's number for `cpu` and enables
    /// it. Process context.
    QueueInterrupt(const CardContext& card, os::PciDevice& device, QueuePair& pair, os::CpuId cpu);
};

}  // namespace lookaside::drivers::engine_array
