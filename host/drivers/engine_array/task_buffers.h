// SPDX-License-Identifier: Apache-2.0
// The DMA mappings of one task's payload and result.
#pragma once

#include <cstdint>
#include <span>

#include "host/block/block_device.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::engine_array {

/// Mapped from map() to unmap(): the card reaches the buffers only meanwhile.
class TaskBuffers {
  public:
    void map(os::DmaMapper& dma, const block::Request& request) {
        payload_ = {0, request.payload.size()};
        result_ = {0, request.result.size()};
        if (payload_.size > 0) {
            // The mapper has one kind of span; the device only reads this one.
            const std::span<std::uint8_t> payload(const_cast<std::uint8_t*>(request.payload.data()),
                                                  request.payload.size());
            payload_.bus = dma.map_single(payload, os::DmaDirection::to_device);
        }
        if (result_.size > 0) {
            result_.bus = dma.map_single(request.result, os::DmaDirection::from_device);
        }
    }
    void unmap(os::DmaMapper& dma) {
        if (result_.size > 0) {
            dma.unmap_single(result_.bus, result_.size, os::DmaDirection::from_device);
        }
        if (payload_.size > 0) {
            dma.unmap_single(payload_.bus, payload_.size, os::DmaDirection::to_device);
        }
    }

    std::uint64_t payload_bus() const { return payload_.bus; }
    std::uint64_t result_bus() const { return result_.bus; }

  private:
    struct Mapping {
        std::uint64_t bus = 0;
        Bytes size = 0;
    };
    Mapping payload_;
    Mapping result_;
};

}  // namespace lookaside::drivers::engine_array
