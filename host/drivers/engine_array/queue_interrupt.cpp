// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/engine_array/queue_interrupt.h"

#include <string>

namespace lookaside::drivers::engine_array {

QueueInterrupt::QueueInterrupt(const CardContext& card, os::PciDevice& device, QueuePair& pair,
                               os::CpuId cpu) {
    const Parameters& parameters = card.parameters;
    card.registers.set_coalescing(
        pair.index(), static_cast<std::uint16_t>(parameters.coalescing_entries),
        static_cast<std::uint16_t>(parameters.coalescing_time / Picoseconds{1_us}));
    device.request_irq(pair.index(), "engine_array" + std::to_string(pair.index()), cpu,
                       [&kernel = card.kernel, &pair] {
                           return pair.reap(kernel.now()) ? os::IrqReturn::handled
                                                          : os::IrqReturn::none;
                       });
    card.registers.enable_interrupt(pair.index(), true);
}

}  // namespace lookaside::drivers::engine_array
