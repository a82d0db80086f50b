// SPDX-License-Identifier: Apache-2.0
#include "app/run_loop.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace lookaside::app {
namespace {

// Short enough that progress and Ctrl-C feel prompt, long enough to cost nothing.
constexpr Picoseconds step = 1_ms;

}  // namespace

void RunLoop::boot() {
    while (!system_.booted()) {
        advance(step);
    }
}

void RunLoop::measure() {
    warm_up();
    run_window();
    system_.stop_workload();
    drain();
}

void RunLoop::run_to_end() {
    while (!system_.workload_finished()) {
        advance(step);
        show_progress(0.0);
    }
    advance(step);
}

void RunLoop::warm_up() {
    const SimTime end = sim_now() + config_.warmup;
    while (sim_now() < end) {
        advance(std::min(step, end - sim_now()));
    }
}

void RunLoop::run_window() {
    const SimTime start = sim_now();
    measurement_.open(start);
    if (config_.requests != 0) {
        // The kernel's clock may be behind the request that fills the count.
        bool reached = false;
        Alarm pause(system_.agenda(), AlarmPriority::process, [&reached] {
            reached = true;
            sc_core::sc_pause();
        });
        measurement_.on_count(config_.requests, [&pause] { pause.arm_in(Picoseconds{0}); });
        while (!reached) {
            advance(step);
            show_progress(static_cast<double>(measurement_.log().completed()) /
                          static_cast<double>(config_.requests));
        }
    } else {
        const SimTime end = start + config_.window;
        while (sim_now() < end) {
            advance(std::min(step, end - sim_now()));
            show_progress(to_seconds(sim_now() - start) / to_seconds(config_.window));
        }
    }
    measurement_.close(sim_now());
}

void RunLoop::drain() {
    while (!system_.workload_finished()) {
        advance(step);
    }
    // What is still on its way on the link (interrupt re-enables, Acks) arrives in one more step.
    advance(step);
}

void RunLoop::advance(Picoseconds duration) {
    system_.agenda().run_ahead_until(sim_now() + duration);
    try {
        sc_core::sc_start(to_sc_time(duration));
    } catch (const sc_core::sc_report& report) {
        throw SimulationError(with_waits(report.get_msg()));
    }
    (void)system_.booted();  // rethrows what the probe threw
    check_watchdog();
}

void RunLoop::check_watchdog() {
    if (measurement_.finished() != last_finished_ || system_.workload_finished() ||
        system_.waits_for_arrivals()) {
        last_finished_ = measurement_.finished();
        last_progress_ = sim_now();
    }
    if (sim_now() - last_progress_ > config_.watchdog) {
        throw SimulationError(with_waits(fmt::format(
            "no request has finished for {} ms of simulated time (run.watchdog); {} in flight",
            config_.watchdog / 1_ms, system_.requests_in_flight())));
    }
    if (sim_now() > config_.time_limit) {
        throw SimulationError(
            with_waits(fmt::format("the run is not complete after {} ms of simulated time; raise "
                                   "run.time_limit",
                                   config_.time_limit / 1_ms)));
    }
}

std::string RunLoop::with_waits(std::string message) const {
    std::vector<std::string> lines;
    system_.describe_waits(lines);
    for (const std::string& line : lines) {
        message += "\n  " + line;
    }
    return message;
}

}  // namespace lookaside::app
