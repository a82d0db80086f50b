// SPDX-License-Identifier: Apache-2.0
// The named costs of kernel and driver code, and a CPU's price list for them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/units.h"
#include "host/os/cipher_cost.h"

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
    // Of stacks that only some machines run: a profile may leave them out.
    net_receive,        // NIC driver, NAPI and the stack up to the routing decision, a packet
    net_transmit,       // from the routing decision to the NIC's ring, a packet
    ip_forward,         // route lookup and netfilter hooks of a forwarded packet
    xfrm_output,        // policy, state and headers of an outbound ESP packet
    xfrm_input,         // state lookup, checks and second pass of an inbound ESP packet
    cryptodev_call,     // /dev/crypto: decoding, session lookup, scatterlists of one ioctl
    evp_call,           // OpenSSL's layers above a cipher or an engine, a call
    pmd_receive,        // poll-mode driver, a packet received
    pmd_transmit,       // poll-mode driver, a packet sent
    pmd_poll,           // poll-mode driver, a look at an empty ring
    ring_operation,     // hand-over of an item from lcore to lcore (rte_ring)
    data_plane_packet,  // classification, SA and headers of one packet in the data plane
    tcp_connection,     // accepting and closing a TCP connection
    tcp_segment,        // socket, TCP and NIC of one segment
    tls_handshake,      // CPU time of a full TLS handshake, server side
    tls_record,         // record layer around the cipher, a record
    http_request,       // parsing a request and making its response's header
};
inline constexpr std::size_t cost_count = static_cast<std::size_t>(Cost::http_request) + 1;

/// True for what every machine runs, so that every profile must price it.
constexpr bool is_required(Cost cost) {
    return cost < Cost::net_receive;
}

/// Name as in scenarios/cpus/*.toml, spelt as the enumerator.
std::string_view name_of(Cost cost);

/// A CPU: its cores and what everything costs on one of them.
struct CpuProfile {
    struct Price {
        Picoseconds each{0};  // a call, or a byte for the *_per_byte ones
        std::string source;   // where the number comes from
        bool calibrated = false;
        bool priced = true;  // false: the profile leaves this cost out
    };

    std::string name;  // "Intel Core i5-7500"
    Hertz frequency;
    /// What software sees as CPUs: cores times the threads of each.
    unsigned cores = 1;
    /// Hardware threads that share a core's issue slot. CPUs 0 and 1 are the first core's.
    unsigned threads_per_core = 1;
    /// Instructions that all threads of a core finish together, relative to one thread alone:
    /// where they also wait for memory, and in the loops of ciphers, which hardly do.
    double smt_gain = 1.0;
    double smt_cipher_gain = 1.0;
    /// Idle time after which the core sleeps so deeply that cstate_exit is due.
    Picoseconds cstate_entry{0};
    /// DMA is cache-coherent: dma_sync_per_byte is not spent.
    bool coherent = true;
    std::array<Price, cost_count> prices;
    CipherPrices ciphers;

    /// Throws InputError for a cost that the profile leaves out.
    Picoseconds price(Cost cost) const {
        const Price& price = prices[static_cast<std::size_t>(cost)];
        if (!price.priced) {
            refuse(cost);
        }
        return price.each;
    }
    /// Throws InputError for work that has no price in this implementation.
    const CipherPrice& price(Implementation implementation, CipherWork work) const;

  private:
    [[noreturn]] void refuse(Cost cost) const;
};

}  // namespace lookaside::os
