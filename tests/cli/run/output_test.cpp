// SPDX-License-Identifier: Apache-2.0
// What a run leaves on disk: everything when it ends well, and nothing when it does not.
#include "tests/cli/run/scenario_run.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Catch::Matchers::Contains;

namespace {

const Settings quick = {{"run.window", "2 ms"}, {"fidelity.engine", "timed"}};

/// Starts a run of hours of simulated time, presses Ctrl-C after `seconds`, returns its own status.
Finished interrupt_after(const Workplace& work, const std::string& seconds,
                         const Settings& settings, const std::string& options) {
    Settings endless = {{"run.window", "3000 s"}, {"run.time_limit", "7000 s"}};
    endless.insert(endless.end(), settings.begin(), settings.end());
    return work.run("timeout --preserve-status --signal=INT " + seconds + ' ' +
                    run_command("fpga-ipsec-pc", endless) + options);
}

}  // namespace

TEST_CASE("what --format json prints is what --out writes as result.json") {
    const Workplace work;
    const Finished finished =
        work.run(run_command("fpga-ipsec-pc", quick) + "--format json --out results");
    REQUIRE(finished.status == 0);
    CHECK(finished.out == contents_of(work.folder() / "work/results/result.json"));
    CHECK(work.contents() == "results\nresults/result.json\nresults/run.json\n");
}

TEST_CASE("a run without --out leaves nothing behind") {
    const Workplace work;
    REQUIRE(work.run(run_command("fpga-ipsec-pc", quick)).status == 0);
    CHECK(work.contents().empty());
}

TEST_CASE("Ctrl-C ends a run with status 130 and leaves the output folder as it was") {
    const Workplace work;
    REQUIRE(work.run(run_command("fpga-ipsec-pc", quick) + "--out results").status == 0);
    const std::string before = contents_of(work.folder() / "work/results/result.json");

    const Finished finished = interrupt_after(work, "1", {}, "--out results --requests-csv");
    CHECK(finished.status == 130);
    CHECK(finished.out.empty());
    CHECK(work.contents() == "results\nresults/result.json\nresults/run.json\n");
    CHECK(contents_of(work.folder() / "work/results/result.json") == before);
}

TEST_CASE("Ctrl-C during a run of a bare link leaves no result") {
    const Workplace work;
    const Finished finished = work.run(
        "timeout --preserve-status --signal=INT 1 " +
        run_command("pcie-link", {{"run.window", "3000 s"}, {"run.time_limit", "7000 s"}}) +
        "--out results");
    CHECK(finished.status == 130);
    CHECK(finished.out.empty());
    CHECK_THAT(work.contents(), !Contains("json"));
}

TEST_CASE("a place where no folder can be made is refused before the run") {
    const Workplace work;
    const Finished finished = work.run(run_command("fpga-ipsec-pc", quick) + "--out /proc/results");
    CHECK(finished.status == 2);
    CHECK(finished.complaints() == 1);
    CHECK_THAT(finished.err, Contains("/proc/results"));
    CHECK(finished.out.empty());
}

TEST_CASE("a table of requests needs a folder to go to") {
    const Workplace work;
    const Finished finished = work.run(run_command("fpga-ipsec-pc", quick) + "--requests-csv");
    CHECK(finished.status == 2);
    CHECK(finished.complaints() == 1);
    CHECK_THAT(finished.err, Contains("--requests-csv") && Contains("--out"));
}

TEST_CASE("an unknown format is refused with those that exist") {
    const Workplace work;
    const Finished finished = work.run(run_command("fpga-ipsec-pc", quick) + "--format yaml");
    CHECK(finished.status == 2);
    CHECK(finished.complaints() == 1);
    CHECK_THAT(finished.err, Contains("text") && Contains("json"));
}

TEST_CASE("a run that exceeds its time limit fails without a result") {
    const Workplace work;
    const Finished finished = work.run(run_command("fpga-ipsec-pc", {{"run.requests", "1000000"},
                                                                     {"run.window", "1 ms"},
                                                                     {"run.time_limit", "5 ms"}}) +
                                       "--out results --requests-csv");
    CHECK(finished.status == 3);
    CHECK_THAT(finished.err, Contains("run.time_limit"));
    CHECK(finished.out.empty());
    CHECK_THAT(work.contents(), !Contains("json") && !Contains("csv"));
}
