// SPDX-License-Identifier: Apache-2.0
#include "reports/bounds.h"

#include <stdexcept>

#include "reports/checks.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::reports;

namespace {

/// 512 B each way over PCIe gen 1 x1: figures small enough to check by hand.
BoundInputs small_system() {
    BoundInputs inputs;
    inputs.packets = {{512, 10, 512, 512, 400}};
    inputs.link.raw_bytes_per_s = 250e6;
    inputs.link.max_payload = 128;
    inputs.link.max_read_request = 256;
    inputs.link.completion_payload = 64;
    return inputs;
}

const Bound& bound(const Bounds& bounds, const std::string& name) {
    for (const Bound& candidate : bounds.all) {
        if (candidate.name == name) {
            return candidate;
        }
    }
    throw std::out_of_range("no bound " + name);
}

}  // namespace

TEST_CASE("H2C data costs read requests upstream and completions downstream") {
    BoundInputs inputs = small_system();
    inputs.packets[0].c2h = 0;
    const WireBytes wire = wire_bytes(inputs.link, inputs.packets[0]);
    CHECK(wire.upstream == 2 * 24);
    CHECK(wire.downstream == 8 * 20 + 512);
}

TEST_CASE("C2H data costs writes of the maximum payload upstream and nothing downstream") {
    BoundInputs inputs = small_system();
    inputs.packets[0].h2c = 0;
    const WireBytes wire = wire_bytes(inputs.link, inputs.packets[0]);
    CHECK(wire.upstream == 4 * 24 + 512);
    CHECK(wire.downstream == 0);
}

TEST_CASE("a link direction carries its bytes a second less the share of DLLPs and SKPs") {
    BoundInputs inputs = small_system();
    inputs.link.control_share = 0.01;
    inputs.link.other_upstream = 44;
    const Bounds bounds = compute_bounds(inputs);
    CHECK(bound(bounds, "link.upstream").packets_per_s == Approx(0.99 * 250e6 / 700));
    CHECK(bound(bounds, "link.downstream").packets_per_s == Approx(0.99 * 250e6 / 672));
    CHECK(bound(bounds, "link.downstream").mbit_per_s == Approx(0.99 * 250.0 / 672 * 512 * 8));
}

TEST_CASE("AXI moves a width a cycle in each direction") {
    BoundInputs inputs = small_system();
    inputs.packets[0].c2h = 520;
    inputs.axi = {16, 100_MHz};
    const Bounds bounds = compute_bounds(inputs);
    CHECK(bound(bounds, "axi.write").packets_per_s == Approx(100e6 / 32));
    CHECK(bound(bounds, "axi.read").packets_per_s == Approx(100e6 / 33));
}

TEST_CASE("engines share the packets") {
    BoundInputs inputs = small_system();
    inputs.engine = {100_MHz, 2};
    CHECK(bound(compute_bounds(inputs), "engine").packets_per_s == Approx(2 * 100e6 / 400));
}

TEST_CASE("equal servers share what each packet asks of one of them") {
    BoundInputs inputs = small_system();
    inputs.services = {{"engines", "", 16, 8_ms}};
    CHECK(bound(compute_bounds(inputs), "engines").packets_per_s == Approx(16 / 8e-3));
}

TEST_CASE("a core's ceiling follows from its demand a packet") {
    BoundInputs inputs = small_system();
    inputs.cores = {{"cpu0", 80_us}};
    CHECK(bound(compute_bounds(inputs), "cpu0").packets_per_s == Approx(10 / 80e-6));
}

TEST_CASE("slots held for a time are a ceiling by Little's law") {
    BoundInputs inputs = small_system();
    inputs.holds = {{"driver slots", 8, 40e6}};
    CHECK(bound(compute_bounds(inputs), "driver slots").packets_per_s == Approx(8 / 40e-6));
}

TEST_CASE("a mix of sizes costs what its packets cost, not what their mean size would") {
    BoundInputs inputs = small_system();
    inputs.engine = {100_MHz, 1};
    inputs.packets = {{100, 3, 100, 100, 100}, {500, 1, 500, 500, 500}};
    const Bounds bounds = compute_bounds(inputs);
    CHECK(bound(bounds, "engine").packets_per_s == Approx(100e6 * 4 / 800));
    const double upstream = 3 * (24 + 24 + 100) + (2 * 24 + 4 * 24 + 500);
    CHECK(bound(bounds, "link.upstream").packets_per_s == Approx(250e6 * 4 / upstream));
    CHECK(bound(bounds, "engine").mbit_per_s == Approx(100.0 * 4 / 800 * 200 * 8));
}

TEST_CASE("the lowest ceiling is the tightest") {
    BoundInputs inputs = small_system();
    inputs.engine = {10_MHz, 1};
    const Bounds bounds = compute_bounds(inputs);
    CHECK(bounds.all[bounds.tightest].name == "engine");
}

TEST_CASE("a resource that is not there has no ceiling") {
    CHECK(compute_bounds(small_system()).all.size() == 2);
}

TEST_CASE("bounds need packets") {
    BoundInputs inputs = small_system();
    inputs.packets.clear();
    CHECK_THROWS_AS(compute_bounds(inputs), std::invalid_argument);
}

TEST_CASE("a throughput above a ceiling fails, one at it passes") {
    BoundInputs inputs = small_system();
    inputs.engine = {10_MHz, 1};  // 25 000 packets/s
    const Bounds bounds = compute_bounds(inputs);
    const auto check = [&](std::uint64_t completed) {
        return check_bounds(bounds, make_throughput(completed, completed * 512, 100_ms), 100_ms,
                            40_us);
    };
    CHECK(check(2'500).passed);
    // One packet of rounding, and the one that 40 us at this rate let slip in.
    CHECK(check(2'502).passed);
    CHECK_FALSE(check(2'503).passed);
    CHECK(check(2'503).detail.find("engine allows 25000") != std::string::npos);
}

TEST_CASE("random arrivals may exceed their mean rate") {
    BoundInputs inputs = small_system();
    inputs.offered_packets_per_s = 100.0;
    const Bounds bounds = compute_bounds(inputs);
    CHECK(bounds.all[bounds.tightest].name == "offered load");
    CHECK(check_bounds(bounds, make_throughput(20, 20 * 512, 100_ms), 100_ms, 1_us).passed);
}
