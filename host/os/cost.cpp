// SPDX-License-Identifier: Apache-2.0
#include "host/os/cost.h"

#include <fmt/format.h>

#include "base/error.h"

namespace lookaside::os {

std::string_view name_of(Cost cost) {
    static constexpr std::array<std::string_view, cost_count> names = {
        "syscall",           "wake_up",
        "context_switch",    "cstate_exit",
        "irq_entry",         "irq_exit",
        "softirq",           "queue_work",
        "run_work",          "timer",
        "spin_lock",         "mutex",
        "allocation",        "free",
        "list_operation",    "dma_map",
        "dma_unmap",         "dma_sync_per_byte",
        "copy_per_byte",     "page_pin",
        "mmio_write",        "mmio_read",
        "poll_iteration",    "crypto_request",
        "transport_request", "descriptor",
        "callback",          "packet",
        "block_submit",      "block_complete",
        "net_receive",       "net_transmit",
        "ip_forward",        "xfrm_output",
        "xfrm_input",        "cryptodev_call",
        "evp_call",          "pmd_receive",
        "pmd_transmit",      "pmd_poll",
        "ring_operation",    "data_plane_packet",
        "tcp_connection",    "tcp_segment",
        "tls_handshake",     "tls_record",
        "http_request",
    };
    return names[static_cast<std::size_t>(cost)];
}

void CpuProfile::refuse(Cost cost) const {
    throw InputError(
        fmt::format("the CPU profile of the {} has no price for {}, which this system spends; add "
                    "[costs.{}] with value and source to the profile",
                    name, name_of(cost), name_of(cost)));
}

const CipherPrice& CpuProfile::price(Implementation implementation, CipherWork work) const {
    const auto& price =
        ciphers[static_cast<std::size_t>(implementation)][static_cast<std::size_t>(work)];
    if (!price) {
        const std::string entry =
            fmt::format("ciphers.{}.{}", name_of(implementation), name_of(work));
        throw InputError(fmt::format(
            "the CPU profile of the {} has no price for {}, which this system spends; add [{}] "
            "with per_byte, setup and source to the profile",
            name, entry, entry));
    }
    return *price;
}

}  // namespace lookaside::os
