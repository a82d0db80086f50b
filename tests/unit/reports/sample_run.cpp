// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/reports/sample_run.h"

#include "base/random.h"

namespace lookaside::reports {
namespace {

constexpr Bytes payload = 1500;

ResourceUsage usage(std::string name, std::string description, Picoseconds busy,
                    std::uint64_t served, double jobs_time_integral, Picoseconds residence) {
    ResourceUsage result;
    result.name = std::move(name);
    result.description = std::move(description);
    result.busy = busy;
    result.served = served;
    result.jobs_time_integral = jobs_time_integral;
    result.residence = residence;
    return result;
}

}  // namespace

Timeline chain(SimTime submitted, const std::vector<Picoseconds>& stages) {
    Timeline timeline;
    SimTime now = submitted;
    timeline.stamp(Moment::submitted, now);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        now += stages[i];
        timeline.stamp(card_moments[i + 1], now);
    }
    return timeline;
}

std::vector<Picoseconds> sample_stages(std::uint64_t number) {
    Random random(number);
    const auto about = [&](std::uint64_t nanoseconds) {
        const std::uint64_t picoseconds = nanoseconds * 1'000;
        return Picoseconds{static_cast<std::int64_t>(picoseconds - picoseconds / 10 +
                                                     random.below(picoseconds / 5))};
    };
    return {about(310),   about(27'600), about(620),   about(900),   about(1'450),
            about(1'010), about(850),    about(4'600), about(350),   about(420),
            about(4'128), about(850),    about(3'100), about(780),   about(1'300),
            about(820),   about(850),    about(4'700), about(1'050), about(1'400)};
}

RequestLog sample_log(std::uint64_t requests, SimTime opened) {
    RequestLog log;
    log.open(opened);
    SimTime dispatched = opened;
    for (std::uint64_t i = 0; i < requests; ++i) {
        const auto stages = sample_stages(i);
        const SimTime submitted = dispatched - stages[0] - stages[1];
        const Timeline timeline = chain(submitted, stages);
        log.add(timeline, submitted + stages[0] + 95_ns, payload);
        dispatched = timeline.at(Moment::completed);
    }
    log.close(opened + 100_ms);
    return log;
}

RunFacts sample_facts(const RequestLog& log) {
    RunFacts facts;
    facts.scenario = {
        "fpga-ipsec-pc",
        "FPGA IPsec card in a PC (Intel Core i5-7500)",
        "PCIe gen 2 x4, serial driver, iterative AES-128-GCM (rtl) at 250 MHz, closed loop of 2 x "
        "1500 B",
        {{"fabric.lanes", "4", "", "fpga-ipsec-pc.toml:12"},
         {"device.engine_clock", "250 MHz", "Hz", "default"}}};
    facts.seed = 1;
    facts.program_version = "0.1.0";
    facts.window = {log.opened(), log.closed()};
    facts.log = &log;
    facts.load.in_flight = 2;
    facts.load.driver_slots = 1;
    facts.statistics = {{"pcie.upstream.tlps", "1", "TLPs sent to the host", std::uint64_t{93600}},
                        {"pcie.upstream.ack_delay", "ns", "mean time to an Ack", 412.5}};
    const std::uint64_t served = log.completed();
    const auto each = [&](std::int64_t ns) {
        return Picoseconds{ns * 1'000 * std::int64_t(served)};
    };
    const auto integral = [&](std::int64_t ns) { return static_cast<double>(each(ns).count()); };
    facts.resources = {
        usage("cpu0", "runs the test module and W2", each(3'900), served * 3, integral(4'100), {}),
        usage("cpu1", "runs the driver's worker W1", each(17'200), served * 7, integral(17'900),
              {}),
        usage("pcie.downstream", "link, host to card", each(1'080), served * 34, integral(1'110),
              each(1'110)),
        usage("pcie.upstream", "link, card to host", each(960), served * 22, integral(970),
              each(970)),
        usage("xdma.h2c0", "H2C channel 0", each(2'460), served, integral(2'460), each(2'460)),
        usage("xdma.c2h0", "C2H channel 0", each(2'120), served, integral(2'120), each(2'120)),
        usage("engine0", "AES-GCM core", each(4'128), served, integral(4'128), each(4'128))};
    facts.core_names = {"cpu0", "cpu1"};

    BoundInputs bounds;
    bounds.packets = {{payload, served, payload + 64, payload + 16, 1'032}};
    bounds.link.raw_bytes_per_s = 4 * 500e6;
    bounds.link.control_share = 0.0026;
    bounds.axi = {8, 250_MHz};
    bounds.engine = {250_MHz, 1};
    facts.bounds = bounds;
    facts.integrity = Integrity{served, 0, ""};
    return facts;
}

}  // namespace lookaside::reports
