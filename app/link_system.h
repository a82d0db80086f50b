// SPDX-License-Identifier: Apache-2.0
// A bare PCIe link: root complex, link, endpoint and a traffic generator behind it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/memory/host_memory.h"
#include "models/pcie/endpoint_core.h"
#include "models/pcie/link.h"
#include "models/pcie/protocol_checker.h"
#include "models/pcie/root_complex.h"
#include "models/pcie/traffic_generator.h"
#include "reports/distribution.h"

namespace lookaside::app {

struct LinkExperiment {
    pcie::LinkParameters link;
    pcie::RootComplexParameters root_complex;
    pcie::EnumerationOptions enumeration;  // its MPS is the link's
    pcie::TrafficParameters traffic;       // the buffer's address is filled in
    unsigned tags = 256;                   // of the endpoint
    Picoseconds memory_latency = 100_ns;
    /// The CPU writes 4 bytes to the device this often; 0: never. (What the device writes beside
    /// its traffic is traffic.status_interval.)
    Picoseconds doorbell_interval{0};
    pcie::FaultPlan upstream_faults;
    pcie::FaultPlan downstream_faults;
    bool protocol_checker = true;
    pcie::CheckerDepth checker_depth = pcie::CheckerDepth::core;
    Picoseconds warmup = 20_us;
    Picoseconds window = 100_us;
};

struct LinkOutcome {
    Picoseconds window{0};
    Bytes written = 0;  // payload of the generator's writes that reached the wire
    Bytes read = 0;     // data that reached the generator
    double write_bits_per_second = 0.0;
    double read_bits_per_second = 0.0;
    reports::Distribution read_latency;  // of whole requests
    std::uint64_t failed_reads = 0;
    std::vector<Statistic> values;         // "pcie.upstream.tlps", ...
    std::vector<ResourceUsage> resources;  // "pcie.upstream", "pcie.downstream"
    pcie::LinkStatistics upstream;
    pcie::LinkStatistics downstream;
};

/// The models of one experiment, bound to each other. Several may share an agenda.
class LinkSystem : public sc_core::sc_module {
  public:
    /// Throws InputError for values that no link has.
    LinkSystem(const sc_core::sc_module_name& name, Agenda& agenda,
               const LinkExperiment& experiment);

    /// The measuring window opens now.
    void open_window();
    /// What the window holds until now.
    LinkOutcome outcome();
    /// No new requests from now on; the window is over.
    void stop();
    /// Once all is quiet: throws SimulationError if something was lost.
    void check_at_end();
    /// One line for each credit, tag or queue that something waits for.
    std::vector<std::string> waits() const;
    /// True when the generator runs.
    bool started() const { return started_; }

    pcie::Link& link() { return link_; }

  private:
    void run_cpu();

    struct CpuSocket;

    const LinkExperiment experiment_;
    Agenda& agenda_;
    StatisticsRegistry statistics_;
    pcie::TlpPool pool_;
    pcie::Link link_;
    pcie::RootComplex root_complex_;
    pcie::EndpointCore endpoint_;
    memory::HostMemory memory_;
    std::unique_ptr<pcie::ProtocolChecker> checker_;
    std::unique_ptr<pcie::TrafficGenerator> generator_;
    std::shared_ptr<CpuSocket> cpu_;
    reports::DurationSamples read_latency_;
    pcie::TrafficGenerator::Counters at_open_;
    SimTime opened_{0};
    bool started_ = false;
    bool stopped_ = false;
};

/// Simulates warm-up and window; once a process. Throws SimulationError on a broken rule or when
/// nothing moves.
LinkOutcome run_link(const LinkExperiment& experiment);

}  // namespace lookaside::app
