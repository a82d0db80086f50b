// SPDX-License-Identifier: Apache-2.0
// A run made by hand: the published card at PCIe 2.0 x4, 1500 B, one request at a time.
#pragma once

#include <array>

#include "reports/summarise.h"

namespace lookaside::reports {

/// The moments that a card behind a DMA block stamps, in order.
inline constexpr std::array card_moments{
    Moment::submitted,      Moment::queued,         Moment::dispatched,    Moment::h2c_requested,
    Moment::h2c_doorbell,   Moment::h2c_first_data, Moment::h2c_last_data, Moment::h2c_interrupt,
    Moment::h2c_woken,      Moment::core_doorbell,  Moment::engine_start,  Moment::engine_end,
    Moment::user_interrupt, Moment::engine_woken,   Moment::c2h_doorbell,  Moment::c2h_first_data,
    Moment::c2h_last_data,  Moment::c2h_interrupt,  Moment::c2h_woken,     Moment::completed,
    Moment::callback};

/// A request's chain of stages from `submitted` on, one from each of card_moments to the next.
Timeline chain(SimTime submitted, const std::vector<Picoseconds>& stages);

/// Stage durations of one request of the sample, 27.78 us from dispatch to completion on average.
std::vector<Picoseconds> sample_stages(std::uint64_t number);

/// The log of `requests` such requests, back to back, from `opened` on; closes the window.
RequestLog sample_log(std::uint64_t requests, SimTime opened);

/// Facts of a 100 ms window over `log`: 2 in flight, serial driver. The log must outlive them.
RunFacts sample_facts(const RequestLog& log);

}  // namespace lookaside::reports
