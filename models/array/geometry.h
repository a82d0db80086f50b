// SPDX-License-Identifier: Apache-2.0
// Numbers of the array's devices and of the units that take tasks.
#pragma once

#include <cstdint>

#include "models/array/parameters.h"

namespace lookaside::array {

/// A unit takes one task at a time: an engine, or all engines of a device if they are ganged.
/// Counted channel by channel, in it device by device.
using UnitId = std::uint32_t;
/// channel * devices + position on the bus.
using DeviceId = std::uint32_t;

struct Geometry {
    explicit Geometry(const ArrayParameters& p)
        : channels(p.channels),
          devices(p.devices),
          units(p.grouping == Grouping::ganged ? 1 : p.engines) {}

    unsigned channels;
    unsigned devices;  // in a channel
    unsigned units;    // in a device

    DeviceId device_count() const { return channels * devices; }
    UnitId unit_count() const { return device_count() * units; }
    unsigned units_in_channel() const { return devices * units; }
    DeviceId device_of(UnitId unit) const { return unit / units; }
    unsigned channel_of(UnitId unit) const { return unit / units_in_channel(); }
    unsigned channel_of_device(DeviceId device) const { return device / devices; }
};

}  // namespace lookaside::array
