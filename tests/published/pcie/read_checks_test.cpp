// SPDX-License-Identifier: Apache-2.0
// Reads: how latency, requests in flight and the root complex's cuts decide what they move.
#include "app/link_system.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;
using app::LinkExperiment;
using app::LinkOutcome;
using app::LinkSystem;

namespace {

LinkExperiment reads_of(Bytes size, unsigned outstanding) {
    LinkExperiment experiment;
    experiment.link.generation = Generation::gen3;
    experiment.link.width = 8;
    experiment.link.max_payload_size = 256;
    experiment.traffic.pattern = TrafficPattern::read;
    experiment.traffic.request_size = size;
    experiment.traffic.outstanding = outstanding;
    experiment.checker_depth = CheckerDepth::full;
    return experiment;
}

std::vector<LinkOutcome> run_side_by_side(const std::vector<LinkExperiment>& experiments) {
    Agenda agenda("agenda");
    std::vector<std::unique_ptr<LinkSystem>> systems;
    for (const LinkExperiment& experiment : experiments) {
        const std::string name = "link" + std::to_string(systems.size());
        systems.push_back(std::make_unique<LinkSystem>(name.c_str(), agenda, experiment));
    }
    sc_core::sc_start(to_sc_time(40_us));
    for (const auto& system : systems) {
        system->open_window();
    }
    sc_core::sc_start(to_sc_time(200_us));
    std::vector<LinkOutcome> outcomes;
    for (const auto& system : systems) {
        outcomes.push_back(system->outcome());
    }
    return outcomes;
}

}  // namespace

TEST_CASE("a read takes its two serialisations and the latencies on its way") {
    const std::vector<LinkOutcome> outcomes = run_side_by_side({reads_of(64, 1)});
    // 24 bytes out, 84 back at 7.877 B/ns; 175 ns each way; memory 100 ns.
    CHECK(outcomes[0].read_latency.at({5000}).count() == Approx(463'700).margin(50));
    // 500-600 ns measured on servers include about 100 ns of the card's DMA engine.
    CHECK(outcomes[0].read_latency.at({5000}) > 400_ns);
    CHECK(outcomes[0].read_latency.at({5000}) < 600_ns);
}

TEST_CASE("read throughput is requests in flight over the round trip, until the link is full") {
    std::vector<LinkExperiment> experiments;
    const std::vector<unsigned> in_flight{1, 2, 4, 6, 16, 64};
    for (const unsigned outstanding : in_flight) {
        experiments.push_back(reads_of(512, outstanding));
    }
    const std::vector<LinkOutcome> outcomes = run_side_by_side(experiments);
    const double round_trip_ps = outcomes[0].read_latency.mean_ps;
    const double link = LinkTiming(experiments[0].link).raw_bits_per_second() * 512 / 552;
    for (std::size_t i = 0; i < in_flight.size(); ++i) {
        INFO(in_flight[i] << " in flight");
        const double by_latency = in_flight[i] * 512 * 8 / (round_trip_ps * 1e-12);
        CHECK(outcomes[i].read_bits_per_second ==
              Approx(std::min(link, by_latency)).epsilon(0.025));
    }
}

TEST_CASE("a read of 65 bytes costs two completions only where the root complex cuts at 64") {
    LinkExperiment cuts_at_64 = reads_of(65, 8);
    cuts_at_64.root_complex.max_completion_size = 64;
    const std::vector<LinkOutcome> outcomes =
        run_side_by_side({cuts_at_64, reads_of(65, 8), reads_of(64, 8)});
    const auto completions_per_request = [](const LinkOutcome& outcome) {
        return static_cast<double>(outcome.downstream.tlps) /
               static_cast<double>(outcome.read_latency.count);
    };
    CHECK(completions_per_request(outcomes[0]) == Approx(2).epsilon(0.01));
    CHECK(completions_per_request(outcomes[1]) == Approx(1).epsilon(0.01));
    CHECK(completions_per_request(outcomes[2]) == Approx(1).epsilon(0.01));
}

TEST_CASE("a write of 257 bytes at MPS 256 is two packets, one of 256 is one") {
    LinkExperiment of_257 = reads_of(257, 1);
    of_257.traffic.pattern = TrafficPattern::write;
    LinkExperiment of_256 = reads_of(256, 1);
    of_256.traffic.pattern = TrafficPattern::write;
    const std::vector<LinkOutcome> outcomes = run_side_by_side({of_257, of_256});
    const auto payload_per_packet = [](const LinkOutcome& outcome) {
        return static_cast<double>(outcome.upstream.payload_bytes) /
               static_cast<double>(outcome.upstream.tlps);
    };
    CHECK(payload_per_packet(outcomes[0]) == Approx((256 + 4) / 2.0).epsilon(0.01));
    CHECK(payload_per_packet(outcomes[1]) == Approx(256).epsilon(0.001));
}

TEST_CASE("more tags than 32 are used only once the host has enabled extended tags") {
    LinkExperiment plain = reads_of(64, 200);
    plain.enumeration.extended_tags = false;
    const std::vector<LinkOutcome> outcomes = run_side_by_side({plain, reads_of(64, 200)});
    // 32 in flight cannot fill the link with 64-byte reads.
    const double with_32_tags = 32 * 64 * 8 / 463.7e-9;
    CHECK(outcomes[0].read_bits_per_second == Approx(with_32_tags).epsilon(0.03));
    CHECK(outcomes[1].read_bits_per_second > 1.1 * outcomes[0].read_bits_per_second);
}
