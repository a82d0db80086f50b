// SPDX-License-Identifier: Apache-2.0
#include "host/os/cost.h"

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
        "aes_gcm_per_byte",  "aes_gcm_setup",
    };
    return names[static_cast<std::size_t>(cost)];
}

}  // namespace lookaside::os
