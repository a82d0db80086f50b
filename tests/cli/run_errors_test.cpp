// SPDX-License-Identifier: Apache-2.0
// A run that cannot be: status 2, one line with place and fix, and no half-written result.
#include "tests/cli/command.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

constexpr const char* quick =
    "$lookaside run \"$scenarios/fpga-ipsec-pc.toml\" "
    "--set fidelity.engine=timed --set run.warmup='100 us' "
    "--set run.window='1 ms' ";

}  // namespace

TEST_CASE("a scenario with an error leaves no output folder behind") {
    const Workplace work;
    const auto result = work.run(std::string(quick) + "--out results --set fabric.lanes=3");
    CHECK(result.status == 2);
    CHECK(result.err ==
          "lookaside: --set fabric.lanes=3: 3 is not possible; use 1, 2, 4, 8, 12 or 16\n");
    CHECK(result.out.empty());
    CHECK(work.contents().empty());
}

TEST_CASE("an output folder that cannot be written is refused before the run") {
    const Workplace work;
    work.write("taken", "a file\n");
    const auto result = work.run(std::string(quick) + "--out taken/results");
    CHECK(result.status == 2);
    CHECK(result.complaints() == 1);
    CHECK_THAT(result.err, Contains("taken"));
    CHECK(result.out.empty());
    CHECK(work.contents() == "taken\n");
}

TEST_CASE("a truncated capture is refused, and no output capture is left") {
    const Workplace work;
    // The header of a pcap file of Ethernet frames, then half a record header.
    const auto made = work.run(R"(printf '\324\303\262\241\2\0\4\0\0\0\0\0\0\0\0\0\377\377\0\0)"
                               R"(\1\0\0\0\0\0\0\0' >cut.pcap)");
    REQUIRE(made.status == 0);
    const auto result = work.run(std::string(quick) +
                                 "--set workload.kind=capture --set stack.kind=esp "
                                 "--set workload.capture=cut.pcap "
                                 "--set workload.output_capture=out.pcap");
    CHECK(result.status == 2);
    CHECK_THAT(result.err, StartsWith("lookaside: ") && Contains("cut.pcap"));
    CHECK(result.out.empty());
    CHECK(work.contents() == "cut.pcap\n");
}

TEST_CASE("a run that is interrupted leaves no result") {
    const Workplace work;
    const auto result = work.run(
        "timeout --signal=INT 2 $lookaside run \"$scenarios/fpga-ipsec-pc.toml\" "
        "--set run.window='3000 s' --set run.time_limit='7000 s' --out results");
    // timeout's own status for a command that it ended.
    CHECK(result.status == 124);
    CHECK(result.out.empty());
    CHECK_THAT(work.contents(), !Contains("result.json") && !Contains("run.json"));
}
