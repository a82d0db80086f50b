// SPDX-License-Identifier: Apache-2.0
#include "reports/console_writer.h"

#include <sstream>

#include "reports/number_format.h"
#include "tests/support/catch.h"
#include "tests/unit/reports/sample_run.h"

using namespace lookaside;
using namespace lookaside::reports;

namespace {

constexpr ConsoleStyle plain{false, false, 100};
constexpr ConsoleStyle rich{true, true, 100};

/// Seven requests of 100 B, one after the other through a driver that takes one at a time.
RunResult small_result() {
    RequestLog log;
    log.open(0_us);
    for (SimTime submitted{0}; submitted < 98_us; submitted += 14_us) {
        Timeline timeline;
        timeline.stamp(Moment::submitted, submitted);
        timeline.stamp(Moment::queued, submitted + 1_us);
        timeline.stamp(Moment::dispatched, submitted + 11_us);
        timeline.stamp(Moment::engine_start, submitted + 15_us);
        timeline.stamp(Moment::engine_end, submitted + 23_us);
        timeline.stamp(Moment::callback, submitted + 25_us);
        log.add(timeline, submitted + 2_us, 100);
    }
    log.close(120_us);
    RunFacts facts;
    facts.scenario = {"tiny", "A tiny card", "one engine, closed loop of 4 x 100 B", {}};
    facts.seed = 7;
    facts.program_version = "1.2.3";
    facts.window = {0_us, 120_us};
    facts.log = &log;
    facts.load.in_flight = 4;
    facts.load.driver_slots = 1;
    facts.load.held_to = Moment::callback;
    ResourceUsage engine;
    engine.name = "engine0";
    engine.description = "AES-GCM core";
    engine.busy = 56_us;
    engine.served = 7;
    engine.jobs_time_integral = 56e6;
    facts.resources = {engine};
    facts.bounds = BoundInputs{};
    facts.bounds->packets = {{100, 7, 100, 100, 800}};
    facts.bounds->engine = {100_MHz, 1};
    facts.integrity = Integrity{7, 0, ""};
    return summarise(facts);
}

}  // namespace

TEST_CASE("the console summary of a small run") {
    CHECK('\n' + console_text(small_result(), plain) == R"(
A tiny card                                                            tiny, seed 7, lookaside 1.2.3
one engine, closed loop of 4 x 100 B

Throughput  7 requests in 120 us
  46.67 Mb/s   5.833 MB/s   58.3 kpackets/s

Limited by
  latency: the driver handles 1 request at a time, 14.00 us each; no resource is saturated (busiest:
  engine0, 47 %)
    crypto engine            8.00 us  57 %  #######################
    driver code and MMIO     4.00 us  29 %  ###########
    interrupts and wake-ups  2.00 us  14 %  ######
  Largest stages, in us: engine 8.00, dispatched -> engine_start 4.00, engine_end -> callback 2.00.
  Only 82 % of the driver slots are taken on average: what leaves them empty limits too.
  Without it, the next ceiling is engine: 100 Mb/s, 2.14 times the measured.

Ceilings  what each resource alone would allow
                      packets/s  Mb/s  x measured  why
> driver slots           71.4 k  57.1        1.22  1 in flight, 14 us each
  engine                  125 k   100        2.14  800 cycles a packet at 100 MHz
  requests in flight      267 k   213        4.57  4 in flight, 15 us each

Where the time goes  mean 25.00 us, submission to callback; shares of the 15.00 us outside queues
                              mean us  share  p99 us
  submit                         1.00  6.7 %    1.00  ##                 driver code and MMIO
  queue wait                    10.00      -   10.00  ################>  waiting in a queue
  dispatched -> engine_start     4.00   27 %    4.00  ########           driver code and MMIO
  engine                         8.00   53 %    8.00  ################   crypto engine
  engine_end -> callback         2.00   13 %    2.00  ####               interrupts and wake-ups

Latency  us; slat: submit() call, clat: from then to the callback
          min   mean  stddev    p50    p90    p99  p99.9  p99.99    max
  slat   2.00   2.00    0.00   2.00   2.00   2.00   2.00    2.00   2.00
  clat  23.00  23.00    0.00  23.00  23.00  23.00  23.00   23.00  23.00
  lat   25.00  25.00    0.00  25.00  25.00  25.00  25.00   25.00  25.00

Resources
           busy         mean jobs  us a job  jobs/s
  engine0  47 %  #####      0.467      8.00  58.3 k  AES-GCM core

Checks
  7 of 7 results equal the reference's byte by byte
  passed: progress, stage sums, utilisation, Little's law, bounds, integrity
)");
}

TEST_CASE("no line of the console summary is wider than 100 columns") {
    const RequestLog log = sample_log(3'600, 2_ms);
    const RunResult result = summarise(sample_facts(log));
    std::istringstream lines(console_text(result, {false, true, 100}));
    for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK(display_width(line) <= 100);
    }
}

TEST_CASE("colours and block characters appear only where the terminal has them") {
    const std::string simple = console_text(small_result(), plain);
    for (const char byte : simple) {
        CHECK((byte == '\n' || (byte >= ' ' && byte <= '~')));
    }
    const std::string coloured = console_text(small_result(), rich);
    CHECK(coloured.find("\x1b[") != std::string::npos);
    CHECK(coloured.find("█") != std::string::npos);
}

TEST_CASE("a failed check stands out with its reason") {
    RunResult result = small_result();
    result.checks.push_back({"PCIe protocol", false, "posted credit overrun"});
    CHECK(console_text(result, plain).find("FAILED PCIe protocol: posted credit overrun") !=
          std::string::npos);
}

TEST_CASE("a bare link shows its bandwidth, and no latency") {
    RunFacts facts;
    facts.window = {0_us, 1_us};
    LinkBandwidth write;
    write.name = "write";
    write.requests = 2;
    write.payload = 250;
    write.tlps = 2;
    write.wire = 298;
    facts.link = {write};
    const std::string text = console_text(summarise(facts), plain);
    CHECK(text.find("  write         2.000        84 %         2     2\n") != std::string::npos);
    CHECK(text.find("Latency") == std::string::npos);
}

TEST_CASE("numbers have the digits that matter") {
    CHECK(significant(432.04) == "432");
    CHECK(significant(0.01234) == "0.0123");
    CHECK(significant(12'345.6) == "12346");
    CHECK(significant(9.996) == "10.0");
    CHECK(significant(0.0) == "0");
    CHECK(microseconds(27.779e6) == "27.78");
    CHECK(microseconds(861.23e6) == "861.2");
    CHECK(percent(0.6234) == "62 %");
    CHECK(percent(0.0042) == "0.4 %");
    CHECK(si_rate(36'012) == "36.0 k");
    CHECK(si_rate(999.7) == "1.00 k");
    CHECK(grouped(3'600'123) == "3 600 123");
    CHECK(grouped(999) == "999");
}
