// SPDX-License-Identifier: Apache-2.0
// Values that are right by themselves but not together.
#include "scenarios/cross_checks.h"

#include <algorithm>

#include "datasheets/ipsec_card.h"
#include "tests/support/catch.h"
#include "tests/unit/scenarios/scenario_file.h"

using namespace lookaside;
using namespace lookaside::scenarios;

namespace {

const ScenarioFile& card() {
    static const ScenarioFile file("[workload]\nkind = \"test-module\"\n");
    return file;
}

}  // namespace

TEST_CASE("a scenario of defaults is a PC with the card") {
    CHECK(card().complaint().empty());
}

TEST_CASE("a parameter of a part that the system lacks is refused") {
    CHECK(ScenarioFile("[system]\nkind = \"pcie-link\"\n[workload]\nkind = \"link-write\"\n"
                       "[driver]\nvariant = \"poll\"\n")
              .complaint() ==
          "test.toml:6: driver.variant: a pcie-link system has no such part; leave driver.variant "
          "out");
}

TEST_CASE("a bare link takes link traffic, and only a bare link does") {
    CHECK(card().complaint({"workload.kind=link-read"}) ==
          "--set workload.kind=link-read: \"link-read\" cannot drive a fpga-ipsec system; use "
          "\"test-module\", \"closed-loop\", \"open-loop\" or \"capture\"");
    CHECK(ScenarioFile("[system]\nkind = \"pcie-link\"\n").complaint() ==
          "workload.kind (test-module by default): \"test-module\" cannot drive a pcie-link "
          "system; use \"link-write\", \"link-read\" or \"link-both\"");
}

TEST_CASE("a receiver's data credits hold the largest TLP") {
    CHECK(
        card().complaint({"fabric.mps=2 KiB"}) ==
        "fabric.posted_data (80 by default): a write of fabric.mps (2 KiB) needs 128 credits; use "
        "128 or more, or 0");
    CHECK(card().complaint({"fabric.mps=2 KiB", "fabric.posted_data=128"}).empty());
    CHECK(card().complaint({"fabric.mps=2 KiB", "fabric.posted_data=0"}).empty());
}

TEST_CASE("a request fits a slot of the card's RAM unless it is raw") {
    const auto limit = datasheet::ipsec_card::max_data;
    const auto size = [](Bytes bytes) {
        return "workload.request_size=" + std::to_string(bytes) + " B";
    };
    CHECK(card().complaint({size(limit)}).empty());
    CHECK(card().complaint({size(limit + 1)}) ==
          "--set workload.request_size=1969 B: a request of 1969 B does not fit the card's RAM "
          "slot; use 1968 B or less");
    CHECK(card().complaint({size(limit + 1), "driver.variant=raw"}).empty());
    CHECK(card().complaint({size(16'385), "driver.variant=raw"}) ==
          "--set workload.request_size=16385 B: a request of 16385 B does not fit the card's RAM; "
          "use 16384 B or less");
}

TEST_CASE("an ESP packet and its trailer fit a slot") {
    CHECK(card().complaint({"stack.kind=esp", "workload.request_size=1966 B"}).empty());
    CHECK(card().complaint({"stack.kind=esp", "workload.request_size=1967 B"}) ==
          "--set workload.request_size=1967 B: a packet of 1967 B and its ESP trailer do not fit "
          "the card's RAM slot; use 1966 B or less");
}

TEST_CASE("a queue depth of 0 keeps nothing in flight and is refused") {
    CHECK(card().complaint({"workload.queue_depth=0"}) ==
          "--set workload.queue_depth=0: 0 is out of range; use 1 to 65536");
}

TEST_CASE("a closed loop stays below the driver's queue limit") {
    CHECK(
        card().complaint(
            {"workload.kind=closed-loop", "workload.queue_depth=9", "driver.queue_limit=8"}) ==
        "--set workload.queue_depth=9: the driver refuses requests beyond driver.queue_limit (8); "
        "use that or less");
}

TEST_CASE("an open loop needs a rate, and only an open loop has one") {
    CHECK(card().complaint({"workload.kind=open-loop"}) ==
          "workload.rate (none by default): an open loop needs a rate; use for example rate = "
          "\"300 Mb/s\"");
    CHECK(card().complaint({"workload.rate=300 Mb/s"}) ==
          "--set workload.rate=300 Mb/s: a test-module workload has no rate; add --set "
          "workload.kind=open-loop");
}

TEST_CASE("a capture workload needs an existing file and a tunnel") {
    CHECK(card().complaint({"workload.kind=capture"}) ==
          "workload.capture (none by default): a capture workload needs a file; use capture = "
          "\"FILE.pcap\"");
    CHECK(
        card().complaint({"workload.kind=capture", "workload.capture=none.pcap"}) ==
        "--set workload.capture=none.pcap: no such file: ./none.pcap; name a pcap or pcapng file");
    CHECK(
        card().complaint({"workload.kind=capture", "workload.capture=" + card().path().string()}) ==
        "stack.kind (none by default): a capture's packets need a tunnel; use \"esp\"");
}

TEST_CASE("a capture named in a file counts from that file") {
    const ScenarioFile file(
        "[workload]\nkind = \"capture\"\ncapture = \"test.toml\"\n"
        "[stack]\nkind = \"esp\"\n");
    CHECK(file.load().workload.capture.resolved == file.path());
}

TEST_CASE("a core number is one of the CPU's") {
    CHECK(card().complaint({"host.irq_cpu=64"}) ==
          "--set host.irq_cpu=64: Intel Core i5-7500 has 4 cores; use 0 to 3");
}

TEST_CASE("an unknown CPU profile is refused with the nearest one") {
    CHECK(card().complaint({"host.cpu=intel-core-i5-7600"}) ==
          "--set host.cpu=intel-core-i5-7600: there is no CPU profile \"intel-core-i5-7600\"; did "
          "you mean \"intel-core-i5-7500\"?");
}

TEST_CASE("a key is as long as the workload says") {
    CHECK(
        card().complaint({"workload.key_size=256", "stack.key=000102030405060708090a0b0c0d0e0f"}) ==
        "--set stack.key=000102030405060708090a0b0c0d0e0f: 128 bits long, but workload.key_size "
        "is 256; make them equal");
}

TEST_CASE("a run's time limit is after its window") {
    CHECK(card().complaint({"run.time_limit=10 ms"}) ==
          "--set run.time_limit=10 ms: ends before run.warmup (1 ms) and run.window (100 ms) are "
          "over; use more");
}
