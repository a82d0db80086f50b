// SPDX-License-Identifier: Apache-2.0
// Every row of the reference table: bandwidth of writes, reads and both together within 2 %.
//
// The closed form charges each direction with one Ack and one UpdateFC every latency limit, that
// is, it takes the link to be loaded both ways and all credits to be finite. So that the simulated
// link is in the state the formula describes, completions have finite credits here, and where the
// measured traffic does not itself bring a TLP a limit against the data, sparse 4-byte writes do.
// The formula knows no latency: only the PHY's is left.
#include <algorithm>
#include <memory>

#include "app/link_system.h"
#include "tests/published/pcie/reference_table.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;
using namespace lookaside::published;
using app::LinkExperiment;
using app::LinkSystem;

namespace {

constexpr PortCredits all_finite{{{127, 2047}, {127, 2047}, {127, 2047}}};

LinkExperiment experiment_of(const ReferenceRow& row, TrafficPattern pattern) {
    LinkExperiment experiment;
    experiment.link.generation = static_cast<Generation>(row.generation);
    experiment.link.width = row.lanes;
    experiment.link.max_payload_size = row.mps;
    experiment.link.endpoint_latency = 0_ps;
    experiment.link.root_complex_latency = 0_ps;
    experiment.link.upstream_credits = all_finite;
    experiment.link.downstream_credits = all_finite;
    experiment.enumeration.max_read_request_size = row.mrrs;
    experiment.memory_latency = 0_ps;
    experiment.traffic.pattern = pattern;
    experiment.traffic.request_size = row.size;
    experiment.traffic.outstanding = 256;
    experiment.checker_depth = CheckerDepth::full;

    const LinkTiming timing(experiment.link);
    const Picoseconds limit = timing.ack_latency_limit();
    // Reads bring a request against the data once a request's completions, or MRRS' worth of them.
    const Bytes between_requests =
        std::min(row.read_completion_wire, row.mrrs / row.mps * (row.mps + 20));
    if (pattern == TrafficPattern::write) {
        experiment.doorbell_interval = limit;
    } else if (pattern == TrafficPattern::read && timing.wire_time(between_requests) > limit) {
        experiment.traffic.status_interval = limit;
    }
    return experiment;
}

struct Point {
    ReferenceRow row;
    TrafficPattern pattern;
    double expected_gbps;
    std::unique_ptr<LinkSystem> system;

    // 1000 packets of 128 bytes; where large writes and reads take turns, 80 of each.
    Picoseconds window() const {
        const LinkTiming timing(experiment_of(row, pattern).link);
        const Picoseconds packets = 1000 * timing.wire_time(152);
        return pattern == TrafficPattern::both
                   ? std::max(packets, 80 * timing.wire_time(row.size / 4 * 4 + 4))
                   : packets;
    }
};

void check(Point& point) {
    const app::LinkOutcome outcome = point.system->outcome();
    point.system->stop();
    INFO("MPS " << point.row.mps << ", requests of " << point.row.size << " bytes");
    if (point.pattern != TrafficPattern::read) {
        INFO("write");
        CHECK(1e-9 * outcome.write_bits_per_second == Approx(point.expected_gbps).epsilon(0.02));
    }
    if (point.pattern != TrafficPattern::write) {
        INFO("read");
        CHECK(1e-9 * outcome.read_bits_per_second == Approx(point.expected_gbps).epsilon(0.02));
    }
}

// All rows of a link side by side in one simulation; each ends when its window is over.
void compare_with_reference(unsigned generation, unsigned lanes) {
    Agenda agenda("agenda");
    std::vector<Point> points;
    const auto add = [&](const ReferenceRow& row, TrafficPattern pattern, double gbps) {
        const std::string name = "link" + std::to_string(points.size());
        points.push_back(
            {row, pattern, gbps,
             std::make_unique<LinkSystem>(name.c_str(), agenda, experiment_of(row, pattern))});
    };
    for (const ReferenceRow& row : reference_rows(generation, lanes)) {
        add(row, TrafficPattern::write, row.write_gbps);
        add(row, TrafficPattern::read, row.read_gbps);
        add(row, TrafficPattern::both, row.both_gbps);
    }
    std::stable_sort(points.begin(), points.end(),
                     [](const Point& a, const Point& b) { return a.window() < b.window(); });
    sc_core::sc_start(to_sc_time(20_us + points.front().window() / 2));
    for (const Point& point : points) {
        REQUIRE(point.system->started());
        point.system->open_window();
    }
    const SimTime opened = agenda.now();
    for (Point& point : points) {
        if (const Picoseconds left = opened + point.window() - agenda.now(); left > 0_ps) {
            sc_core::sc_start(to_sc_time(left));
        }
        check(point);
    }
}

}  // namespace

TEST_CASE("Gen1 x1 moves what the closed form says") {
    compare_with_reference(1, 1);
}
TEST_CASE("Gen1 x4 moves what the closed form says") {
    compare_with_reference(1, 4);
}
TEST_CASE("Gen1 x8 moves what the closed form says") {
    compare_with_reference(1, 8);
}
TEST_CASE("Gen2 x1 moves what the closed form says") {
    compare_with_reference(2, 1);
}
TEST_CASE("Gen2 x4 moves what the closed form says") {
    compare_with_reference(2, 4);
}
TEST_CASE("Gen2 x8 moves what the closed form says") {
    compare_with_reference(2, 8);
}
TEST_CASE("Gen3 x1 moves what the closed form says") {
    compare_with_reference(3, 1);
}
TEST_CASE("Gen3 x4 moves what the closed form says") {
    compare_with_reference(3, 4);
}
TEST_CASE("Gen3 x8 moves what the closed form says") {
    compare_with_reference(3, 8);
}
TEST_CASE("Gen4 x1 moves what the closed form says") {
    compare_with_reference(4, 1);
}
TEST_CASE("Gen4 x4 moves what the closed form says") {
    compare_with_reference(4, 4);
}
TEST_CASE("Gen4 x8 moves what the closed form says") {
    compare_with_reference(4, 8);
}
