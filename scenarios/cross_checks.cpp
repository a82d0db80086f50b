// SPDX-License-Identifier: Apache-2.0
#include "scenarios/cross_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "datasheets/engine_array.h"
#include "datasheets/ipsec_card.h"
#include "scenarios/cpu_profile.h"
#include "scenarios/parameter.h"

namespace lookaside::scenarios {
namespace {

/// Knows where each value was set, so that a complaint starts with the place.
class Checker {
  public:
    Checker(const ScenarioConfig& config, std::filesystem::path folder)
        : config_(config), folder_(std::move(folder)) {}

    void check_all() const {
        check_scopes();
        check_workload_kind();
        check_link();
        check_sizes();
        check_run();
        if (config_.system.kind != SystemKind::pcie_link) {
            check_host();
        }
        if (config_.system.kind == SystemKind::fpga_ipsec) {
            check_workload();
            check_driver();
            check_keys();
        }
        if (config_.system.kind == SystemKind::engine_array) {
            check_bus();
            check_block();
        }
    }

  private:
    void check_scopes() const;
    void check_workload_kind() const;
    void check_link() const;
    void check_sizes() const;
    void check_run() const;
    void check_host() const;
    void check_workload() const;
    void check_capture() const;
    void check_driver() const;
    void check_keys() const;
    void check_bus() const;
    void check_block() const;
    void check_core(std::string_view name, unsigned core, const os::CpuProfile& profile) const;

    /// Throws if `wrong`, naming the place where `name` was set.
    void refuse_if(bool wrong, std::string_view name, const std::string& what) const {
        if (wrong) {
            refuse(name, what);
        }
    }
    [[noreturn]] void refuse(std::string_view name, const std::string& what) const;
    bool set_on_command_line(std::string_view name) const {
        const auto found = config_.origins.find(name);
        return found != config_.origins.end() &&
               found->second.source == Origin::Source::command_line;
    }
    std::string shown(std::string_view name) const {
        return find_parameter(name)->render(config_).text();
    }

    const ScenarioConfig& config_;
    std::filesystem::path folder_;
};

void Checker::refuse(std::string_view name, const std::string& what) const {
    const auto found = config_.origins.find(name);
    if (found == config_.origins.end()) {
        throw InputError(fmt::format("{} ({} by default): {}", name, shown(name), what));
    }
    const Origin& origin = found->second;
    throw InputError(origin.source == Origin::Source::command_line
                         ? fmt::format("{}: {}", origin.place, what)
                         : fmt::format("{}: {}: {}", origin.place, name, what));
}

/// A parameter of a part that the system lacks would silently do nothing.
void Checker::check_scopes() const {
    for (const Parameter& parameter : parameters()) {
        refuse_if(
            !parameter.belongs_to(config_.system.kind) && config_.origins.contains(parameter.name),
            parameter.name,
            fmt::format("a {} system has no such part; leave {} out", shown("system.kind"),
                        parameter.name));
    }
}

/// The workloads that can drive a system, quoted; the first is what a user most likely wants.
std::vector<std::string> workloads_of(SystemKind system) {
    switch (system) {
        case SystemKind::fpga_ipsec:
            return {"test-module", "closed-loop", "open-loop", "capture"};
        case SystemKind::pcie_link:
            return {"link-write", "link-read", "link-both"};
        case SystemKind::engine_array:
            return {"block"};
    }
    return {};
}

void Checker::check_workload_kind() const {
    std::vector<std::string> known = workloads_of(config_.system.kind);
    const std::string kind = shown("workload.kind");
    const bool fits = std::ranges::find(known, kind) != known.end();
    for (std::string& word : known) {
        word = detail::quoted(word);
    }
    refuse_if(!fits, "workload.kind",
              fmt::format("\"{}\" cannot drive a {} system; use {}", kind, shown("system.kind"),
                          detail::listed(known)));
}

void Checker::check_link() const {
    const FabricConfig& fabric = config_.fabric;
    const CreditConfig& credits = fabric.credits;
    refuse_if(fabric.completion_size < fabric.rcb, "fabric.completion_size",
              fmt::format("smaller than the Read Completion Boundary; use {} or more",
                          shown("fabric.rcb")));
    // The largest TLP must fit, or it would wait for ever.
    const Bytes payload_units = fabric.mps / 16;
    refuse_if(credits.posted_data != 0 && credits.posted_data < payload_units, "fabric.posted_data",
              fmt::format("a write of fabric.mps ({}) needs {} credits; use {} or more, or 0",
                          shown("fabric.mps"), payload_units, payload_units));
    refuse_if(credits.completion_data != 0 && credits.completion_data < payload_units,
              "fabric.completion_data",
              fmt::format("a completion of fabric.mps ({}) needs {} credits; use {} or more, or 0",
                          shown("fabric.mps"), payload_units, payload_units));
    // Sequence number 2, header 16, LCRC 4.
    constexpr Bytes tlp_overhead = 22;
    refuse_if(fabric.replay_buffer != 0 && fabric.replay_buffer < fabric.mps + tlp_overhead,
              "fabric.replay_buffer",
              fmt::format("cannot hold a TLP of fabric.mps ({}); use {} B or more",
                          shown("fabric.mps"), fabric.mps + tlp_overhead));
}

void Checker::check_sizes() const {
    if (config_.system.kind != SystemKind::fpga_ipsec) {
        return;
    }
    const bool raw = config_.driver.variant == DriverVariant::raw;
    const Bytes card_limit =
        raw ? datasheet::ipsec_card::ram_bytes : datasheet::ipsec_card::max_data;
    const Bytes largest = config_.workload.request_size.largest();
    refuse_if(largest > card_limit, "workload.request_size",
              fmt::format("a request of {} B does not fit the card's RAM{}; use {} B or less",
                          largest, raw ? "" : " slot", card_limit));
    if (config_.stack.kind == StackKind::esp) {
        constexpr Bytes ipv4_header = 20;
        // Pad length and next header follow the packet, the whole padded to 4 bytes (RFC 4303).
        constexpr Bytes packet_limit = datasheet::ipsec_card::max_data / 4 * 4 - 2;
        refuse_if(config_.workload.request_size.smallest() < ipv4_header, "workload.request_size",
                  "an IP packet is 20 B or more; use such a size, or stack.kind = \"none\"");
        refuse_if(
            largest > packet_limit, "workload.request_size",
            fmt::format("a packet of {} B and its ESP trailer do not fit the card's RAM slot; "
                        "use {} B or less",
                        largest, packet_limit));
    }
}

void Checker::check_run() const {
    const RunConfig& run = config_.run;
    if (run.requests == 0) {
        refuse_if(run.time_limit < run.warmup + run.window, "run.time_limit",
                  fmt::format("ends before run.warmup ({}) and run.window ({}) are over; use more",
                              shown("run.warmup"), shown("run.window")));
    }
    refuse_if(run.requests != 0 && set_on_command_line("run.window") &&
                  !set_on_command_line("run.requests"),
              "run.window", "run.requests closes the window; add --set run.requests=0");
}

void Checker::check_core(std::string_view name, unsigned core,
                         const os::CpuProfile& profile) const {
    refuse_if(core >= profile.cores, name,
              fmt::format("{} has {} cores; use 0 to {}", profile.name, profile.cores,
                          profile.cores - 1));
}

void Checker::check_host() const {
    const HostConfig& host = config_.host;
    if (!find_cpu_profile(host.cpu, folder_)) {
        refuse("host.cpu", unknown_cpu_profile(host.cpu, folder_));
    }
    const os::CpuProfile profile = load_cpu_profile(host.cpu, folder_);
    check_core("host.irq_cpu", host.irq_cpu, profile);
    check_core("host.submit_cpu", host.submit_cpu, profile);
    check_core("driver.worker_cpu", config_.driver.worker_cpu.value_or(0), profile);
    check_core("driver.callback_cpu", config_.driver.callback_cpu.value_or(0), profile);
}

void Checker::check_workload() const {
    const WorkloadConfig& workload = config_.workload;
    refuse_if(workload.kind == WorkloadKind::open_loop && !workload.rate.is_set(), "workload.rate",
              "an open loop needs a rate; use for example rate = \"300 Mb/s\"");
    refuse_if(workload.kind != WorkloadKind::open_loop && set_on_command_line("workload.rate"),
              "workload.rate",
              fmt::format("a {} workload has no rate; add --set workload.kind=open-loop",
                          shown("workload.kind")));
    refuse_if(workload.kind == WorkloadKind::closed_loop &&
                  workload.queue_depth > config_.driver.queue_limit,
              "workload.queue_depth",
              fmt::format("the driver refuses requests beyond driver.queue_limit ({}); use that or "
                          "less",
                          shown("driver.queue_limit")));
    check_capture();
}

void Checker::check_capture() const {
    const WorkloadConfig& workload = config_.workload;
    if (workload.kind != WorkloadKind::capture) {
        refuse_if(set_on_command_line("workload.capture"), "workload.capture",
                  fmt::format("a {} workload reads no capture; add --set workload.kind=capture",
                              shown("workload.kind")));
        return;
    }
    refuse_if(!workload.capture.is_set(), "workload.capture",
              "a capture workload needs a file; use capture = \"FILE.pcap\"");
    refuse_if(!std::filesystem::is_regular_file(workload.capture.resolved), "workload.capture",
              fmt::format("no such file: {}; name a pcap or pcapng file",
                          workload.capture.resolved.string()));
    refuse_if(config_.stack.kind != StackKind::esp, "stack.kind",
              "a capture's packets need a tunnel; use \"esp\"");
    refuse_if(workload.direction == CryptoDirection::decrypt, "workload.direction",
              "a capture's packets are encrypted; use \"encrypt\"");
}

void Checker::check_driver() const {
    if (config_.driver.variant != DriverVariant::raw) {
        for (const char* name : {"driver.raw_block", "driver.raw_direction"}) {
            refuse_if(set_on_command_line(name), name,
                      fmt::format("the {} driver has none; add --set driver.variant=raw",
                                  shown("driver.variant")));
        }
        return;
    }
    refuse_if(config_.stack.kind != StackKind::none, "stack.kind",
              "the raw driver encrypts nothing; use \"none\", or another driver.variant");
}

void Checker::check_keys() const {
    const std::size_t given = config_.stack.key.size() * 8;
    refuse_if(given != 0 && given != config_.workload.key_size, "stack.key",
              fmt::format("{} bits long, but workload.key_size is {}; make them equal", given,
                          config_.workload.key_size));
}

struct BusLimit {
    BusMode mode;
    Hertz clock;
    unsigned least_width;
    unsigned most_width;
};

/// Widths and clocks of JESD84-B51's speed modes.
constexpr BusLimit bus_limits[] = {
    {BusMode::legacy, 26_MHz, 1, 8}, {BusMode::hs, 52_MHz, 1, 8},
    {BusMode::ddr52, 52_MHz, 4, 8},  {BusMode::hs200, 200_MHz, 4, 8},
    {BusMode::hs400, 200_MHz, 8, 8},
};

void Checker::check_bus() const {
    const BusConfig& bus = config_.bus;
    for (const BusLimit& limit : bus_limits) {
        if (limit.mode != bus.mode) {
            continue;
        }
        refuse_if(bus.clock.value > limit.clock.value, "bus.clock",
                  fmt::format("{} allows {} MHz at most; use that or less, or another bus.mode",
                              shown("bus.mode"), limit.clock.value / 1'000'000));
        refuse_if(bus.width < limit.least_width, "bus.width",
                  fmt::format("{} needs {} data lines at least; use {} or another bus.mode",
                              shown("bus.mode"), limit.least_width, limit.most_width));
    }
}

void Checker::check_block() const {
    constexpr Bytes sector = 512;
    const SizeDistribution& sizes = config_.workload.request_size;
    refuse_if(sizes.parts.size() != 1, "workload.request_size",
              "a block workload has requests of one size; use for example \"4 KiB\"");
    refuse_if(sizes.largest() % sector != 0, "workload.request_size",
              fmt::format("{} B is no multiple of a sector (512 B); use 512 B to 4 KiB in steps of "
                          "512 B",
                          sizes.largest()));
    refuse_if(sizes.largest() > datasheet::engine_array::max_task_bytes, "workload.request_size",
              fmt::format("a task takes {} B at most; use 4 KiB or less",
                          datasheet::engine_array::max_task_bytes));
    const os::CpuProfile profile = load_cpu_profile(config_.host.cpu, folder_);
    refuse_if(config_.host.submit_cpu + config_.workload.jobs > profile.cores, "workload.jobs",
              fmt::format("each job has a core of its own from host.submit_cpu ({}) on, and {} has "
                          "{}; use {} or less",
                          config_.host.submit_cpu, profile.name, profile.cores,
                          profile.cores - config_.host.submit_cpu));
}

}  // namespace

void check_scenario(const ScenarioConfig& config, const std::filesystem::path& folder) {
    Checker(config, folder).check_all();
}

}  // namespace lookaside::scenarios
