// SPDX-License-Identifier: Apache-2.0
#include "app/link_system.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace lookaside::app {
namespace {

constexpr unsigned doorbell_bar = 0;

pcie::EndpointParameters endpoint_parameters(const LinkExperiment& experiment) {
    pcie::EndpointParameters endpoint;
    endpoint.function.bars[doorbell_bar] = {4096, false, false};
    endpoint.function.max_payload_supported = experiment.link.max_payload_size;
    endpoint.tags = experiment.tags;
    return endpoint;
}

double rate(Bytes bytes, Picoseconds window) {
    return window > 0_ps ? 8.0 * static_cast<double>(bytes) / to_seconds(window) : 0.0;
}

}  // namespace

// The CPU calls the root complex itself; the socket that a kernel model would use is tied off.
struct LinkSystem::CpuSocket : tlm::tlm_initiator_socket<64>, tlm::tlm_bw_transport_if<> {
    CpuSocket() : tlm::tlm_initiator_socket<64>("cpu") {
        bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    }
    using tlm::tlm_initiator_socket<64>::bind;
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                       sc_core::sc_time&) override {
        return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

LinkSystem::LinkSystem(const sc_core::sc_module_name& module_name, Agenda& agenda,
                       const LinkExperiment& experiment)
    : sc_module(module_name),
      experiment_(experiment),
      agenda_(agenda),
      link_("link", agenda, experiment.link, statistics_, experiment.upstream_faults,
            experiment.downstream_faults),
      root_complex_("root_complex", agenda, pool_, experiment.link.max_payload_size,
                    experiment.root_complex),
      endpoint_("endpoint", agenda, pool_, experiment.link, endpoint_parameters(experiment)),
      memory_("memory", experiment.memory_latency),
      cpu_(std::make_shared<CpuSocket>()) {
    root_complex_.to_link.bind(link_.root.transmit);
    link_.root.receive.bind(root_complex_.from_link);
    endpoint_.to_link.bind(link_.device.transmit);
    link_.device.receive.bind(endpoint_.from_link);
    root_complex_.memory.bind(memory_.socket);
    cpu_->bind(root_complex_.cpu);

    pcie::TrafficParameters traffic = experiment.traffic;
    traffic.buffer_size =
        std::max(traffic.buffer_size, std::bit_ceil(traffic.request_size + traffic.misalignment));
    traffic.buffer = memory_.allocate(traffic.buffer_size);
    generator_ = std::make_unique<pcie::TrafficGenerator>(
        agenda, endpoint_, traffic, [this](Picoseconds latency) { read_latency_.add(latency); });
    if (experiment.protocol_checker) {
        checker_ = std::make_unique<pcie::ProtocolChecker>(
            experiment.link,
            pcie::CheckerLimits{experiment.link.max_payload_size,
                                experiment.enumeration.max_read_request_size,
                                experiment.root_complex.read_completion_boundary},
            experiment.checker_depth);
        link_.observe(*checker_);
    }
    SC_HAS_PROCESS(LinkSystem);
    SC_THREAD(run_cpu);
}

void LinkSystem::run_cpu() {
    pcie::EnumerationOptions options = experiment_.enumeration;
    options.max_payload_size = experiment_.link.max_payload_size;
    const pcie::EnumeratedFunction function = root_complex_.enumerate(options);
    started_ = true;
    generator_->start();
    while (experiment_.doorbell_interval > 0_ps && !stopped_) {
        wait(to_sc_time(experiment_.doorbell_interval));
        root_complex_.mmio_write(function.bars.front().address, 1, 4);
    }
}

void LinkSystem::open_window() {
    opened_ = agenda_.now();
    statistics_.reset(opened_);
    read_latency_.clear();
    at_open_ = generator_->counters();
}

LinkOutcome LinkSystem::outcome() {
    LinkOutcome outcome;
    outcome.window = agenda_.now() - opened_;
    statistics_.collect(agenda_.now(), outcome.values, outcome.resources);
    outcome.upstream = link_.device.statistics();
    outcome.downstream = link_.root.statistics();
    const pcie::TrafficGenerator::Counters& counters = generator_->counters();
    outcome.written = counters.written - at_open_.written;
    outcome.read = counters.read - at_open_.read;
    outcome.failed_reads = counters.failed_reads - at_open_.failed_reads;
    outcome.write_bits_per_second = rate(outcome.written, outcome.window);
    outcome.read_bits_per_second = rate(outcome.read, outcome.window);
    outcome.read_latency = read_latency_.summarise();
    return outcome;
}

void LinkSystem::stop() {
    stopped_ = true;
    generator_->stop();
}

void LinkSystem::check_at_end() {
    if (checker_) {
        checker_->check_at_end();
    }
}

std::vector<std::string> LinkSystem::waits() const {
    std::vector<std::string> waits;
    endpoint_.describe_waits(waits);
    link_.describe_waits(waits);
    root_complex_.describe_waits(waits);
    return waits;
}

namespace {

// Between two looks at the models the agenda need not wait for the kernel's clock.
void simulate(Agenda& agenda, Picoseconds duration) {
    agenda.run_ahead_until(agenda.now() + duration);
    sc_core::sc_start(to_sc_time(duration));
}

}  // namespace

LinkOutcome run_link(const LinkExperiment& experiment) {
    // Enumeration takes some tens of round trips before the generator starts.
    constexpr Picoseconds start_limit = 10_ms;
    Agenda agenda("agenda");
    LinkSystem system("pcie_link", agenda, experiment);
    while (!system.started()) {
        if (agenda.now() > start_limit) {
            throw SimulationError(
                fmt::format("the link does not come up: {}", fmt::join(system.waits(), "; ")));
        }
        sc_core::sc_start(to_sc_time(1_us));
    }
    simulate(agenda, experiment.warmup);
    system.open_window();
    simulate(agenda, experiment.window);
    const LinkOutcome outcome = system.outcome();
    if (outcome.written + outcome.read == 0) {
        throw SimulationError(
            fmt::format("nothing moved in the window: {}", fmt::join(system.waits(), "; ")));
    }
    system.stop();
    simulate(agenda, 1_ms);
    system.check_at_end();
    return outcome;
}

}  // namespace lookaside::app
