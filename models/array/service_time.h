// SPDX-License-Identifier: Apache-2.0
// How long a unit computes on a task.
#pragma once

#include <optional>

#include "models/array/parameters.h"
#include "models/base/clock_domain.h"

namespace lookaside::array {

/// The core's cycles at the engine clock, or the opaque time that was published: the SHA-256 core
/// of the chip would need 80 us for 4 KB at most, its engines take 7.5 ms, so that time is no
/// property of the core.
class ServiceTime {
  public:
    explicit ServiceTime(const ArrayParameters& p)
        : clock_(p.engine_clock),
          opaque_(p.service_time),
          sharers_(p.grouping == Grouping::ganged ? p.engines : 1) {}

    struct Span {
        SimTime from;
        SimTime to;
    };
    /// A job that is whole in the unit's buffer at `now` and takes so many cycles of the core.
    Span span(SimTime now, Cycles cycles, Bytes length) const {
        if (opaque_) {
            const auto share = static_cast<double>(length) / (4096.0 * sharers_);
            const auto count = static_cast<double>(opaque_->count()) * share;
            return {now, now + Picoseconds{static_cast<std::int64_t>(count)}};
        }
        const SimTime start = clock_.next_edge(now);
        return {start, start + clock_.span((cycles + sharers_ - 1) / sharers_)};
    }

  private:
    ClockDomain clock_;
    std::optional<Picoseconds> opaque_;
    unsigned sharers_;
};

}  // namespace lookaside::array
