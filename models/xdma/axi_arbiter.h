// SPDX-License-Identifier: Apache-2.0
// One direction of the shared AXI4-MM master: who bursts next, and when its beats move.
#pragma once

#include <vector>

#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/base/usage_meter.h"

namespace lookaside::xdma {

/// A channel that moves data over the AXI master.
class AxiClient {
  public:
    virtual ~AxiClient() = default;
    /// There is a burst to move now.
    virtual bool wants_burst() const = 0;
    /// Moves one burst whose first beat is at `start`; returns when its last beat has moved.
    virtual SimTime burst(SimTime start) = 0;
};

/// Grants bursts round robin. The beats of a granted burst follow those of the burst before it at
/// one a clock; their times are computed at the grant, so a burst costs no event unless as many
/// bursts as the master can have under way are granted already.
class AxiArbiter {
  public:
    /// `lead` cycles pass at least between a grant and the first beat.
    AxiArbiter(Agenda& agenda, const ClockDomain& clock, Cycles lead, unsigned bursts);

    /// Adds a channel; returns its number for request().
    std::size_t add(AxiClient& client);
    /// The client wants to burst.
    void request(std::size_t client);

    UsageMeter& meter() { return meter_; }
    const UsageMeter& meter() const { return meter_; }

  private:
    struct Entry {
        AxiClient* client;
        bool wanting;
    };
    void grant();
    bool grant_next();

    Agenda& agenda_;
    const ClockDomain& clock_;
    Cycles lead_;
    std::vector<Entry> clients_;
    std::size_t turn_ = 0;
    bool granting_ = false;
    SimTime free_at_{0};
    std::vector<SimTime> ends_;  // of the latest grants, oldest at `oldest_`
    std::size_t oldest_ = 0;
    Alarm slot_free_;
    UsageMeter meter_;
};

}  // namespace lookaside::xdma
