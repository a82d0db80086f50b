// SPDX-License-Identifier: Apache-2.0
#include "app/bench_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "app/bench_engine.h"
#include "app/bench_link.h"
#include "app/bench_scenario.h"
#include "app/console_style.h"
#include "app/output.h"
#include "reports/bench_table.h"
#include "reports/json_writer.h"

namespace lookaside::app {
namespace {

constexpr double engine_seconds = 1.0;  // of CPU time, each

// Least speeds that make a sweep on a laptop practical.
constexpr double least_bare_mb = 15.0;
constexpr double least_share_of_bare = 0.9;
constexpr double least_packets_rtl = 8'000.0;
constexpr double least_packets_timed = 40'000.0;
constexpr double least_tlps = 1e6;

void add_engines(reports::BenchTable& table) {
    for (const EngineBenchResult& engine : bench_engines(engine_seconds)) {
        reports::BenchRow row;
        row.name = engine.name + ", bare loop";
        row.value = engine.bare_mb_per_cpu_second;
        row.unit = "MB/s of payload";
        if (engine.name == "rtl iterative AES-128-GCM") {
            row.target = least_bare_mb;
        }
        if (engine.ns_per_cycle > 0) {
            row.note =
                fmt::format("{} cycles a packet of {} B, {:.1f} ns a cycle",
                            engine.cycles_per_packet, engine.packet_bytes, engine.ns_per_cycle);
        }
        table.rows.push_back(std::move(row));
    }
}

void add_scenario(reports::BenchTable& table) {
    const ScenarioBenchResult rtl = bench_scenario(true);
    const ScenarioBenchResult timed = bench_scenario(false);
    table.rows.push_back({"core's speed inside the scenario over bare speed",
                          rtl.engine_speed_share, "ratio", least_share_of_bare,
                          "both measured inside the scenario's process"});
    table.rows.push_back({"scenario fpga-ipsec-pc, RTL in the loop", rtl.packets_per_cpu_second,
                          "packets per CPU second", least_packets_rtl, "1500 B"});
    table.rows.push_back({"scenario fpga-ipsec-pc, timed engine", timed.packets_per_cpu_second,
                          "packets per CPU second", least_packets_timed, "1500 B"});
}

void bench(bool json, int& exit_status) {
    reports::BenchTable table;
    ProgressLine progress("measuring");
    progress.show(0.1, "engines");
    add_engines(table);
    progress.show(0.6, "scenario");
    add_scenario(table);
    progress.show(0.9, "link");
    table.rows.push_back({"PCIe link, saturated", bench_link_tlps_per_cpu_second(),
                          "TLPs per CPU second", least_tlps, "Gen3 x8, writes of 256 B"});
    fmt::print("{}", json ? reports::json_text(table.json()) : table.console_text(console_style()));
    exit_status = table.passed() ? exit_fine : exit_check_failed;
}

}  // namespace

void add_bench(CLI::App& app, int& exit_status) {
    auto json = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand(
        "bench", "Measure the simulator's speed, in CPU time; run it on an otherwise idle machine");
    command->add_flag("--json", *json, "Print JSON");
    command->callback([json, &exit_status] { bench(*json, exit_status); });
}

}  // namespace lookaside::app
