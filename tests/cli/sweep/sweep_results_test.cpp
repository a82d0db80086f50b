// SPDX-License-Identifier: Apache-2.0
// What a sweep writes: every point in grid order, the same bytes whoever did the runs.
#include "tests/cli/sweep/sweep_run.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string grid =
    "--vary fabric.lanes,fabric.generation=1:2,4:2 --vary driver.variant=serial,poll ";

}  // namespace

TEST_CASE("one run at a time and several give the same bytes, in grid order") {
    const Workplace work;
    const auto one = work.run(quick_sweep + grid + "-j 1 --out one");
    INFO(one.err);
    REQUIRE(one.status == 0);
    const auto two = work.run(quick_sweep + grid + "-j 2 --out two");
    REQUIRE(two.status == 0);
    CHECK(one.out == two.out);
    const std::string csv = text_of(work, "one/results.csv");
    CHECK_THAT(csv, StartsWith("point,fabric.lanes,fabric.generation,driver.variant,status,"));
    CHECK_THAT(csv, Contains("\n0,1,2,serial,ok,") && Contains("\n1,1,2,poll,ok,") &&
                        Contains("\n2,4,2,serial,ok,") && Contains("\n3,4,2,poll,ok,"));
    CHECK(csv == text_of(work, "two/results.csv"));
    CHECK(text_of(work, "one/results.json") == text_of(work, "two/results.json"));
    CHECK_FALSE(text_of(work, "one/results.json").empty());
}

TEST_CASE("other tools can do the runs, and the sweep gathers the same bytes") {
    const Workplace work;
    REQUIRE(work.run(quick_sweep + "--vary fabric.lanes=1,2,4 --out whole").status == 0);
    const auto plan = work.run(quick_sweep + "--vary fabric.lanes=1,2,4 --out parts --plan-only");
    REQUIRE(plan.status == 0);
    CHECK(plan.out == "3 runs, 0 to 2; each is lookaside run-point parts RUN\n");
    const auto runs = work.run(
        "mkdir elsewhere; cd elsewhere\n"
        "for run in 2 0; do $lookaside run-point ../parts \"$run\" || exit 9; done\n"
        "touch ../before");
    REQUIRE(runs.status == 0);
    const auto gathered = work.run(
        "$lookaside sweep --resume --out parts >../table && "
        "find parts/points -name outcome.json -newer before | wc -l");
    CHECK(gathered.status == 0);
    CHECK(gathered.out == "1\n");
    CHECK(text_of(work, "parts/results.csv") == text_of(work, "whole/results.csv"));
}

TEST_CASE("a run that is done already is not done again") {
    const Workplace work;
    REQUIRE(work.run(quick_sweep + "--vary fabric.lanes=1,2 --out lanes").status == 0);
    const auto again = work.run("$lookaside run-point lanes 1");
    CHECK(again.status == 0);
    CHECK(again.err == "lookaside: run 1 is done already\n");
}

TEST_CASE("the scenario's own section says what to vary, and repeats give confidence intervals") {
    const Workplace work;
    REQUIRE(work.run("cp \"$scenarios/fpga-ipsec-pc.toml\" own.toml && printf '\\n[sweep]\\n"
                     "vary = [\"fabric.lanes=1,4\"]\\nrepeat = 2\\n' >>own.toml")
                .status == 0);
    const auto swept = work.run("$lookaside sweep own.toml" + quick_settings + "--out own");
    INFO(swept.err);
    REQUIRE(swept.status == 0);
    const std::string csv = text_of(work, "own/results.csv");
    CHECK_THAT(csv, Contains("throughput_mbit_per_s,throughput_mbit_per_s_ci95,"));
    CHECK_THAT(csv, Contains("\n0,1,ok,") && Contains("\n1,4,ok,") && !Contains("\n2,"));
    // The command line comes before the section.
    const auto other = work.run("$lookaside sweep own.toml" + quick_settings +
                                "--vary driver.variant=poll --repeat 1 --out other");
    REQUIRE(other.status == 0);
    CHECK_THAT(text_of(work, "other/results.csv"), Contains("\n0,poll,ok,") && !Contains("ci95"));
}
