// SPDX-License-Identifier: Apache-2.0
// Finds devices by their address, so that a command costs the same on a bus with many of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "models/emmc/device.h"

namespace lookaside::emmc {

class RcaTable {
  public:
    /// Addresses have changed.
    void rebuild(std::span<Device* const> devices) {
        entries_.clear();
        for (Device* device : devices) {
            entries_.emplace_back(device->rca(), device);
        }
        std::stable_sort(entries_.begin(), entries_.end(),
                         [](const Entry& a, const Entry& b) { return a.first < b.first; });
    }
    /// Calls `action` for each device with the address.
    template <typename Action>
    void for_each(std::uint16_t rca, const Action& action) const {
        auto entry = std::lower_bound(entries_.begin(), entries_.end(), rca,
                                      [](const Entry& a, std::uint16_t b) { return a.first < b; });
        for (; entry != entries_.end() && entry->first == rca; ++entry) {
            action(*entry->second);
        }
    }

  private:
    using Entry = std::pair<std::uint16_t, Device*>;
    std::vector<Entry> entries_;
};

}  // namespace lookaside::emmc
