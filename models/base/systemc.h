// SPDX-License-Identifier: Apache-2.0
// The one place that includes SystemC. Works with 2.3.4 (Debian 12) and 3.0 (Debian 13).
#pragma once

#include <sysc/kernel/sc_cor.h>
#include <systemc>
#include <tlm>

#include "base/units.h"

namespace lookaside {

/// sc_time of a duration. The kernel's resolution must be its default, 1 ps.
inline sc_core::sc_time to_sc_time(Picoseconds t) {
    return sc_core::sc_time::from_value(static_cast<sc_core::sc_time::value_type>(t.count()));
}
inline SimTime to_sim_time(const sc_core::sc_time& t) {
    return SimTime{static_cast<std::int64_t>(t.value())};
}
/// Current simulated time.
inline SimTime sim_now() {
    return to_sim_time(sc_core::sc_time_stamp());
}

}  // namespace lookaside
