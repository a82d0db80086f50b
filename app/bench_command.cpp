// SPDX-License-Identifier: Apache-2.0
#include "app/bench_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "app/bench_array.h"
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
const std::map<std::string, double> least_bare_mb = {{"rtl iterative AES-128-GCM", 15.0},
                                                     {"rtl SHA-256, 1 round a cycle", 40.0},
                                                     {"rtl SHA-256, 2 rounds a cycle", 75.0}};
constexpr double least_share_of_bare = 0.9;
constexpr double least_packets_rtl = 8'000.0;
constexpr double least_packets_timed = 40'000.0;
constexpr double least_tlps = 1e6;
constexpr double least_share_of_bare_array = 0.85;
constexpr double least_requests_timed = 40'000.0;
constexpr double least_speed_of_large_array = 0.8;

void add_engines(reports::BenchTable& table) {
    for (const EngineBenchResult& engine : bench_engines(engine_seconds)) {
        reports::BenchRow row;
        row.name = engine.name + ", bare loop";
        row.value = engine.bare_mb_per_cpu_second;
        row.unit = "MB/s of payload";
        if (const auto least = least_bare_mb.find(engine.name); least != least_bare_mb.end()) {
            row.target = least->second;
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

void add_array(reports::BenchTable& table) {
    constexpr unsigned published = 8;
    constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
    const ArrayBenchResult rtl = bench_array_rtl();
    const ArrayBenchResult timed = bench_array_timed(published);
    const ArrayBenchResult large = bench_array_timed(8 * published);
    table.rows.push_back({"1024 SHA-256 cores' speed inside engine-array over bare speed",
                          rtl.engine_speed_share, "ratio", least_share_of_bare_array,
                          "both measured inside the scenario's process"});
    table.rows.push_back(
        {"1 GiB over the memory of 1024 Verilated engines", gibibyte / rtl.resident_bytes, "ratio",
         1.0, fmt::format("{:.0f} MiB resident", rtl.resident_bytes / gibibyte * 1024)});
    table.rows.push_back({"scenario engine-array, timed engines", timed.requests_per_cpu_second,
                          "requests per CPU second", least_requests_timed, "4 KiB, depth 128"});
    table.rows.push_back({"the same with 8 times the engines",
                          large.requests_per_cpu_second / timed.requests_per_cpu_second, "ratio",
                          least_speed_of_large_array, "cost grows with requests"});
}

void bench(bool json, int& exit_status) {
    reports::BenchTable table;
    ProgressLine progress("measuring");
    progress.show(0.1, "engines");
    add_engines(table);
    progress.show(0.6, "scenario");
    add_scenario(table);
    progress.show(0.75, "engine array");
    add_array(table);
    progress.show(0.95, "link");
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
