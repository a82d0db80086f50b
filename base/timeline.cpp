// SPDX-License-Identifier: Apache-2.0
#include "base/timeline.h"

namespace lookaside {
namespace {

constexpr std::array<std::string_view, moment_count> moment_names{
    "submitted",     "queued",         "dispatched",     "h2c_requested", "h2c_doorbell",
    "admitted",      "h2c_first_data", "h2c_last_data",  "h2c_interrupt", "h2c_woken",
    "core_doorbell", "buffered",       "assigned",       "load_start",    "load_end",
    "engine_start",  "engine_end",     "unload_start",   "unload_end",    "user_interrupt",
    "engine_woken",  "c2h_doorbell",   "c2h_first_data", "c2h_last_data", "c2h_interrupt",
    "c2h_woken",     "completed",      "callback",
};

struct StageName {
    Moment from;
    Moment to;
    std::string_view name;
};

constexpr StageName stage_names[] = {
    {Moment::submitted, Moment::queued, "submit"},
    {Moment::completed, Moment::callback, "callback wait"},
    {Moment::engine_start, Moment::engine_end, "engine"},

    // A card behind a DMA block.
    {Moment::queued, Moment::dispatched, "queue wait"},
    {Moment::dispatched, Moment::h2c_requested, "prepare transport request"},
    {Moment::h2c_requested, Moment::h2c_doorbell, "H2C set-up"},
    {Moment::h2c_doorbell, Moment::h2c_first_data, "H2C descriptor fetch"},
    {Moment::h2c_first_data, Moment::h2c_last_data, "H2C data"},
    {Moment::h2c_last_data, Moment::h2c_interrupt, "H2C completion interrupt"},
    {Moment::h2c_interrupt, Moment::h2c_woken, "H2C service and wake-up"},
    {Moment::h2c_woken, Moment::core_doorbell, "core command"},
    {Moment::core_doorbell, Moment::engine_start, "core start"},
    {Moment::engine_end, Moment::user_interrupt, "user interrupt"},
    {Moment::user_interrupt, Moment::engine_woken, "engine wake-up"},
    {Moment::engine_woken, Moment::c2h_doorbell, "C2H set-up"},
    {Moment::c2h_doorbell, Moment::c2h_first_data, "C2H descriptor fetch"},
    {Moment::c2h_first_data, Moment::c2h_last_data, "C2H data"},
    {Moment::c2h_last_data, Moment::c2h_interrupt, "C2H completion interrupt"},
    {Moment::c2h_interrupt, Moment::c2h_woken, "C2H service and wake-up"},
    {Moment::c2h_woken, Moment::completed, "finish"},

    // An array of engines behind a manager with rings of its own.
    {Moment::dispatched, Moment::h2c_doorbell, "ring entry and doorbell"},
    {Moment::h2c_doorbell, Moment::admitted, "card queue"},
    {Moment::admitted, Moment::h2c_first_data, "H2C start"},
    {Moment::admitted, Moment::buffered, "no payload"},
    {Moment::h2c_first_data, Moment::buffered, "H2C data"},
    {Moment::buffered, Moment::assigned, "engine wait"},
    {Moment::assigned, Moment::load_start, "bus wait before load"},
    {Moment::load_start, Moment::load_end, "bus load"},
    {Moment::load_end, Moment::engine_start, "engine start"},
    {Moment::load_end, Moment::c2h_last_data, "no result"},
    {Moment::engine_end, Moment::unload_start, "bus wait before unload"},
    {Moment::unload_start, Moment::unload_end, "bus unload"},
    {Moment::unload_end, Moment::c2h_first_data, "C2H start"},
    {Moment::c2h_interrupt, Moment::completed, "completion service"},
};

}  // namespace

std::string_view name_of(Moment moment) {
    return moment_names[static_cast<std::size_t>(moment)];
}

std::string stage_between(Moment from, Moment to) {
    for (const StageName& stage : stage_names) {
        if (stage.from == from && stage.to == to) {
            return std::string(stage.name);
        }
    }
    return std::string(name_of(from)) + " -> " + std::string(name_of(to));
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
