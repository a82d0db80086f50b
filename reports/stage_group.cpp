// SPDX-License-Identifier: Apache-2.0
#include "reports/stage_group.h"

namespace lookaside::reports {

std::string_view name_of(StageGroup group) {
    switch (group) {
        case StageGroup::queueing:
            return "waiting in a queue";
        case StageGroup::driver_code:
            return "driver code and MMIO";
        case StageGroup::pcie_transfer:
            return "PCIe transfers";
        case StageGroup::device_bus:
            return "device bus";
        case StageGroup::crypto_engine:
            return "crypto engine";
        case StageGroup::interrupt_wakeup:
            return "interrupts and wake-ups";
    }
    return "";
}

StageGroup group_of(Moment from, Moment to) {
    switch (from) {
        case Moment::queued:
        case Moment::buffered:
        case Moment::completed:
            return StageGroup::queueing;
        case Moment::submitted:
        case Moment::dispatched:
        case Moment::h2c_requested:
        case Moment::h2c_woken:
        case Moment::engine_woken:
        case Moment::c2h_woken:
        case Moment::callback:
            return StageGroup::driver_code;
        case Moment::h2c_doorbell:
            return to == Moment::admitted ? StageGroup::queueing : StageGroup::pcie_transfer;
        case Moment::admitted:
        case Moment::h2c_first_data:
        case Moment::core_doorbell:
        case Moment::c2h_doorbell:
        case Moment::c2h_first_data:
            return StageGroup::pcie_transfer;
        case Moment::assigned:
        case Moment::load_start:
        case Moment::load_end:
        case Moment::unload_start:
            return StageGroup::device_bus;
        case Moment::unload_end:
            return StageGroup::pcie_transfer;
        case Moment::engine_start:
            return StageGroup::crypto_engine;
        case Moment::h2c_last_data:
        case Moment::h2c_interrupt:
        case Moment::user_interrupt:
        case Moment::c2h_last_data:
        case Moment::c2h_interrupt:
            return StageGroup::interrupt_wakeup;
        case Moment::engine_end:
            return to == Moment::unload_start ? StageGroup::device_bus
                                              : StageGroup::interrupt_wakeup;
    }
    return StageGroup::driver_code;
}

}  // namespace lookaside::reports
