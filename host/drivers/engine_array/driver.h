// SPDX-License-Identifier: Apache-2.0
// The engine array's driver: a block device whose requests are the card's tasks.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/slot_timelines.h"
#include "datasheets/engine_array.h"
#include "host/block/block_device.h"
#include "host/block/request_queue.h"
#include "host/drivers/engine_array/completion_source.h"
#include "host/drivers/engine_array/parameters.h"
#include "host/drivers/engine_array/queue_pair.h"
#include "host/drivers/engine_array/registers.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::engine_array {

/// Slots of the SlotTimelines that driver and card share: queue pair * max_ring_entries + tag.
inline constexpr std::size_t timeline_slots =
    std::size_t{datasheet::engine_array::max_queue_pairs} *
    datasheet::engine_array::max_ring_entries;

class EngineArrayDriver final : public block::Device, private block::QueueDriver {
  public:
    /// Probes and enables the card, and sleeps until it has identified its devices. Process
    /// context. `timelines` has `timeline_slots` entries. Throws InputError for parameters out of
    /// range, SimulationError if the function is not the card, no device of it answers, or it
    /// does not become ready in time.
    EngineArrayDriver(os::Kernel& kernel, os::PciDevice& device, SlotTimelines& timelines,
                      const Parameters& parameters);
    EngineArrayDriver(const EngineArrayDriver&) = delete;
    EngineArrayDriver& operator=(const EngineArrayDriver&) = delete;

    block::KeyHandle set_key(std::span<const std::uint8_t> key) override;
    void submit(block::Request& request) override;
    void commit() override { requests_.commit(); }
    std::uint32_t sectors() const override { return sectors_; }
    Bytes max_payload() const override { return datasheet::engine_array::max_task_bytes; }
    unsigned depth() const override { return requests_.depth(); }

    const Geometry& geometry() const { return geometry_; }
    /// Tasks that the card's central buffer admits.
    unsigned capacity() const { return capacity_; }
    /// Devices that have failed since reset; asks the card. Process context.
    unsigned dead_devices() { return registers_.dead_devices(); }
    /// One line for every request that timed out: its queue pair, tag and operation.
    std::vector<std::string> describe_timeouts() const;

  private:
    void queue_request(unsigned context, block::Tag tag, block::Request& request) override;
    void commit_requests(unsigned context) override;
    void reap(unsigned context) override;
    void abandon(unsigned context, block::Tag tag) override;

    void set_up_queue_pairs(os::PciDevice& device, SlotTimelines& timelines);
    void enable();

    os::Kernel& kernel_;
    Parameters parameters_;
    ArrayRegisters registers_;
    Geometry geometry_;
    unsigned capacity_;
    std::uint32_t sectors_;
    block::RequestQueue requests_;
    std::vector<std::unique_ptr<QueuePair>> pairs_;
    std::vector<std::unique_ptr<CompletionSource>> sources_;  // by queue pair
    unsigned keys_ = 0;
};

}  // namespace lookaside::drivers::engine_array
