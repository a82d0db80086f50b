// SPDX-License-Identifier: Apache-2.0
// How the driver stamps the timelines of the requests it moves.
#pragma once

#include <vector>

#include "base/timeline.h"
#include "host/drivers/xdma/transfer.h"

namespace lookaside::drivers::ipsec_card {

/// Stamps an engine's moments on every request of a transfer.
class TransferStamps final : public xdma::TransferObserver {
  public:
    explicit TransferStamps(xdma::Direction direction)
        : doorbell_(direction == xdma::Direction::h2c ? Moment::h2c_doorbell
                                                      : Moment::c2h_doorbell),
          seen_(direction == xdma::Direction::h2c ? Moment::h2c_interrupt : Moment::c2h_interrupt),
          woken_(direction == xdma::Direction::h2c ? Moment::h2c_woken : Moment::c2h_woken) {}

    void clear() { timelines_.clear(); }
    void add(Timeline& timeline) { timelines_.push_back(&timeline); }

    /// Where the ring's end cuts the transfer in two, the first part's doorbell counts.
    void doorbell(SimTime now) override {
        for (Timeline* timeline : timelines_) {
            if (!timeline->has(doorbell_)) {
                timeline->stamp(doorbell_, now);
            }
        }
    }
    void completion_seen(SimTime now) override { stamp(seen_, now); }
    /// The worker runs again.
    void woken(SimTime now) { stamp(woken_, now); }

  private:
    void stamp(Moment moment, SimTime now) {
        for (Timeline* timeline : timelines_) {
            timeline->stamp(moment, now);
        }
    }

    Moment doorbell_;
    Moment seen_;
    Moment woken_;
    std::vector<Timeline*> timelines_;
};

/// Stamps how a request's end in the core was noticed: by the handler entered at `interrupt`
/// (Timeline::never: none), by the worker that ran again at `woken` and read the done register by
/// `read`. An interrupt or wake-up older than the end of this job was for another slot.
inline void stamp_core_done(Timeline& timeline, SimTime interrupt, SimTime woken, SimTime read) {
    const SimTime end = timeline.has(Moment::engine_end) ? timeline.at(Moment::engine_end)
                                                         : timeline.at(Moment::core_doorbell);
    if (interrupt >= end) {
        timeline.stamp(Moment::user_interrupt, interrupt);
    }
    timeline.stamp(Moment::engine_woken, woken >= end ? woken : read);
}

}  // namespace lookaside::drivers::ipsec_card
