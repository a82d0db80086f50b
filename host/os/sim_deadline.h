// SPDX-License-Identifier: Apache-2.0
// An alarm for times far away that are mostly cancelled before they come.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "models/base/agenda.h"

namespace lookaside::os {

/// Rings like an Alarm, but gets there in short hops. SystemC keeps
/// cancelled notifications queued until their time; time-outs of seconds that are set and cancelled
/// for every request would pile up there.
class Deadline {
  public:
    Deadline(Agenda& agenda, std::function<void()> action)
        : agenda_(agenda),
          action_(std::move(action)),
          alarm_(agenda, AlarmPriority::software, [this] { ring(); }) {}

    void arm(SimTime at) {
        at_ = at;
        hop();
    }
    void disarm() { alarm_.disarm(); }

  private:
    static constexpr Picoseconds longest_hop = 100_us;

    void hop() { alarm_.arm(std::min(at_, agenda_.now() + longest_hop)); }
    void ring() {
        if (agenda_.now() < at_) {
            hop();
        } else {
            action_();
        }
    }

    Agenda& agenda_;
    std::function<void()> action_;
    SimTime at_{0};
    Alarm alarm_;
};

}  // namespace lookaside::os
