// SPDX-License-Identifier: Apache-2.0
// DLLPs are worked out when somebody looks. The link must be the same as one that simulates them
// one by one, which is what a link with an error plan does, even if no error ever strikes.
#include <memory>
#include <tuple>

#include "app/link_system.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;
using app::LinkExperiment;
using app::LinkSystem;

namespace {

// Everything that starts on a wire, by direction and kind of packet, and what is delivered.
class Recorder : public LinkObserver {
  public:
    using Entry = std::tuple<SimTime, int, int>;
    void tlp_transmitted(Direction d, const Tlp& tlp, Sequence sequence, bool,
                         SimTime at) override {
        tlps[static_cast<std::size_t>(d)].emplace_back(at, static_cast<int>(tlp.type), sequence);
    }
    void tlp_delivered(Direction d, const Tlp& tlp, SimTime at) override {
        delivered[static_cast<std::size_t>(d)].emplace_back(at, static_cast<int>(tlp.type),
                                                            tlp.tag);
    }
    void dllp_transmitted(Direction d, const Dllp& dllp, SimTime at) override {
        dllps[static_cast<std::size_t>(d)].emplace_back(
            at, static_cast<int>(dllp.type),
            static_cast<int>(dllp.sequence + dllp.credits.headers + dllp.credits.data));
    }
    std::array<std::vector<Entry>, 2> tlps;
    std::array<std::vector<Entry>, 2> delivered;
    std::array<std::vector<Entry>, 2> dllps;
};

// Compares what both saw up to `end`; later entries may have been decided ahead.
void check_same(std::vector<Recorder::Entry> lazy, std::vector<Recorder::Entry> eager,
                SimTime end) {
    const auto late = [&](const Recorder::Entry& entry) { return std::get<0>(entry) > end; };
    lazy.erase(std::remove_if(lazy.begin(), lazy.end(), late), lazy.end());
    eager.erase(std::remove_if(eager.begin(), eager.end(), late), eager.end());
    CHECK(lazy.size() > 100);
    CHECK(lazy == eager);
}

void compare(LinkExperiment experiment) {
    Agenda agenda("agenda");
    experiment.checker_depth = CheckerDepth::full;
    LinkSystem lazy("lazy", agenda, experiment);
    experiment.upstream_faults.corrupt_tlps = {UINT64_MAX};
    LinkSystem eager("eager", agenda, experiment);
    Recorder lazily;
    Recorder eagerly;
    lazy.link().observe(lazily);
    eager.link().observe(eagerly);
    sc_core::sc_start(to_sc_time(100_us));
    lazy.outcome();
    eager.outcome();
    const SimTime end = agenda.now() - 2_us;
    for (const std::size_t direction : {std::size_t{0}, std::size_t{1}}) {
        check_same(lazily.tlps[direction], eagerly.tlps[direction], end);
        check_same(lazily.dllps[direction], eagerly.dllps[direction], end);
        check_same(lazily.delivered[direction], eagerly.delivered[direction], end);
    }
}

LinkExperiment traffic(TrafficPattern pattern, Bytes size) {
    LinkExperiment experiment;
    experiment.traffic.pattern = pattern;
    experiment.traffic.request_size = size;
    experiment.doorbell_interval = 170_ns;
    return experiment;
}

}  // namespace

TEST_CASE("a saturated link is the same whether DLLPs are worked out or simulated") {
    compare(traffic(TrafficPattern::both, 512));
}

TEST_CASE("a link of small packets is the same either way") {
    compare(traffic(TrafficPattern::both, 20));
}

TEST_CASE("a link that waits for credits is the same either way") {
    LinkExperiment experiment = traffic(TrafficPattern::both, 300);
    experiment.link.upstream_credits = {{{2, 16}, {2, 1}, {3, 24}}};
    experiment.link.downstream_credits = {{{1, 8}, {1, 1}, {2, 16}}};
    compare(experiment);
}

TEST_CASE("a link that waits for replay buffer space is the same either way") {
    LinkExperiment experiment = traffic(TrafficPattern::both, 300);
    experiment.link.replay_buffer = 500;
    compare(experiment);
}

TEST_CASE("a mostly idle link is the same either way") {
    LinkExperiment experiment = traffic(TrafficPattern::read, 64);
    experiment.traffic.outstanding = 1;
    experiment.doorbell_interval = 1170_ns;
    compare(experiment);
}
