// SPDX-License-Identifier: Apache-2.0
// A point that fails is a result; the others go on, and the exit status is 1.
#include "tests/cli/sweep/sweep_run.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// The first point cannot have all its requests done before the time limit.
const std::string endless_and_short =
    "--set run.time_limit='100 ms' --vary run.requests=100000000,1000 ";

}  // namespace

TEST_CASE("a simulation that cannot complete is the result of its point") {
    const Workplace work;
    const auto swept = work.run(quick_sweep + endless_and_short + "--out out");
    CHECK(swept.status == 1);
    CHECK_THAT(swept.err, Contains("2 points, 1 failed"));
    CHECK_THAT(swept.out, Contains("point 0: incomplete: "));
    const std::string csv = text_of(work, "out/results.csv");
    CHECK_THAT(csv, Contains("\n0,100000000,incomplete,,") && Contains("run.time_limit"));
    CHECK_THAT(csv, Contains("\n1,1000,ok,"));
}

TEST_CASE("a failure is kept when the sweep is resumed, and done again when asked for") {
    const Workplace work;
    const std::string sweep = quick_sweep + endless_and_short + "--out out ";
    REQUIRE(work.run(sweep).status == 1);
    REQUIRE(work.run("touch before").status == 0);
    const std::string redone = "find out/points -name outcome.json -newer before | wc -l";
    CHECK(work.run(sweep + "--resume").status == 1);
    CHECK(work.run(redone).out == "0\n");
    CHECK(work.run(sweep + "--resume --retry-failed").status == 1);
    CHECK(work.run(redone).out == "1\n");
}

TEST_CASE("a run that takes too long is killed") {
    const Workplace work;
    const auto swept =
        work.run(card_sweep + "--vary run.window='3000 s,5 ms' --timeout 5 -j 2 --out out");
    CHECK(swept.status == 1);
    const std::string csv = text_of(work, "out/results.csv");
    CHECK_THAT(csv, Contains("\n0,3000 s,timed out,") && Contains("\n1,5 ms,ok,"));
}

TEST_CASE("a crash is recorded with its signal") {
    const Workplace work;
    const auto swept = work.run(card_sweep +
                                "--vary run.window='3000 s,5 ms' -j 1 --out out & sweep=$!\n"
                                "until child=$(pgrep -P $sweep); do sleep 0.1; done\n"
                                "sleep 0.3; kill -SEGV $child; wait $sweep");
    CHECK(swept.status == 1);
    CHECK_THAT(text_of(work, "out/results.csv"),
               Contains("\n0,3000 s,crashed,") && Contains(",0,11,") && Contains("\n1,5 ms,ok,"));
}
