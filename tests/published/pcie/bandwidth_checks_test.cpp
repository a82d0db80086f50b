// SPDX-License-Identifier: Apache-2.0
// What a link simulator should get right: figures between the closed form of pcie-bench's model
// (github.com/pcie-bench/pcie-model; Neugebauer et al., SIGCOMM 2018) as published, which charges
// DLLPs as if a symbol time moved one byte on any width, and the same form with their true size.
#include "app/link_system.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;
using app::LinkExperiment;
using app::LinkOutcome;

namespace {

LinkExperiment link(Generation generation, unsigned width, Bytes mps) {
    LinkExperiment experiment;
    experiment.link.generation = generation;
    experiment.link.width = width;
    experiment.link.max_payload_size = mps;
    experiment.checker_depth = CheckerDepth::full;
    return experiment;
}

// Loads the direction against the data, so that Acks and UpdateFCs flow with it.
LinkExperiment loaded_both_ways(LinkExperiment experiment) {
    const Picoseconds limit = LinkTiming(experiment.link).ack_latency_limit();
    if (experiment.traffic.pattern == TrafficPattern::write) {
        experiment.doorbell_interval = limit;
    } else {
        experiment.traffic.status_interval = limit;
    }
    return experiment;
}

// The scaled form leaves out what rounds to whole packets: 1 %.
void check_between(double gbps, double published, double scaled) {
    CHECK(gbps >= published);
    CHECK(gbps <= 1.01 * scaled);
}

}  // namespace

TEST_CASE("Gen1 x1 with MPS 128 writes 195.8 MB/s") {
    LinkExperiment experiment = loaded_both_ways(link(Generation::gen1, 1, 128));
    experiment.window = 2_ms;
    const LinkOutcome outcome = app::run_link(experiment);
    CHECK(outcome.write_bits_per_second / 8e6 == Approx(195.8).epsilon(0.01));
}

TEST_CASE("writes alone lose only headers, framing, SKP and an UpdateFC a class every 30 us") {
    LinkExperiment experiment = link(Generation::gen1, 1, 128);
    experiment.window = 2_ms;
    const LinkOutcome outcome = app::run_link(experiment);
    const double update_fc = 2 * 8 * 4e-9 / 30e-6;  // posted and non-posted, 4 ns a byte
    const double of_raw = 128.0 / 152.0 * (1 - 4.0 / 1538 - update_fc);
    CHECK(outcome.write_bits_per_second == Approx(2e9 * of_raw).epsilon(0.0005));
}

TEST_CASE("Gen2 x4 with MPS 256 writes 1.65 to 1.78 GB/s") {
    const LinkOutcome outcome = app::run_link(loaded_both_ways(link(Generation::gen2, 4, 256)));
    check_between(outcome.write_bits_per_second / 1e9, 13.206, 14.244);
}

TEST_CASE("Gen2 x4 with MPS 256 reads 1.67 to 1.81 GB/s") {
    LinkExperiment experiment = link(Generation::gen2, 4, 256);
    experiment.traffic.pattern = TrafficPattern::read;
    const LinkOutcome outcome = app::run_link(loaded_both_ways(experiment));
    check_between(outcome.read_bits_per_second / 1e9, 13.397, 14.451);
}

TEST_CASE("Gen3 x8 with MPS 256 and MRRS 512 writes 6.6 to 7.1 GB/s") {
    const LinkOutcome outcome = app::run_link(loaded_both_ways(link(Generation::gen3, 8, 256)));
    check_between(outcome.write_bits_per_second / 1e9, 52.923, 56.897);
}

TEST_CASE("Gen3 x8 with MPS 256 and MRRS 512 reads 6.7 to 7.2 GB/s") {
    LinkExperiment experiment = link(Generation::gen3, 8, 256);
    experiment.traffic.pattern = TrafficPattern::read;
    const LinkOutcome outcome = app::run_link(loaded_both_ways(experiment));
    check_between(outcome.read_bits_per_second / 1e9, 53.690, 57.721);
}

TEST_CASE("Gen3 x8 with MPS 256 and MRRS 512 moves 6.3 to 6.8 GB/s each way at once") {
    LinkExperiment experiment = link(Generation::gen3, 8, 256);
    experiment.traffic.pattern = TrafficPattern::both;
    experiment.traffic.outstanding = 64;
    const LinkOutcome outcome = app::run_link(experiment);
    check_between(outcome.write_bits_per_second / 1e9, 50.748, 54.558);
    check_between(outcome.read_bits_per_second / 1e9, 50.748, 54.558);
}

TEST_CASE("every generation and width moves its share of the raw rate") {
    // MPS 256 writes alone: 256 of 280 bytes, and SKP.
    Agenda agenda("agenda");
    std::vector<std::unique_ptr<app::LinkSystem>> systems;
    std::vector<double> expected;
    for (const unsigned generation : {1U, 2U, 3U, 4U, 5U}) {
        for (const unsigned width : {1U, 2U, 4U, 8U, 12U, 16U}) {
            LinkExperiment experiment = link(static_cast<Generation>(generation), width, 256);
            const std::string name = "link" + std::to_string(systems.size());
            systems.push_back(std::make_unique<app::LinkSystem>(name.c_str(), agenda, experiment));
            const double skp = generation < 3 ? 4.0 / 1538 : 1.0 / 375;
            expected.push_back(LinkTiming(experiment.link).raw_bits_per_second() * (1 - skp) * 256 /
                               280);
        }
    }
    sc_core::sc_start(to_sc_time(40_us));
    for (const auto& system : systems) {
        system->open_window();
    }
    sc_core::sc_start(to_sc_time(200_us));
    for (std::size_t i = 0; i < systems.size(); ++i) {
        INFO("link " << i);
        CHECK(systems[i]->outcome().write_bits_per_second == Approx(expected[i]).epsilon(0.01));
    }
}
