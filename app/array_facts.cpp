// SPDX-License-Identifier: Apache-2.0
#include "app/array_facts.h"

#include <fmt/format.h>

#include <string_view>

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

Traffic traffic(const ScenarioConfig& config, Bytes length) {
    switch (config.workload.operation) {
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

/// Time of one engine, or of one device whose engines are ganged, for a request.
Picoseconds service_time(const ScenarioConfig& config, const array::ArrayParameters& parameters,
                         Bytes length) {
    Picoseconds time{0};
    const BlockOperation operation = config.workload.operation;
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
                               const array::ArrayParameters& parameters, Bytes length) {
    const bool ganged = parameters.grouping == array::Grouping::ganged;
    const std::uint64_t units =
        std::uint64_t{parameters.channels} * parameters.devices * (ganged ? 1 : parameters.engines);
    const Picoseconds time = service_time(config, parameters, length);
    return {"engines",
            fmt::format("{:.6g} us a request, {} {}", to_us(time), units,
                        ganged ? "gangs of engines" : "engines"),
            units, time};
}

/// The blocks alone: commands, gaps and polls only lower what a bus can do.
reports::ServiceInputs buses(const array::ArrayParameters& parameters, const Traffic& traffic) {
    const emmc::BusParameters& bus = parameters.bus;
    const auto blocks = [](Bytes bytes) {
        return (bytes + emmc::block_bytes - 1) / emmc::block_bytes;
    };
    const Cycles block = emmc::block_clocks(bus.width, emmc::is_ddr(bus.mode));
    const Cycles clocks = block * (blocks(traffic.payload) + blocks(traffic.result));
    return {"device buses",
            fmt::format("{} clocks of data blocks a request at {:.6g} MHz, {} buses", clocks,
                        static_cast<double>(bus.clock.value) * 1e-6, parameters.channels),
            parameters.channels, bus.clock.period() * static_cast<std::int64_t>(clocks)};
}

reports::BoundInputs bound_inputs(const ScenarioConfig& config, const reports::RequestLog& log,
                                  const array::ArrayParameters& parameters) {
    reports::BoundInputs inputs;
    for (const auto& [payload, count] : log.sizes()) {
        const Traffic moved = traffic(config, payload);
        inputs.packets.push_back(
            {.payload = payload, .count = count, .h2c = moved.payload, .c2h = moved.result});
    }
    inputs.link = link_inputs(config.fabric);
    const Bytes length = config.workload.request_size.largest();
    inputs.services.push_back(engines(config, parameters, length));
    inputs.services.push_back(buses(parameters, traffic(config, length)));
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

std::string_view operation_name(BlockOperation operation) {
    switch (operation) {
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
                       array.engines, service, operation_name(config.workload.operation),
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
