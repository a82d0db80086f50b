// SPDX-License-Identifier: Apache-2.0
// Which device stores which sector of the card.
#pragma once

#include <cstdint>

#include "datasheets/engine_array.h"
#include "models/array/geometry.h"

namespace lookaside::array {

/// Stripes of one task's size go to the channels in turn and within a channel to its devices in
/// turn, so that consecutive tasks use all buses.
class Stripes {
  public:
    static constexpr std::uint32_t sectors =
        datasheet::engine_array::max_task_bytes / datasheet::engine_array::sector_bytes;

    explicit Stripes(const Geometry& geometry) : geometry_(geometry) {}

    DeviceId device_of(std::uint32_t card_sector) const {
        const std::uint32_t stripe = card_sector / sectors;
        return stripe % geometry_.channels * geometry_.devices +
               stripe / geometry_.channels % geometry_.devices;
    }
    std::uint32_t sector_on_device(std::uint32_t card_sector) const {
        return card_sector / sectors / geometry_.device_count() * sectors + card_sector % sectors;
    }
    std::uint32_t card_sector(DeviceId device, std::uint32_t sector) const {
        const std::uint32_t channel = device / geometry_.devices;
        const std::uint32_t position = device % geometry_.devices;
        const std::uint32_t stripe =
            sector / sectors * geometry_.device_count() + position * geometry_.channels + channel;
        return stripe * sectors + sector % sectors;
    }

  private:
    Geometry geometry_;
};

}  // namespace lookaside::array
