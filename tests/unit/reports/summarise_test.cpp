// SPDX-License-Identifier: Apache-2.0
#include "reports/summarise.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/unit/reports/sample_run.h"

using namespace lookaside;
using namespace lookaside::reports;

namespace {

const Check& check(const RunResult& result, const std::string& name) {
    return *std::find_if(result.checks.begin(), result.checks.end(),
                         [&](const Check& candidate) { return candidate.name == name; });
}

}  // namespace

TEST_CASE("throughput counts the payload of the requests of the window") {
    const RequestLog log = sample_log(3'600, 2_ms);
    const RunResult result = summarise(sample_facts(log));
    CHECK(result.throughput.mbit_per_s == Approx(432.0));
    CHECK(result.throughput.mbyte_per_s == Approx(54.0));
    CHECK(result.throughput.packets_per_s == Approx(36'000.0));
}

TEST_CASE("a sound run passes every check and exits with 0") {
    const RequestLog log = sample_log(3'600, 2_ms);
    const RunResult result = summarise(sample_facts(log));
    for (const Check& each : result.checks) {
        CHECK(each.passed);
    }
    CHECK(result.exit_status() == 0);
}

TEST_CASE("a wrong result fails the run and is named") {
    const RequestLog log = sample_log(3'600, 2_ms);
    RunFacts facts = sample_facts(log);
    facts.integrity = Integrity{3'600, 1, "request 17, byte 3: 0x41 instead of 0x42"};
    const RunResult result = summarise(facts);
    CHECK(result.exit_status() == 1);
    CHECK(check(result, "integrity").detail ==
          "1 of 3600 results are wrong, first request 17, byte 3: 0x41 instead of 0x42");
}

TEST_CASE("a result that was never compared fails the run") {
    const RequestLog log = sample_log(3'600, 2_ms);
    RunFacts facts = sample_facts(log);
    facts.integrity = Integrity{3'599, 0, ""};
    CHECK(summarise(facts).exit_status() == 1);
}

TEST_CASE("a run in which nothing completed fails") {
    const RequestLog log = sample_log(0, 2_ms);
    const RunResult result = summarise(sample_facts(log));
    CHECK_FALSE(check(result, "progress").passed);
    CHECK_FALSE(result.bounds);
}

TEST_CASE("a throughput that the engine's cycles forbid fails the run") {
    const RequestLog log = sample_log(3'600, 2_ms);
    RunFacts facts = sample_facts(log);
    facts.bounds->packets[0].engine_cycles = 7'000;  // 35.7 kpackets/s at 250 MHz
    const RunResult result = summarise(facts);
    CHECK_FALSE(check(result, "bounds").passed);
    CHECK(result.bounds->all[result.bounds->tightest].name == "engine");
}

TEST_CASE("a check of the system's own counts like the general ones") {
    const RequestLog log = sample_log(3'600, 2_ms);
    RunFacts facts = sample_facts(log);
    facts.checks = {{"PCIe protocol", false, "posted credit overrun at 5 us"}};
    CHECK(summarise(facts).exit_status() == 1);
}

TEST_CASE("a bare link reports the bandwidth of each direction and no latency") {
    RunFacts facts;
    facts.window = {1_ms, 3_ms};
    LinkBandwidth write;
    write.name = "write";
    write.requests = 1'000;
    write.payload = 512'000;
    write.tlps = 4'000;
    write.wire = 608'000;
    facts.link = {write};
    const RunResult result = summarise(facts);
    CHECK(result.link[0].gbit_per_s == Approx(512'000 * 8 / 2e-3 * 1e-9));
    CHECK(result.link[0].efficiency == Approx(512.0 / 608.0));
    CHECK_FALSE(result.latency);
    CHECK(result.exit_status() == 0);
}
