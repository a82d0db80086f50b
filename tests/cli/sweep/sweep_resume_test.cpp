// SPDX-License-Identifier: Apache-2.0
// A sweep that was stopped, killed or damaged goes on with what is missing, and nothing else.
#include "tests/cli/sweep/sweep_run.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Catch::Matchers::Contains;

namespace {

const std::string lanes = "--vary fabric.lanes=1,2,4,8 ";
/// Waits until a run is over, or for a minute.
const std::string first_run_is_over =
    "for try in {1..600}; do ls out/points/*/outcome.json >../seen 2>&1 && break; sleep 0.1; "
    "done\n";

}  // namespace

TEST_CASE("results that were deleted or corrupted are done again, the others are kept") {
    const Workplace work;
    REQUIRE(work.run(quick_sweep + lanes + "--out out").status == 0);
    const std::string csv = text_of(work, "out/results.csv");
    const auto damaged = work.run(
        "points=(out/points/*)\n"
        "rm -r \"${points[0]}\"; truncate -s 100 \"${points[1]}/result.json\"\n"
        "touch before; rm out/results.*");
    REQUIRE(damaged.status == 0);
    const auto resumed = work.run("$lookaside sweep --resume --out out");
    CHECK(resumed.status == 0);
    CHECK_THAT(resumed.err, Contains("result.json is corrupt; done again"));
    CHECK(work.run("find out/points -name outcome.json -newer before | wc -l").out == "2\n");
    CHECK(text_of(work, "out/results.csv") == csv);
}

TEST_CASE("a sweep that was killed goes on and ends with the same bytes") {
    const Workplace work;
    const std::string longer = quick_sweep + "--set run.requests=2000 " + lanes;
    REQUIRE(work.run(longer + "--out whole").status == 0);
    const auto killed = work.run(longer + "-j 1 --out out & sweep=$!\n" + first_run_is_over +
                                 "kill -9 $sweep; wait $sweep");
    CHECK(killed.status == 128 + 9);
    CHECK(text_of(work, "out/results.csv").empty());
    const auto resumed = work.run(longer + "--out out --resume");
    INFO(resumed.err);
    CHECK(resumed.status == 0);
    CHECK(text_of(work, "out/results.csv") == text_of(work, "whole/results.csv"));
    CHECK(text_of(work, "out/results.json") == text_of(work, "whole/results.json"));
}

TEST_CASE("Ctrl-C ends the runs, keeps what is finished and says how to go on") {
    const Workplace work;
    const auto stopped =
        work.run(card_sweep + "--vary run.window='5 ms,3000 s' -j 1 --out out & sweep=$!\n" +
                 first_run_is_over +
                 "sleep 0.3; kill -INT $sweep; wait $sweep; status=$?\n"
                 "pgrep -f 'run-point .*'\"$PWD\"/out; exit $status");
    CHECK(stopped.status == 130);
    CHECK(stopped.out.empty());
    CHECK(stopped.err ==
          "lookaside: interrupted; 1 of 2 runs are done and kept; `lookaside sweep --resume --out "
          "out` goes on\n");
    CHECK(text_of(work, "out/results.csv").empty());
    CHECK_THAT(work.contents(), Contains("outcome.json") && !Contains(".part"));
}

TEST_CASE("what stands in the way of a result stops the sweep, and can be cleared away") {
    const Workplace work;
    REQUIRE(work.run(quick_sweep + lanes + "--out out --plan-only").status == 0);
    REQUIRE(work.run("touch out/points").status == 0);
    const auto stopped = work.run("$lookaside sweep --resume --out out");
    CHECK(stopped.status == 2);
    CHECK_THAT(stopped.err, Contains("cannot create the folder") && Contains("out/points"));
    CHECK(text_of(work, "out/results.csv").empty());
    REQUIRE(work.run("rm out/points").status == 0);
    CHECK(work.run("$lookaside sweep --resume --out out").status == 0);
}
