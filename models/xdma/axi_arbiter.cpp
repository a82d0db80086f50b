// SPDX-License-Identifier: Apache-2.0
// One direction of the shared AXI4-MM master: who bursts next, and when its beats move.
#include "models/xdma/axi_arbiter.h"

#include <algorithm>

namespace lookaside::xdma {

AxiArbiter::AxiArbiter(Agenda& agenda, const ClockDomain& clock, Cycles lead, unsigned bursts)
    : agenda_(agenda),
      clock_(clock),
      lead_(lead),
      ends_(bursts, SimTime{0}),
      slot_free_(agenda, AlarmPriority::decision, [this] { grant(); }) {}

std::size_t AxiArbiter::add(AxiClient& client) {
    clients_.push_back({&client, false});
    return clients_.size() - 1;
}

void AxiArbiter::request(std::size_t client) {
    clients_[client].wanting = true;
    if (!granting_ && !slot_free_.is_armed()) {
        grant();
    }
}

void AxiArbiter::grant() {
    granting_ = true;
    while (ends_[oldest_] <= agenda_.now() && grant_next()) {
    }
    granting_ = false;
    const bool waiting =
        std::any_of(clients_.begin(), clients_.end(), [](const Entry& e) { return e.wanting; });
    if (waiting) {
        slot_free_.arm(ends_[oldest_]);
    }
}

bool AxiArbiter::grant_next() {
    for (std::size_t tried = 0; tried < clients_.size(); ++tried) {
        Entry& entry = clients_[turn_];
        turn_ = (turn_ + 1) % clients_.size();
        if (!entry.wanting || !entry.client->wants_burst()) {
            entry.wanting = false;
            continue;
        }
        const SimTime start = std::max(clock_.edge_after(agenda_.now(), lead_), free_at_);
        free_at_ = entry.client->burst(start);
        entry.wanting = entry.client->wants_burst();
        meter_.add_busy_span(start, free_at_);
        meter_.count_served();
        ends_[oldest_] = free_at_;
        oldest_ = (oldest_ + 1) % ends_.size();
        return true;
    }
    return false;
}

}  // namespace lookaside::xdma
