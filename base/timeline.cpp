// SPDX-License-Identifier: Apache-2.0
#include "base/timeline.h"

namespace lookaside {
namespace {

struct MomentNames {
    std::string_view moment;
    std::string_view stage;
};

constexpr std::array<MomentNames, moment_count> names{{
    {"submitted", "submit"},
    {"queued", "queue wait"},
    {"dispatched", "prepare transport request"},
    {"h2c_requested", "H2C set-up"},
    {"h2c_doorbell", "H2C descriptor fetch"},
    {"h2c_first_data", "H2C data"},
    {"h2c_last_data", "H2C completion interrupt"},
    {"h2c_interrupt", "H2C service and wake-up"},
    {"h2c_woken", "core command"},
    {"core_doorbell", "core start"},
    {"engine_start", "engine"},
    {"engine_end", "user interrupt"},
    {"user_interrupt", "engine wake-up"},
    {"engine_woken", "C2H set-up"},
    {"c2h_doorbell", "C2H descriptor fetch"},
    {"c2h_first_data", "C2H data"},
    {"c2h_last_data", "C2H completion interrupt"},
    {"c2h_interrupt", "C2H service and wake-up"},
    {"c2h_woken", "finish"},
    {"completed", "callback wait"},
    {"callback", "callback"},
}};

}  // namespace

std::string_view name_of(Moment moment) {
    return names[static_cast<std::size_t>(moment)].moment;
}

std::string_view stage_after(Moment moment) {
    return names[static_cast<std::size_t>(moment)].stage;
}

bool Timeline::is_ordered() const {
    SimTime latest = never;
    for (const SimTime at : at_) {
        if (at == never) {
            continue;
        }
        if (at < latest) {
            return false;
        }
        latest = at;
    }
    return true;
}

}  // namespace lookaside
