// SPDX-License-Identifier: Apache-2.0
// A run made by hand: the published card at PCIe 2.0 x4, 1500 B, one request at a time.
#pragma once

#include "reports/summarise.h"

namespace lookaside::reports {

/// A request's chain of stages, in picoseconds, from `submitted` on.
Timeline chain(SimTime submitted, const std::vector<Picoseconds>& stages);

/// Stage durations of one request of the sample, 27.78 us from dispatch to completion on average.
std::vector<Picoseconds> sample_stages(std::uint64_t number);

/// The log of `requests` such requests, back to back, from `opened` on; closes the window.
RequestLog sample_log(std::uint64_t requests, SimTime opened);

/// Facts of a 100 ms window over `log`: 2 in flight, serial driver. The log must outlive them.
RunFacts sample_facts(const RequestLog& log);

}  // namespace lookaside::reports
