// SPDX-License-Identifier: Apache-2.0
// A point that fails is a result; the others go on, and the exit status is 1.
#include "tests/cli/sweep/sweep_run.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("a simulation that cannot complete is the result of its point") {
    const Workplace work;
    const auto swept = work.run(quick_sweep + "--vary run.watchdog='1 us,100 ms' --out out");
    CHECK(swept.status == 1);
    CHECK_THAT(swept.err, Contains("2 points, 1 failed"));
    CHECK_THAT(swept.out, Contains("point 0: incomplete: "));
    const std::string csv = text_of(work, "out/results.csv");
    CHECK_THAT(csv, Contains("\n0,1 us,incomplete,,") && Contains("run.watchdog"));
    CHECK_THAT(csv, Contains("\n1,100 ms,ok,"));
}

TEST_CASE("a failure is kept when the sweep is resumed, and done again when asked for") {
    const Workplace work;
    const std::string sweep = quick_sweep + "--vary run.watchdog='1 us,100 ms' --out out ";
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
        work.run(card_sweep + "--vary run.window='3000 s,1 ms' --timeout 5 -j 2 --out out");
    CHECK(swept.status == 1);
    const std::string csv = text_of(work, "out/results.csv");
    CHECK_THAT(csv, Contains("\n0,3000 s,timed out,") && Contains("\n1,1 ms,ok,"));
}

TEST_CASE("a crash is recorded with its signal") {
    const Workplace work;
    const auto swept = work.run(card_sweep +
                                "--vary run.window='3000 s,1 ms' -j 1 --out out & sweep=$!\n"
                                "until child=$(pgrep -P $sweep); do sleep 0.1; done\n"
                                "sleep 0.3; kill -SEGV $child; wait $sweep");
    CHECK(swept.status == 1);
    CHECK_THAT(text_of(work, "out/results.csv"),
               Contains("\n0,3000 s,crashed,") && Contains(",0,11,") && Contains("\n1,1 ms,ok,"));
}
