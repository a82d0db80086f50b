// SPDX-License-Identifier: Apache-2.0
// What models publish and writers read: named values with unit and description.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "base/units.h"

namespace lookaside {

/// One published value, read at the end of the measuring window.
struct Statistic {
    std::string name;         // dotted path, for example "pcie.upstream.tlps"
    std::string unit;         // "1", "B", "ps", "Hz", ...
    std::string description;  // one line
    std::variant<std::uint64_t, double> value;
};

/// Something that can be busy and queued for: a link direction, a core, an engine, a DMA channel.
/// All figures cover the measuring window only.
struct ResourceUsage {
    std::string name;         // "pcie.upstream", "cpu0", "engine0", ...
    std::string description;  // one line
    Picoseconds busy{0};      // summed over `servers`
    std::uint64_t servers = 1;
    std::uint64_t served = 0;  // jobs finished
    /// Time integral of jobs present (waiting and in service), in job-picoseconds; divided by the
    /// window it is the mean number in system, divided by `served` the mean residence (Little).
    double jobs_time_integral = 0.0;
    /// Sum of each job's residence time as stamped on the job itself: the independent side of the
    /// Little's-law check. Of jobs that the window's edges cut, a resource counts the part inside
    /// if jobs may stay for long (a core), else those served wholly and the others not at all.
    /// 0 if the resource does not measure it.
    Picoseconds residence{0};
    /// Part of `busy` in which it only polled for something else to finish: occupied, but not in
    /// demand. Reports leave it out when they ask what limits the system.
    Picoseconds spinning{0};
};

/// Collects publishers. Each model registers once, at construction; reset() opens the measuring
/// window and collect() reads it.
class StatisticsRegistry {
  public:
    struct Publisher {
        /// Forgets what was counted so far: the window opens now.
        std::function<void(SimTime now)> reset;
        /// Appends this model's values; the window closes now.
        std::function<void(SimTime now, std::vector<Statistic>&, std::vector<ResourceUsage>&)>
            publish;
    };

    void add(Publisher publisher) { publishers_.push_back(std::move(publisher)); }

    void reset(SimTime now) {
        for (auto& publisher : publishers_) {
            publisher.reset(now);
        }
    }
    void collect(SimTime now, std::vector<Statistic>& values,
                 std::vector<ResourceUsage>& resources) const {
        for (const auto& publisher : publishers_) {
            publisher.publish(now, values, resources);
        }
    }

  private:
    std::vector<Publisher> publishers_;
};

}  // namespace lookaside
