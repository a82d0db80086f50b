// SPDX-License-Identifier: Apache-2.0
// The moments of one request's life, each stamped by the room that owns it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/units.h"

namespace lookaside {

/// The chain of moments of a look-aside request, in the order they happen. The span from one
/// stamped moment to the next is a stage; the stages of a request add up to its latency exactly.
/// A system stamps the moments it has; absent ones merge into the stage before.
enum class Moment : std::uint8_t {
    submitted,       // the workload calls the crypto API
    queued,          // appended to the driver's crypto-request list
    dispatched,      // popped from that list by the worker
    h2c_requested,   // transport request ready, handed to the DMA driver
    h2c_doorbell,    // H2C engine's run bit is written
    admitted,        // the device's central buffer has a place for it
    h2c_first_data,  // first AXI write into the request's RAM slot
    h2c_last_data,   // last AXI write into the slot
    h2c_interrupt,   // H2C completion handler entered (or the poller saw the write-back)
    h2c_woken,       // the worker runs again
    core_doorbell,   // start command is written
    buffered,        // the whole task is in the device's central buffer
    assigned,        // the device's manager has given it to an engine
    load_start,      // the device bus begins to move it to the engine
    load_end,        // the engine's buffer has it whole
    engine_start,    // the engine takes the job
    engine_end,      // the engine delivered its last byte and the tag
    unload_start,    // the device bus begins to move the result to the central buffer
    unload_end,      // the central buffer has it whole
    user_interrupt,  // "crypto done" handler entered
    engine_woken,    // the worker runs again
    c2h_doorbell,    // C2H engine's run bit is written
    c2h_first_data,  // first AXI read from the outbound slot
    c2h_last_data,   // last AXI read from it
    c2h_interrupt,   // C2H completion handler entered (or the poller saw the write-back)
    c2h_woken,       // the worker runs again
    completed,       // appended to the callback list
    callback,        // the workload's callback is entered
};
inline constexpr std::size_t moment_count = static_cast<std::size_t>(Moment::callback) + 1;

/// Name of a moment, as spelt above.
std::string_view name_of(Moment moment);

/// What a request does between two stamped moments that follow each other in its system, for
/// example "engine" from `engine_start` to `engine_end`; "FROM -> TO" where no system has a name
/// for it.
std::string stage_between(Moment from, Moment to);

/// Stamps of one request. Unset moments hold `never`.
class Timeline {
  public:
    static constexpr SimTime never{-1};

    Timeline() { clear(); }

    /// Sets a moment; a later call for the same moment replaces it (the last data beat counts).
    void stamp(Moment moment, SimTime now) { at_[index(moment)] = now; }
    bool has(Moment moment) const { return at_[index(moment)] != never; }
    SimTime at(Moment moment) const { return at_[index(moment)]; }
    void clear() { at_.fill(never); }

    /// callback - submitted; both must be set.
    Picoseconds latency() const { return at(Moment::callback) - at(Moment::submitted); }

    /// True if every stamped moment is no earlier than the one before it in the chain.
    bool is_ordered() const;

    /// Calls visit(moment, duration) for each stage, in order: the span that starts at `moment`
    /// and ends at the next stamped one. The durations add up to latency().
    template <typename Visitor>
    void for_each_stage(Visitor&& visit) const {
        std::size_t from = 0;
        for (std::size_t to = 1; to < moment_count; ++to) {
            if (at_[to] == never) {
                continue;
            }
            visit(static_cast<Moment>(from), at_[to] - at_[from]);
            from = to;
        }
    }

  private:
    static constexpr std::size_t index(Moment moment) { return static_cast<std::size_t>(moment); }

    std::array<SimTime, moment_count> at_;
};

}  // namespace lookaside
