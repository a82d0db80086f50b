// SPDX-License-Identifier: Apache-2.0
#include "reports/resource_report.h"

#include "reports/checks.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::reports;

namespace {

/// An engine that served 10 000 jobs of 6 us in 100 ms; each also waited 2 us.
ResourceUsage engine() {
    ResourceUsage usage;
    usage.name = "engine0";
    usage.busy = 60_ms;
    usage.served = 10'000;
    usage.jobs_time_integral = static_cast<double>(Picoseconds(80_ms).count());
    usage.residence = 80_ms;
    return usage;
}

ResourceReport report(const ResourceUsage& usage) {
    return make_resource_report(usage, 100_ms);
}

}  // namespace

TEST_CASE("utilisation is busy time over the window and its servers") {
    ResourceUsage usage = engine();
    CHECK(report(usage).utilisation == Approx(0.6));
    usage.servers = 2;
    CHECK(report(usage).utilisation == Approx(0.3));
}

TEST_CASE("polling keeps a core busy but is not demand") {
    ResourceUsage usage = engine();
    usage.spinning = 50_ms;
    CHECK(report(usage).utilisation == Approx(0.6));
    CHECK(report(usage).demand == Approx(0.1));
    CHECK(report(usage).mean_service_ps == Approx(1e6));
}

TEST_CASE("mean jobs is the time integral over the window") {
    CHECK(report(engine()).mean_jobs == Approx(0.8));
}

TEST_CASE("Little's law holds when integral and residences agree") {
    REQUIRE(report(engine()).littles_law);
    CHECK(report(engine()).littles_law->holds);
    CHECK(check_littles_law({report(engine())}).passed);
}

TEST_CASE("Little's law forgives jobs cut by the edges of the window") {
    ResourceUsage usage = engine();
    usage.residence += 16_us;  // two jobs more than the integral has
    CHECK(report(usage).littles_law->holds);
}

TEST_CASE("Little's law catches a resource that counts a job's waiting on one side only") {
    ResourceUsage usage = engine();
    usage.residence = 60_ms;
    const Check check = check_littles_law({report(engine()), report(usage)});
    CHECK_FALSE(check.passed);
    CHECK(check.detail.find("engine0: L = 0.8, lambda W = 0.6") == 0);
}

TEST_CASE("Little's law catches a hundredth of the jobs missing on one side") {
    ResourceUsage usage = engine();
    usage.jobs_time_integral *= 0.99;
    CHECK_FALSE(report(usage).littles_law->holds);
}

TEST_CASE("Little's law is not checked without residences or with too few jobs") {
    ResourceUsage unstamped = engine();
    unstamped.residence = 0_ps;
    CHECK_FALSE(report(unstamped).littles_law);
    ResourceUsage few = engine();
    few.served = littles_law_least_served - 1;
    CHECK_FALSE(report(few).littles_law);
}

TEST_CASE("a resource busy for longer than the window fails the run") {
    ResourceUsage usage = engine();
    usage.busy = 100_ms;
    CHECK(check_utilisation({report(usage)}).passed);
    usage.busy += 1_us;
    CHECK_FALSE(check_utilisation({report(usage)}).passed);
}
