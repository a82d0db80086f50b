// SPDX-License-Identifier: Apache-2.0
// Wrong scenarios end with status 2, one line that names place and fix, and nothing left behind.
#include "tests/cli/command.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;

namespace {

/// The one line with which `lookaside params --scenario` refuses a scenario.
std::string complaint(const std::string& scenario, const std::string& options = "") {
    const Workplace work;
    work.write("bad.toml", scenario);
    const auto result = work.run("$lookaside params --scenario bad.toml " + options);
    CHECK(result.status == 2);
    CHECK(result.out.empty());
    CHECK(result.complaints() == 1);
    CHECK(work.contents() == "bad.toml\n");
    return result.err;
}

}  // namespace

TEST_CASE("an unknown key names file, line and the nearest key") {
    CHECK(
        complaint("[fabric]\nlane = 4\n") ==
        "lookaside: bad.toml:2: fabric.lane: unknown parameter; did you mean \"fabric.lanes\"?\n");
}

TEST_CASE("a wrong unit names file, line and the right units") {
    CHECK(complaint("[host]\nmemory_latency = \"80 MHz\"\n") ==
          "lookaside: bad.toml:2: host.memory_latency: \"MHz\" is no unit of duration; use ps, ns, "
          "us, ms or s\n");
}

TEST_CASE("three lanes are refused with the widths that exist") {
    CHECK(complaint("[fabric]\nlanes = 3\n") ==
          "lookaside: bad.toml:2: fabric.lanes: 3 is not possible; use 1, 2, 4, 8, 12 or 16\n");
    CHECK(complaint("", "--set fabric.lanes=3") ==
          "lookaside: --set fabric.lanes=3: 3 is not possible; use 1, 2, 4, 8, 12 or 16\n");
}

TEST_CASE("a queue depth of 0 is refused") {
    CHECK(complaint("[workload]\nkind = \"closed-loop\"\nqueue_depth = 0\n") ==
          "lookaside: bad.toml:3: workload.queue_depth: 0 is out of range; use 1 to 65536\n");
}

TEST_CASE("a packet over a slot of the card's RAM is refused") {
    CHECK(
        complaint("[workload]\nrequest_size = \"2 KiB\"\n") ==
        "lookaside: bad.toml:2: workload.request_size: a request of 2048 B does not fit the card's "
        "RAM slot; use 1968 B or less\n");
}

TEST_CASE("a missing capture is refused with its place") {
    CHECK(complaint("[workload]\nkind = \"capture\"\ncapture = \"web.pcap\"\n") ==
          "lookaside: bad.toml:3: workload.capture: no such file: web.pcap; name a pcap or pcapng "
          "file\n");
}

TEST_CASE("text that is no TOML, and a file that is not there, are refused") {
    CHECK_THAT(complaint("[fabric\nlanes = 4\n"),
               Catch::Matchers::StartsWith("lookaside: bad.toml:1: "));
    const Workplace work;
    const auto missing = work.run("$lookaside params --scenario none.toml");
    CHECK(missing.status == 2);
    CHECK(missing.err == "lookaside: none.toml: cannot be read; name an existing TOML file\n");
}

TEST_CASE("a scenario that ships is accepted from any working directory") {
    const Workplace work;
    const auto result = work.run("$lookaside params --scenario \"$scenarios/fpga-ipsec-pc.toml\"");
    CHECK(result.status == 0);
    CHECK(result.err.empty());
}
