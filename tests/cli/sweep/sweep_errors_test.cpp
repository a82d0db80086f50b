// SPDX-License-Identifier: Apache-2.0
// A sweep that cannot be: status 2, one line with place and fix, and nothing written.
#include "tests/cli/sweep/sweep_run.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// The one line that a refused command says.
std::string refusal(const Workplace& work, const std::string& command) {
    const std::string before = work.contents();
    const auto result = work.run(command);
    CHECK(result.status == 2);
    CHECK(result.out.empty());
    CHECK(result.complaints() == 1);
    CHECK(work.contents() == before);
    return result.err;
}

}  // namespace

TEST_CASE("every value is checked before anything runs") {
    const Workplace work;
    CHECK(refusal(work, quick_sweep + "--vary fabric.lanes=1,3 --out out") ==
          "lookaside: --vary fabric.lanes=3: 3 is not possible; use 1, 2, 4, 8, 12 or 16\n");
    CHECK_THAT(refusal(work, quick_sweep + "--vary fabric.lane=1,2 --out out"),
               StartsWith("lookaside: --vary fabric.lane: unknown parameter"));
    CHECK_THAT(refusal(work, quick_sweep + "--vary run.time_limit=1,2 --out out"),
               StartsWith("lookaside: --vary run.time_limit=1: "));
    CHECK_THAT(refusal(work, quick_sweep + "--vary run.time_limit='10 ms,1 ms' --out out"),
               StartsWith("lookaside: point 1 (run.time_limit=1 ms): "));
}

TEST_CASE("a grid of over a million points asks for --yes") {
    const Workplace work;
    CHECK_THAT(refusal(work, quick_sweep + "--vary run.seed=0..1000000+1 --out out"),
               Contains("the grid has 1000001 points") && Contains("add --yes"));
    CHECK_THAT(refusal(work, quick_sweep + "--vary run.seed=0..1000000000+1 --yes --out out"),
               Contains("over 100 million runs"));
}

TEST_CASE("a sweep without anything to vary is refused") {
    const Workplace work;
    CHECK_THAT(refusal(work, quick_sweep + "--out out"), Contains("there is nothing to vary"));
    CHECK_THAT(refusal(work, "$lookaside sweep --out out"), Contains("names no scenario"));
    CHECK_THAT(refusal(work, "$lookaside sweep none.toml --vary fabric.lanes=1 --out out"),
               StartsWith("lookaside: none.toml: cannot be read"));
}

TEST_CASE("a folder is not taken over by mistake") {
    const Workplace work;
    REQUIRE(work.run(quick_sweep + "--vary fabric.lanes=1,2 --out out").status == 0);
    work.write("file", "x");
    CHECK_THAT(refusal(work, quick_sweep + "--vary fabric.lanes=1,2 --out out"),
               Contains("add --resume"));
    CHECK_THAT(refusal(work, quick_sweep + "--vary fabric.lanes=1,4 --out out --resume"),
               Contains("holds another sweep") && Contains("--vary fabric.lanes=1,2"));
    CHECK_THAT(refusal(work, quick_sweep + "--vary fabric.lanes=1,2 --out ."),
               Contains("is not empty and holds no sweep"));
    CHECK_THAT(refusal(work, quick_sweep + "--vary fabric.lanes=1,2 --out file/out"),
               Contains("file/out"));
    CHECK_THAT(refusal(work, "$lookaside sweep --resume --out none"), Contains("holds no sweep"));
}

TEST_CASE("a run of a plan that has changed since is refused") {
    const Workplace work;
    REQUIRE(work.run("cp \"$scenarios/fpga-ipsec-pc.toml\" own.toml; $lookaside sweep own.toml" +
                     quick_settings + "--vary fabric.lanes=1,2 --out out --plan-only")
                .status == 0);
    CHECK_THAT(refusal(work, "$lookaside run-point out 2"), Contains("has no run 2; use 0 to 1"));
    CHECK_THAT(refusal(work, "$lookaside run-point none 0"), Contains("holds no sweep"));
    REQUIRE(work.run("sed -i 's/1500 B/1400 B/' own.toml").status == 0);
    CHECK_THAT(refusal(work, "$lookaside run-point out 0"), Contains("has changed since"));
}
