// SPDX-License-Identifier: Apache-2.0
// Which units may take a task now.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/array/geometry.h"

namespace lookaside::array {

/// A unit may take a task if it is idle, its device lives, its channel is open (it takes loads) and
/// the channel has fewer tasks than its limit. Idle units are bits of words, so that their number
/// costs nothing.
class UnitPool {
  public:
    UnitPool(const Geometry& geometry, std::uint32_t channel_limit)
        : geometry_(geometry),
          channel_limit_(channel_limit),
          words_((geometry.units_in_channel() + 63) / 64),
          idle_(std::size_t{words_} * geometry.channels, 0),
          channels_(geometry.channels) {}

    /// A device came up: all its units are idle.
    void add_device(DeviceId device) {
        for (unsigned i = 0; i < geometry_.units; ++i) {
            set(device * geometry_.units + i, true);
        }
    }
    /// A device is given up. Its units that have tasks must be taken off with lose().
    void remove_device(DeviceId device) {
        for (unsigned i = 0; i < geometry_.units; ++i) {
            if (is_idle(device * geometry_.units + i)) {
                set(device * geometry_.units + i, false);
            }
        }
    }
    void occupy(UnitId unit) {
        set(unit, false);
        ++channel(unit).tasks;
    }
    void release(UnitId unit) {
        set(unit, true);
        --channel(unit).tasks;
    }
    /// A task was taken off the unit of a device that is given up.
    void lose(UnitId unit) { --channel(unit).tasks; }
    void open(unsigned channel, bool is_open) { channels_[channel].open = is_open; }

    bool can_take(UnitId unit) const { return takes(geometry_.channel_of(unit)) && is_idle(unit); }
    bool takes(unsigned channel) const {
        return channels_[channel].open && channels_[channel].tasks < channel_limit_;
    }
    /// Of the channels that have a unit for a task, the one with the fewest tasks, the lowest
    /// first.
    std::optional<unsigned> least_loaded_channel() const {
        std::optional<unsigned> best;
        for (unsigned i = 0; i < channels_.size(); ++i) {
            if (channels_[i].idle > 0 && takes(i) &&
                (!best || channels_[i].tasks < channels_[*best].tasks)) {
                best = i;
            }
        }
        return best;
    }
    /// The lowest idle unit of a channel, of a device; `first` and `count` in units.
    std::optional<UnitId> lowest_idle_in_channel(unsigned channel) const {
        return lowest_idle(channel * geometry_.units_in_channel(), geometry_.units_in_channel());
    }
    std::optional<UnitId> lowest_idle_in_device(DeviceId device) const {
        return lowest_idle(device * geometry_.units, geometry_.units);
    }

  private:
    struct Channel {
        bool open = true;
        std::uint32_t idle = 0;
        std::uint32_t tasks = 0;
    };

    Channel& channel(UnitId unit) { return channels_[geometry_.channel_of(unit)]; }
    std::size_t word_of(UnitId unit) const {
        return geometry_.channel_of(unit) * words_ + unit % geometry_.units_in_channel() / 64;
    }
    std::uint64_t bit_of(UnitId unit) const {
        return std::uint64_t{1} << unit % geometry_.units_in_channel() % 64;
    }
    bool is_idle(UnitId unit) const { return (idle_[word_of(unit)] & bit_of(unit)) != 0; }
    void set(UnitId unit, bool idle) {
        if (idle == is_idle(unit)) {
            return;
        }
        idle_[word_of(unit)] ^= bit_of(unit);
        idle ? ++channel(unit).idle : --channel(unit).idle;
    }
    std::optional<UnitId> lowest_idle(UnitId first, unsigned count) const {
        const unsigned in_channel = first % geometry_.units_in_channel();
        const UnitId channel_start = first - in_channel;
        for (unsigned at = in_channel; at < in_channel + count;) {
            const std::uint64_t word = idle_[word_of(channel_start + at)] >> at % 64;
            if (word != 0) {
                const unsigned found = at + static_cast<unsigned>(std::countr_zero(word));
                if (found < in_channel + count) {
                    return channel_start + found;
                }
            }
            at += 64 - at % 64;
        }
        return std::nullopt;
    }

    Geometry geometry_;
    std::uint32_t channel_limit_;
    std::size_t words_;
    std::vector<std::uint64_t> idle_;  // by channel, 64 units a word
    std::vector<Channel> channels_;
};

}  // namespace lookaside::array
