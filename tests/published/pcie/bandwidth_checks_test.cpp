// SPDX-License-Identifier: Apache-2.0
#include "app/bench_link.h"
#include "app/link_system.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;
using namespace lookaside::app;

TEST_CASE("bench") {
    printf("%.3f M TLP/s\n", bench_link_tlps_per_cpu_second() / 1e6);
}
TEST_CASE("try") {
    LinkExperiment e;
    e.link.generation = Generation::gen3;
    e.link.width = 8;
    e.link.max_payload_size = 256;
    e.traffic.pattern = TrafficPattern::both;
    e.checker_depth = CheckerDepth::full;
    LinkOutcome o = run_link(e);
    printf("W %.3f R %.3f Gb/s lat mean %.1f ns\n", o.write_bits_per_second / 1e9,
           o.read_bits_per_second / 1e9, o.read_latency.mean_ps / 1000);
    for (auto& v : o.values)
        if (std::holds_alternative<std::uint64_t>(v.value))
            printf("%s %lu\n", v.name.c_str(), std::get<std::uint64_t>(v.value));
    for (auto& r : o.resources)
        printf("%s busy %.4f Little %.1f %.1f\n", r.name.c_str(),
               double(r.busy.count()) / double(o.window.count()), r.jobs_time_integral / 1e6,
               double(r.residence.count()) / 1e6);
}
