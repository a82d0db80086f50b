// SPDX-License-Identifier: Apache-2.0
// The named costs of kernel and driver code, and a CPU's price list for them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/units.h"

namespace lookaside::os {

/// What software spends CPU time on. The kernel spends the ones it owns (wake-ups, switches,
/// interrupts, locks, MMIO, DMA mapping); drivers and stacks spend theirs with Kernel::spend().
enum class Cost : std::uint8_t {
    syscall,            // user to kernel and back
    wake_up,            // try_to_wake_up, on the waker
    context_switch,     // schedule() from one thread to another
    cstate_exit,        // leaving idle, when the core has been idle long enough
    irq_entry,          // vector to handler
    irq_exit,           // handler to interrupted context
    softirq,            // raising and entering a tasklet
    queue_work,         // queue_work(), on the caller
    run_work,           // kworker picks and starts an item
    timer,              // arming or cancelling a timer
    spin_lock,          // uncontended lock and unlock
    mutex,              // uncontended lock and unlock
    allocation,         // kmalloc of a small object
    free,               // kfree
    list_operation,     // append or remove
    dma_map,            // dma_map_single, fixed part
    dma_unmap,          // dma_unmap_single, fixed part
    dma_sync_per_byte,  // cache maintenance of a non-coherent machine
    copy_per_byte,      // memcpy, cold
    page_pin,           // get_user_pages, a page
    mmio_write,         // posted store to a device register
    mmio_read,          // issue of a load, on top of the round trip
    poll_iteration,     // one look at a word in coherent memory
    crypto_request,     // private context, entry checks of one request
    transport_request,  // filling the card's request header
    descriptor,         // building one DMA descriptor
    callback,           // the requester's completion callback
    packet,             // stack work a packet, one direction
    block_submit,       // block layer, from a request to its driver's queue_rq()
    block_complete,     // block layer, from the driver's completion to the requester's callback
    aes_gcm_per_byte,   // software AES-128-GCM
    aes_gcm_setup,      // the same, a packet
};
inline constexpr std::size_t cost_count = static_cast<std::size_t>(Cost::aes_gcm_setup) + 1;

/// Name as in scenarios/cpus/*.toml, spelt as the enumerator.
std::string_view name_of(Cost cost);

/// A CPU: its cores and what everything costs on one of them.
struct CpuProfile {
    struct Price {
        Picoseconds each{0};  // a call, or a byte for the *_per_byte ones
        std::string source;   // where the number comes from
        bool calibrated = false;
    };

    std::string name;  // "Intel Core i5-7500"
    Hertz frequency;
    unsigned cores = 1;
    /// Idle time after which the core sleeps so deeply that cstate_exit is due.
    Picoseconds cstate_entry{0};
    /// DMA is cache-coherent: dma_sync_per_byte is not spent.
    bool coherent = true;
    std::array<Price, cost_count> prices;

    Picoseconds price(Cost cost) const { return prices[static_cast<std::size_t>(cost)].each; }
};

}  // namespace lookaside::os
