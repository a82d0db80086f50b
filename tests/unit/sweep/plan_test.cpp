// SPDX-License-Identifier: Apache-2.0
// A plan's configurations, and what makes two runs the same or different.
#include "app/sweep/plan.h"

#include <algorithm>

#include "tests/support/catch.h"

using namespace lookaside::sweep;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

SweepRequest request(std::vector<std::string> vary, std::vector<std::string> sets = {}) {
    return {LOOKASIDE_SOURCE_DIR "/scenarios/fpga-ipsec-pc.toml", std::move(sets), std::move(vary),
            1};
}

Survey surveyed(const SweepRequest& wanted, const std::string& program = "program 1") {
    IdentityMaker identities(program);
    return survey(Plan(wanted), identities);
}

}  // namespace

TEST_CASE("every point has the values of --set and of its place in the grid") {
    const Plan plan(request({"fabric.lanes=1,2"}, {"fabric.generation=3"}));
    CHECK(plan.point_configuration(1).fabric.lanes == 2);
    CHECK(plan.point_configuration(0).fabric.lanes == 1);
}

TEST_CASE("repeats count the seed up") {
    SweepRequest wanted = request({"fabric.lanes=1,2"}, {"run.seed=7"});
    wanted.repeat = 3;
    const Plan plan(wanted);
    REQUIRE(plan.runs() == 6);
    CHECK(plan.run_configuration(0).run.seed == 7);
    CHECK(plan.run_configuration(5).run.seed == 9);
    CHECK(plan.run_configuration(5).fabric.lanes == 2);
}

TEST_CASE("a run keeps its identity when the grid around it changes") {
    const Survey two = surveyed(request({"fabric.lanes=1,2"}));
    const Survey three = surveyed(request({"fabric.lanes=4,1,8"}));
    CHECK(two.runs[0] == three.runs[1]);
    CHECK(two.grid != three.grid);
}

TEST_CASE("a value that is set to what it is anyway makes no difference") {
    CHECK(surveyed(request({"fabric.lanes=1,2"})).runs ==
          surveyed(request({"fabric.lanes=1,2"}, {"fabric.mps=128 B"})).runs);
}

TEST_CASE("another program makes other runs of the same grid") {
    const Survey one = surveyed(request({"fabric.lanes=1,2"}), "program 1");
    const Survey other = surveyed(request({"fabric.lanes=1,2"}), "program 2");
    CHECK(one.runs[0] != other.runs[0]);
    CHECK(one.grid == other.grid);
}

TEST_CASE("points that are the same, however spelt, are refused by number") {
    CHECK_THROWS_WITH(surveyed(request({"fabric.mrrs=512 B,1 KiB,1024 B"})),
                      StartsWith("point 1 (fabric.mrrs=1 KiB) and point 2"));
}

TEST_CASE("a point whose values do not fit each other is named") {
    CHECK_THROWS_WITH(surveyed(request({"run.window=1 ms,2 ms", "run.time_limit=10 ms,3 ms"})),
                      StartsWith("point 3 (run.window=2 ms, run.time_limit=3 ms): ") &&
                          Contains("run.time_limit"));
}

TEST_CASE("a fault of the scenario itself is not put down to a point") {
    CHECK_THROWS_WITH(surveyed(request({"fabric.lanes=1,2"}, {"fabric.mps=1 B"})),
                      StartsWith("--set fabric.mps=1 B: "));
}

TEST_CASE("the options vary and set and repeat must not move one parameter") {
    CHECK_THROWS_WITH(Plan(request({"fabric.lanes=1,2"}, {"fabric.lanes=4"})),
                      Contains("leave one of the two out"));
    SweepRequest seeds = request({"run.seed=1,2"});
    seeds.repeat = 2;
    CHECK_THROWS_WITH(Plan(seeds), Contains("--repeat moves the seed"));
}

TEST_CASE("runs that would write one capture are refused") {
    // Any file does: a plan does not read the capture's packets.
    const std::string capture = "workload.capture=" LOOKASIDE_SOURCE_DIR "/README.md";
    const std::vector<std::string> sets = {"workload.kind=capture", "stack.kind=esp", capture,
                                           "workload.output_capture=out.pcap"};
    CHECK_THROWS_WITH(surveyed(request({"fabric.lanes=1,2"}, sets)),
                      Contains("every run would write out.pcap"));
    const std::vector<std::string> apart(sets.begin(), sets.end() - 1);
    CHECK_NOTHROW(
        surveyed(request({"fabric.lanes,workload.output_capture=1:one.pcap,2:two.pcap"}, apart)));
}
