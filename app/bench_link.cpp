// SPDX-License-Identifier: Apache-2.0
#include "app/bench_link.h"

#include "app/cpu_clock.h"
#include "app/link_system.h"

namespace lookaside::app {
double bench_link_tlps_per_cpu_second() {
    LinkExperiment experiment;
    experiment.link.generation = pcie::Generation::gen3;
    experiment.link.width = 8;
    experiment.link.max_payload_size = 256;
    experiment.traffic.request_size = 256;
    experiment.protocol_checker = false;
    experiment.warmup = 1_ms;
    experiment.window = 50_ms;
    Agenda agenda("agenda");
    LinkSystem system("pcie_link", agenda, experiment);
    sc_core::sc_start(to_sc_time(experiment.warmup));
    system.open_window();
    agenda.run_ahead_until(agenda.now() + experiment.window);
    const double start = cpu_seconds_now();
    sc_core::sc_start(to_sc_time(experiment.window));
    const double spent = cpu_seconds_now() - start;
    const LinkOutcome outcome = system.outcome();
    return static_cast<double>(outcome.upstream.tlps + outcome.downstream.tlps) / spent;
}

}  // namespace lookaside::app
