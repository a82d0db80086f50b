// SPDX-License-Identifier: Apache-2.0
// What a channel does next with its bus.
#pragma once

#include <cstdint>
#include <memory>

#include "models/array/parameters.h"

namespace lookaside::array {

/// Numbers of a channel's tasks by what they wait for.
struct ChannelWork {
    std::size_t in_firmware = 0;
    std::size_t to_load = 0;
    std::size_t computing = 0;  // not known to be over
    std::size_t to_unload = 0;
    bool poll_due = false;
};

enum class BusAction : std::uint8_t { wait, load, poll, unload };

class ChannelSchedule {
  public:
    virtual ~ChannelSchedule() = default;
    virtual BusAction choose(const ChannelWork& work) = 0;
    /// May tasks be assigned to the channel's units now? Changes in choose() only.
    virtual bool takes_tasks() const = 0;
};

/// Results first, because each frees an engine and a slot and is short; then a poll that is due,
/// because it finds more of them; then loads.
class OverlapSchedule : public ChannelSchedule {
  public:
    BusAction choose(const ChannelWork& work) override {
        if (work.to_unload > 0) {
            return BusAction::unload;
        }
        if (work.poll_due) {
            return BusAction::poll;
        }
        return work.to_load > 0 ? BusAction::load : BusAction::wait;
    }
    bool takes_tasks() const override { return true; }
};

/// Rounds: tasks are taken and loaded until none is left to load; then all compute; when the last
/// is over all results are fetched, and the next round begins.
class LockStepSchedule : public ChannelSchedule {
  public:
    BusAction choose(const ChannelWork& work) override {
        if (loading_) {
            if (work.to_load > 0) {
                return BusAction::load;
            }
            if (work.in_firmware > 0 || work.computing == 0) {
                return BusAction::wait;
            }
            loading_ = false;
        }
        if (work.computing > 0) {
            return work.poll_due ? BusAction::poll : BusAction::wait;
        }
        if (work.to_unload > 0) {
            return BusAction::unload;
        }
        loading_ = true;
        return work.to_load > 0 ? BusAction::load : BusAction::wait;
    }
    bool takes_tasks() const override { return loading_; }

  private:
    bool loading_ = true;
};

inline std::unique_ptr<ChannelSchedule> make_schedule(Schedule schedule) {
    if (schedule == Schedule::lock_step) {
        return std::make_unique<LockStepSchedule>();
    }
    return std::make_unique<OverlapSchedule>();
}

}  // namespace lookaside::array
