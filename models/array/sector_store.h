// SPDX-License-Identifier: Apache-2.0
// The sectors that a device stores: those that were written; the others have a known content.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/sector_pattern.h"
#include "datasheets/engine_array.h"

namespace lookaside::array {

/// Memory grows with the sectors written.
class SectorStore {
  public:
    using Sector = std::array<std::uint8_t, datasheet::engine_array::sector_bytes>;
    /// Which sector of the card a sector of the device is.
    using CardSector = std::function<std::uint32_t(std::uint32_t)>;

    explicit SectorStore(CardSector card_sector) : card_sector_(std::move(card_sector)) {}

    void write(std::uint32_t sector, std::span<const std::uint8_t> bytes) {
        std::copy_n(bytes.begin(), sizeof(Sector), written_[sector].begin());
    }
    void read(std::uint32_t sector,
              std::span<std::uint8_t, datasheet::engine_array::sector_bytes> bytes) const {
        const auto found = written_.find(sector);
        if (found != written_.end()) {
            std::copy(found->second.begin(), found->second.end(), bytes.begin());
        } else {
            sector_pattern::fill(card_sector_(sector), bytes);
        }
    }

  private:
    CardSector card_sector_;
    std::unordered_map<std::uint32_t, Sector> written_;  // looked up only, never iterated
};

}  // namespace lookaside::array
