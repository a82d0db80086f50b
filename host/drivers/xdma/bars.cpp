// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/xdma/bars.h"

#include "base/error.h"
#include "datasheets/xdma.h"

namespace lookaside::drivers::xdma {

namespace sheet = datasheet::xdma;

namespace {

bool is_block(std::uint32_t identifier, std::uint32_t target) {
    return identifier >> 16 == ((sheet::identifier_subsystem << 4) | target >> 12);
}

bool is_config_bar(os::Mmio& bar) {
    return is_block(bar.read32(sheet::target_irq_block), sheet::target_irq_block) &&
           is_block(bar.read32(sheet::target_config_block), sheet::target_config_block);
}

}  // namespace

BarRoles identify_bars(os::PciDevice& device) {
    // From the last one down: a user BAR may be too small for the identifier words, and it comes
    // before the config BAR.
    for (unsigned index = device.bar_count(); index-- > 0;) {
        if (!is_config_bar(device.bar(index))) {
            continue;
        }
        BarRoles roles{.config = index, .user = {}, .bypass = {}};
        if (index > 0) {
            roles.user = 0;
        }
        if (index + 1 < device.bar_count()) {
            roles.bypass = device.bar_count() - 1;
        }
        return roles;
    }
    throw SimulationError("xdma: no BAR holds the identifier words of an XDMA config space");
}

}  // namespace lookaside::drivers::xdma
