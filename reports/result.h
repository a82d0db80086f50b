// SPDX-License-Identifier: Apache-2.0
// Everything one run found out: what every writer reads and nobody else computes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "base/units.h"
#include "reports/bounds.h"
#include "reports/limiter.h"
#include "reports/request_log.h"
#include "reports/resource_report.h"

namespace lookaside::reports {

/// Raised when a key of result.json changes its meaning or goes away; new keys do not raise it.
inline constexpr int result_schema_version = 1;

/// One parameter of the effective configuration.
struct Setting {
    std::string name;    // "fabric.lanes"
    std::string value;   // "4", "250 MHz"
    std::string unit;    // of the parameter's declaration; empty for words
    std::string origin;  // "default", "fpga-ipsec-pc.toml:12", "--set"
};

struct ScenarioInfo {
    std::string name;      // "fpga-ipsec-pc"
    std::string title;     // "FPGA IPsec card in a PC"
    std::string headline;  // the few settings that matter: "PCIe gen 2 x4, serial driver, ..."
    std::vector<Setting> settings;
};

/// The measuring window.
struct Window {
    SimTime opened{0};
    SimTime closed{0};
    Picoseconds duration() const { return closed - opened; }
};

struct Throughput {
    std::uint64_t completed = 0;  // requests whose callback falls in the window
    Bytes payload = 0;            // of those requests
    double mbit_per_s = 0.0;      // payload, 1e6 bit
    double mbyte_per_s = 0.0;     // payload, 1e6 byte
    double packets_per_s = 0.0;
    double operations_per_s = 0.0;  // IOPS: the same for a system with one request a packet
};
Throughput make_throughput(std::uint64_t completed, Bytes payload, Picoseconds window);

/// What one direction (or kind) of traffic of a bare link carried.
struct LinkBandwidth {
    std::string name;  // "write", "read"
    std::uint64_t requests = 0;
    Bytes payload = 0;
    std::uint64_t tlps = 0;   // those that carry the payload
    Bytes wire = 0;           // of those TLPs, with all overhead
    double gbit_per_s = 0.0;  // payload, 1e9 bit
    double efficiency = 0.0;  // payload / wire
};
/// Fills the two derived figures.
LinkBandwidth make_link_bandwidth(LinkBandwidth counts, Picoseconds window);

/// Results compared with the golden reference.
struct Integrity {
    std::uint64_t checked = 0;
    std::uint64_t mismatches = 0;
    std::string first_mismatch;        // names the request and the first wrong byte
    std::uint64_t without_result = 0;  // writes: a later read shows what they left
};

/// Something that must hold. Any failed one makes the exit status 1.
struct Check {
    std::string name;
    bool passed = true;
    std::string detail;
};

struct RunResult {
    ScenarioInfo scenario;
    std::uint64_t seed = 0;
    std::string program_version;
    Window window;
    Throughput throughput;
    std::vector<LinkBandwidth> link;       // bare-link experiment; else empty
    std::optional<LatencyReport> latency;  // absent if requests are not logged
    std::vector<StageReport> stages;       // empty likewise
    std::vector<ResourceReport> resources;
    std::vector<Statistic> statistics;
    Limiter limiter;
    std::optional<Bounds> bounds;
    std::optional<Integrity> integrity;
    std::vector<Check> checks;
    /// What the reader should know although no check failed, a sentence each.
    std::vector<std::string> remarks;

    bool passed() const;
    /// 0, or 1 if a check failed.
    int exit_status() const { return passed() ? 0 : 1; }
};

}  // namespace lookaside::reports
