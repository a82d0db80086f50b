// SPDX-License-Identifier: Apache-2.0
// Rule: addresses are unique, only the selected device drives DAT, and writes find it in tran.
#pragma once

#include <set>
#include <string>

#include "models/emmc/bus_observer.h"
#include "models/emmc/checker/violation.h"

namespace lookaside::emmc::checker {

class SelectionRule {
  public:
    void command(const Frame& frame, SimTime start) {
        index_ = frame.index();
        argument_ = frame.argument();
        if (index_ == 0) {
            addresses_.clear();
            selected_ = nullptr;
        } else if (index_ == 7 && argument_ >> 16 != address_) {
            selected_ = nullptr;
            address_ = argument_ >> 16;
        } else if (writes_blocks(index_) && selected_ == nullptr) {
            violation("CMD" + std::to_string(index_) + " while no device is selected", start);
        }
    }
    void response(const Frame& frame, std::span<Device* const> drivers, SimTime start) {
        if (index_ > 2 && drivers.size() != 1) {
            violation("several devices answer CMD" + std::to_string(index_), start);
        }
        if (index_ == 3 && !addresses_.insert(argument_ >> 16).second) {
            violation("RCA " + std::to_string(argument_ >> 16) + " is given twice", start);
        }
        if (index_ == 7) {
            selected_ = drivers.front();
        }
        if (writes_blocks(index_) && r1::state_of(frame.argument()) != DeviceState::tran) {
            violation("CMD" + std::to_string(index_) + " in state " +
                          name_of(r1::state_of(frame.argument())),
                      start);
        }
    }
    void drives_data(const Device& device, SimTime start) const {
        if (&device != selected_) {
            violation("device " + device.name() + " drives DAT but is not selected", start);
        }
    }

  private:
    unsigned index_ = 0;
    std::uint32_t argument_ = 0;
    std::uint32_t address_ = 0;
    const Device* selected_ = nullptr;
    std::set<std::uint32_t> addresses_;
};

}  // namespace lookaside::emmc::checker
