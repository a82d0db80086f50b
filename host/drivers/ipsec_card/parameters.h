// SPDX-License-Identifier: Apache-2.0
// What can be chosen about the IPsec card's driver.
#pragma once

#include <cstdint>
#include <optional>

#include "base/units.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::ipsec_card {

enum class Variant : std::uint8_t {
    serial,     // as published: one packet at a time, three interrupts each
    raw,        // DMA only: the core is neither started nor waited for
    poll,       // the serial chain, but the DMA write-back and the core's done register are polled
    pipelined,  // all RAM slots in flight, transfers overlapped, starts and completions batched
};

/// What a request of the raw variant moves.
enum class RawTransfer : std::uint8_t {
    h2c,   // payload to the card
    c2h,   // as many bytes from the card; their content means nothing
    both,  // to the card's inbound RAM and back from there: the payload comes back unchanged
};

struct Parameters {
    Variant variant = Variant::serial;
    RawTransfer raw_transfer = RawTransfer::both;

    /// Longest crypto-request list, 1 or more; beyond it requests are refused or backlogged.
    /// cryptd's queue in Linux has 100 entries.
    unsigned queue_limit = 100;
    /// XDMA channel used in each direction.
    unsigned channel = 0;

    /// Longest time a transfer may take, the vendor driver's h2c_timeout and c2h_timeout.
    Picoseconds dma_timeout{10'000'000'000'000};
    /// Longest time the core may take for one request.
    Picoseconds core_timeout{1'000'000'000'000};

    /// CPU of the device's interrupts.
    os::CpuId irq_cpu = 0;
    /// CPUs of the worker and of the callback worker; none: the CPU that queues the work, as Linux
    /// does.
    std::optional<os::CpuId> worker_cpu;
    std::optional<os::CpuId> callback_cpu;
};

}  // namespace lookaside::drivers::ipsec_card
