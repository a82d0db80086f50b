// SPDX-License-Identifier: Apache-2.0
// Collects the requests that complete in the measuring window.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/timeline.h"
#include "base/units.h"
#include "reports/distribution.h"
#include "reports/stage_group.h"

namespace lookaside::reports {

/// Latency in fio's terms; for every request lat = slat + clat to the picosecond.
struct LatencyReport {
    std::optional<Distribution> slat;  // submission: crypto API called to submit() returned
    std::optional<Distribution> clat;  // completion: submit() returned to callback
    Distribution lat;                  // submission to callback
};

/// One stage of the requests' way: the span between two moments that follow each other.
struct StageReport {
    std::string name;  // "engine"; "a -> b" where moments between them are not stamped
    Moment from = Moment::submitted;
    Moment to = Moment::callback;
    StageGroup group = StageGroup::driver_code;
    Distribution duration;  // over the requests that pass this stage
    double share = 0.0;     // of the summed latency of all requests; the shares add up to 1
};

/// How many requests had this payload.
using SizeCounts = std::map<Bytes, std::uint64_t>;

/// Keeps every sample, in about 90 bytes a request with 20 stages.
class RequestLog {
  public:
    /// The measuring window opens: forgets what came before. A request belongs to the window in
    /// which its callback falls, even if it was submitted earlier.
    void open(SimTime now);
    /// The window closes: later requests are not counted.
    void close(SimTime now);
    bool is_open() const { return open_; }

    /// A request whose callback has been entered. `accepted` is when submit() returned to the
    /// requester. On another core the callback may come before submit() returns: the request then
    /// counts as accepted at its callback (clat = 0), so that slat and clat are never negative and
    /// always add up to lat.
    void add(const Timeline& timeline, SimTime accepted, Bytes payload);

    SimTime opened() const { return opened_; }
    SimTime closed() const { return closed_; }
    std::uint64_t completed() const { return completed_; }
    Bytes payload() const { return payload_; }
    const SizeCounts& sizes() const { return sizes_; }

    LatencyReport latency() const;
    /// In the order of a request's life.
    std::vector<StageReport> stages() const;

    /// Requests whose timeline is not a chain from submission to callback whose stages add up to
    /// the latency. They count as completed but have no latency.
    std::uint64_t broken() const { return broken_; }
    /// Names the first such request and what is wrong with it; empty if there is none.
    const std::string& first_broken() const { return first_broken_; }

  private:
    struct Stage {
        Moment from;
        Moment to;
        DurationSamples samples;
    };
    static constexpr std::uint16_t none = 0xFFFF;
    using StageIndex = std::array<std::array<std::uint16_t, moment_count>, moment_count>;

    static std::string fault_of(const Timeline& timeline);
    DurationSamples& samples_between(Moment from, Moment to);

    bool open_ = false;
    SimTime opened_{0};
    SimTime closed_{0};
    std::uint64_t completed_ = 0;
    Bytes payload_ = 0;
    SizeCounts sizes_;
    DurationSamples slat_;
    DurationSamples clat_;
    DurationSamples lat_;
    std::vector<Stage> stages_;
    StageIndex index_{};
    std::uint64_t broken_ = 0;
    std::string first_broken_;
};

}  // namespace lookaside::reports
