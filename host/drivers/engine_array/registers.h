// SPDX-License-Identifier: Apache-2.0
// The card's registers, as the driver uses them.
#pragma once

#include <cstdint>
#include <span>

#include "base/units.h"
#include "datasheets/engine_array.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::engine_array {

/// The card's crypto engines.
struct Geometry {
    unsigned channels = 0;  // N
    unsigned devices = 0;   // M, of a channel
    unsigned engines = 0;   // K, of a device
};

/// Where the rings of a queue pair are.
struct RingAddresses {
    std::uint64_t submission = 0;
    std::uint64_t completion = 0;
    unsigned entries = 0;  // of each
};

/// Reads stall the core for a round trip; writes are posted.
class ArrayRegisters {
  public:
    /// Process context. Throws SimulationError if the BAR is not this card's.
    explicit ArrayRegisters(os::Mmio& bar);

    Geometry geometry();
    /// Tasks that the central buffer admits.
    unsigned capacity() { return read(datasheet::engine_array::reg::capacity); }
    std::uint32_t sectors() { return read(datasheet::engine_array::reg::sectors); }
    std::uint32_t status() { return read(datasheet::engine_array::reg::status); }
    unsigned dead_devices() { return read(datasheet::engine_array::reg::dead_devices); }
    void enable() {
        write(datasheet::engine_array::reg::control, datasheet::engine_array::control::enable);
    }

    void set_rings(unsigned queue, const RingAddresses& rings);
    /// `time` in microseconds.
    void set_coalescing(unsigned queue, std::uint16_t entries, std::uint16_t time);
    void enable_interrupt(unsigned queue, bool on) {
        write_queue(queue, datasheet::engine_array::reg::irq_enable, on ? 1 : 0);
    }
    /// Doorbells.
    void set_submission_tail(unsigned queue, std::uint32_t tail) {
        write_queue(queue, datasheet::engine_array::reg::sq_tail, tail);
    }
    void set_completion_head(unsigned queue, std::uint32_t head) {
        write_queue(queue, datasheet::engine_array::reg::cq_head, head);
    }

    /// Loads a key of 16 or 32 bytes into a key slot and marks it valid.
    void load_key(unsigned key_slot, std::span<const std::uint8_t> key);

  private:
    std::uint32_t read(std::uint32_t offset) { return bar_.read32(offset); }
    void write(std::uint32_t offset, std::uint32_t value) { bar_.write32(offset, value); }
    void write_queue(unsigned queue, std::uint32_t offset, std::uint32_t value) {
        write(datasheet::engine_array::reg::queue_base +
                  queue * datasheet::engine_array::reg::queue_stride + offset,
              value);
    }

    os::Mmio& bar_;
};

}  // namespace lookaside::drivers::engine_array
