// SPDX-License-Identifier: Apache-2.0
#include "app/array_facts.h"

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "app/array_hardware.h"
#include "base/error.h"
#include "models/crypto/aes_gcm_cycles.h"
#include "models/crypto/sha256_cycles.h"

namespace lookaside::app {
namespace {

using scenarios::ArrayService;
using scenarios::BlockOperation;
using scenarios::ScenarioConfig;

/// What one request moves.
struct Traffic {
    Bytes payload = 0;  // to an engine or into sectors
    Bytes result = 0;   // back to the host
};

Traffic traffic(BlockOperation operation, Bytes length) {
    switch (operation) {
        case BlockOperation::hash:
            return {length, crypto::sha256_digest_bytes};
        case BlockOperation::encrypt:
            return {length, length + crypto::gcm_tag_bytes};
        case BlockOperation::decrypt:
            return {length + crypto::gcm_tag_bytes, length};
        case BlockOperation::read:
            return {0, crypto::sha256_digest_bytes};
        case BlockOperation::write:
            return {length, 0};
    }
    return {};
}

/// The requests of the window that do one thing.
struct MixPart {
    BlockOperation operation = BlockOperation::hash;
    std::uint64_t count = 0;
};

/// What was measured: only reads pass an engine.
std::vector<MixPart> measured_mix(const ScenarioConfig& config, const reports::RequestLog& log) {
    if (!config.workload.read_percent) {
        return {{config.workload.operation, log.completed()}};
    }
    std::uint64_t reads = 0;
    for (const reports::StageReport& stage : log.stages()) {
        if (stage.from == Moment::engine_start) {
            reads += stage.duration.count;
        }
    }
    return {{BlockOperation::read, reads}, {BlockOperation::write, log.completed() - reads}};
}

/// The mean over the mix of what an operation takes.
Picoseconds mean_of(const std::vector<MixPart>& mix,
                    const std::function<Picoseconds(BlockOperation)>& time_of) {
    Picoseconds sum{0};
    std::int64_t count = 0;
    for (const MixPart& part : mix) {
        sum += time_of(part.operation) * static_cast<std::int64_t>(part.count);
        count += static_cast<std::int64_t>(part.count);
    }
    return count == 0 ? sum : sum / count;
}

/// Time of one engine, or of one device whose engines are ganged, for a request.
Picoseconds service_time(const ScenarioConfig& config, const array::ArrayParameters& parameters,
                         BlockOperation operation, Bytes length) {
    Picoseconds time{0};
    if (operation == BlockOperation::write) {
        return time;
    }
    if (parameters.service_time) {
        time = *parameters.service_time * static_cast<std::int64_t>(length) / 4096;
    } else {
        const bool hashes = operation == BlockOperation::hash || operation == BlockOperation::read;
        const Cycles cycles =
            hashes ? crypto::sha256_message_cycles(sha256_design(config.array.sha_rounds), length)
                   : crypto::aes_gcm_packet_cycles(crypto::AesGcmDesign::iterative,
                                                   config.workload.key_size == 128
                                                       ? crypto::Algorithm::aes_128_gcm
                                                       : crypto::Algorithm::aes_256_gcm,
                                                   {.data = length});
        time = parameters.engine_clock.period() * static_cast<std::int64_t>(cycles);
    }
    return parameters.grouping == array::Grouping::ganged ? time / parameters.engines : time;
}

reports::ServiceInputs engines(const ScenarioConfig& config,
                               const array::ArrayParameters& parameters,
                               const std::vector<MixPart>& mix, Bytes length) {
    const bool ganged = parameters.grouping == array::Grouping::ganged;
    const std::uint64_t units =
        std::uint64_t{parameters.channels} * parameters.devices * (ganged ? 1 : parameters.engines);
    const Picoseconds time = mean_of(mix, [&](BlockOperation operation) {
        return service_time(config, parameters, operation, length);
    });
    return {"engines",
            fmt::format("{:.6g} us a request, {} {}", to_us(time), units,
                        ganged ? "gangs of engines" : "engines"),
            units, time};
}

/// The blocks alone: commands, gaps and polls only lower what a bus can do.
reports::ServiceInputs buses(const array::ArrayParameters& parameters,
                             const std::vector<MixPart>& mix, Bytes length) {
    const emmc::BusParameters& bus = parameters.bus;
    const auto blocks = [](Bytes bytes) {
        return (bytes + emmc::block_bytes - 1) / emmc::block_bytes;
    };
    const Cycles block = emmc::block_clocks(bus.width, emmc::is_ddr(bus.mode));
    const Picoseconds time = mean_of(mix, [&](BlockOperation operation) {
        const Traffic moved = traffic(operation, length);
        const Cycles clocks = block * (blocks(moved.payload) + blocks(moved.result));
        return bus.clock.period() * static_cast<std::int64_t>(clocks);
    });
    return {"device buses",
            fmt::format(
                "{:.6g} clocks of data blocks a request at {:.6g} MHz, {} buses",
                static_cast<double>(time.count()) / static_cast<double>(bus.clock.period().count()),
                static_cast<double>(bus.clock.value) * 1e-6, parameters.channels),
            parameters.channels, time};
}

reports::BoundInputs bound_inputs(const ScenarioConfig& config, const reports::RequestLog& log,
                                  const array::ArrayParameters& parameters) {
    reports::BoundInputs inputs;
    const Bytes length = config.workload.request_size.largest();
    const std::vector<MixPart> mix = measured_mix(config, log);
    for (const MixPart& part : mix) {
        const Traffic moved = traffic(part.operation, length);
        inputs.packets.push_back(
            {.payload = length, .count = part.count, .h2c = moved.payload, .c2h = moved.result});
    }
    inputs.link = link_inputs(config.fabric);
    inputs.services.push_back(engines(config, parameters, mix, length));
    inputs.services.push_back(buses(parameters, mix, length));
    return inputs;
}

reports::Load load_of(const ScenarioConfig& config) {
    reports::Load load;
    load.in_flight = std::uint64_t{config.workload.queue_depth} * config.workload.jobs;
    if (config.array.depth_scope != scenarios::DepthScope::waiting) {
        load.driver_slots = config.array.depth;
        if (config.array.depth_scope == scenarios::DepthScope::per_channel) {
            load.driver_slots *= config.array.channels;
        }
        load.held_from = Moment::admitted;
        load.held_to = Moment::c2h_last_data;
        load.slots_name = "central buffer";
        load.slots_owner = "the card admits";
    }
    return load;
}

std::string operation_name(const scenarios::WorkloadConfig& workload) {
    if (workload.read_percent) {
        return fmt::format("{} % SHA-256 of sectors, {} % writes of", *workload.read_percent,
                           100 - *workload.read_percent);
    }
    switch (workload.operation) {
        case BlockOperation::hash:
            return "SHA-256 of";
        case BlockOperation::encrypt:
            return "AES-GCM encryption of";
        case BlockOperation::decrypt:
            return "AES-GCM decryption of";
        case BlockOperation::read:
            return "SHA-256 of sectors,";
        case BlockOperation::write:
            return "writes of";
    }
    return "";
}

std::string headline(const ScenarioConfig& config) {
    const auto& array = config.array;
    const std::string service =
        array.service == ArrayService::rate
            ? fmt::format("{:.6g} tasks/s each", array.engine_rate)
            : fmt::format(
                  "cores ({}) at {:.6g} MHz",
                  config.fidelity.engine == scenarios::EngineFidelity::rtl ? "RTL" : "timed",
                  static_cast<double>(array.engine_clock.value) * 1e-6);
    return fmt::format("PCIe gen {} x{}, {} x {} x {} engines, {}; {} {} B, {} in flight",
                       config.fabric.generation, config.fabric.lanes, array.channels, array.devices,
                       array.engines, service, operation_name(config.workload),
                       config.workload.request_size.largest(),
                       config.workload.queue_depth * config.workload.jobs);
}

}  // namespace

reports::RunFacts array_facts(const ScenarioConfig& config, const Measurement& measurement,
                              const WorkloadOutcome& outcome, const array::ArrayCard& card,
                              unsigned cpu_count) {
    reports::RunFacts facts =
        common_facts(config, headline(config), measurement, outcome, cpu_count);
    facts.load = load_of(config);
    facts.bounds = bound_inputs(config, measurement.log(), card.parameters());
    facts.checks.push_back(card_rules_check(card.broken_rules()));
    for (const std::string& device : card.dead_devices()) {
        facts.remarks.push_back("a device was given up, others did its work: " + device);
    }
    return facts;
}

}  // namespace lookaside::app
