// SPDX-License-Identifier: Apache-2.0
#include "app/fpga_facts.h"

#include <fmt/format.h>

#include "app/common_facts.h"
#include "app/fpga_hardware.h"
#include "app/version.h"
#include "datasheets/ipsec_card.h"
#include "models/crypto/aes_gcm_cycles.h"

namespace lookaside::app {
namespace {

namespace card = datasheet::ipsec_card;
using scenarios::DriverVariant;
using scenarios::RawDirection;
using scenarios::ScenarioConfig;
using scenarios::WorkloadKind;

bool is_raw(const ScenarioConfig& config) {
    return config.driver.variant == DriverVariant::raw;
}

reports::PacketClass packet_class(const ScenarioConfig& config, Bytes payload,
                                  std::uint64_t count) {
    reports::PacketClass packet{.payload = payload, .count = count};
    if (is_raw(config)) {
        packet.h2c = config.driver.raw_direction == RawDirection::c2h ? 0 : payload;
        packet.c2h = config.driver.raw_direction == RawDirection::h2c ? 0 : payload;
        return packet;
    }
    const bool decrypts = config.workload.direction == scenarios::CryptoDirection::decrypt;
    packet.h2c = card::data_offset + payload + (decrypts ? card::tag_bytes : 0);
    packet.c2h = payload + (decrypts ? 0 : card::tag_bytes);
    const bool esn = config.workload.kind == WorkloadKind::capture && config.stack.esn;
    packet.engine_cycles = crypto::aes_gcm_packet_cycles(
        engine_design(config.device),
        config.workload.key_size == 128 ? crypto::Algorithm::aes_128_gcm
                                        : crypto::Algorithm::aes_256_gcm,
        {.aad = esn ? Bytes{12} : Bytes{8}, .data = payload, .released_by_verdict = decrypts});
    return packet;
}

reports::BoundInputs bound_inputs(const ScenarioConfig& config, const reports::RequestLog& log) {
    reports::BoundInputs inputs;
    for (const auto& [payload, count] : log.sizes()) {
        inputs.packets.push_back(packet_class(config, payload, count));
    }
    inputs.link = link_inputs(config.fabric);
    const xdma::AxiShape axi = xdma_parameters(config).axi;
    inputs.axi = {axi.width_bytes(), axi.clock};
    if (!is_raw(config)) {
        inputs.engine = {engine_clock(config), 1};
    }
    return inputs;
}

reports::Load load_of(const ScenarioConfig& config) {
    reports::Load load;
    switch (config.workload.kind) {
        case WorkloadKind::closed_loop:
            load.in_flight = config.workload.queue_depth;
            break;
        case WorkloadKind::capture:
            if (config.workload.pace == scenarios::CapturePace::closed_loop) {
                load.in_flight = config.workload.queue_depth;
            }
            break;
        case WorkloadKind::open_loop: {
            double mean = 0.0;
            double weights = 0.0;
            for (const auto& part : config.workload.request_size.parts) {
                mean += static_cast<double>(part.bytes) * static_cast<double>(part.weight);
                weights += static_cast<double>(part.weight);
            }
            load.offered_packets_per_s = config.workload.rate.packets_per_second(mean / weights);
            break;
        }
        default:
            // The test module fills the driver's list; one more is with the worker.
            load.in_flight = config.driver.queue_limit + 1;
    }
    load.driver_slots = config.driver.variant == DriverVariant::pipelined ? card::slot_count : 1;
    return load;
}

std::string_view variant_name(DriverVariant variant) {
    switch (variant) {
        case DriverVariant::serial:
            return "serial";
        case DriverVariant::raw:
            return "raw";
        case DriverVariant::poll:
            return "poll";
        case DriverVariant::pipelined:
            return "pipelined";
    }
    return "";
}

std::string headline(const ScenarioConfig& config) {
    const std::string link = fmt::format("PCIe gen {} x{}, {} driver", config.fabric.generation,
                                         config.fabric.lanes, variant_name(config.driver.variant));
    if (is_raw(config)) {
        return config.driver.raw_block
                   ? fmt::format("{}, blocks of {} B", link, *config.driver.raw_block)
                   : link;
    }
    return fmt::format("{}, AES-{}-GCM {} core ({}) at {} MHz", link, config.workload.key_size,
                       config.device.engine_design == scenarios::EngineDesign::iterative
                           ? "iterative"
                           : "pipelined",
                       config.fidelity.engine == scenarios::EngineFidelity::rtl ? "RTL" : "timed",
                       static_cast<double>(engine_clock(config).value) / 1e6);
}

}  // namespace

reports::RunFacts fpga_facts(const ScenarioConfig& config, const Measurement& measurement,
                             const WorkloadOutcome& outcome, unsigned cpu_count) {
    reports::RunFacts facts =
        common_facts(config, headline(config), measurement, outcome, cpu_count);
    facts.load = load_of(config);
    facts.bounds = bound_inputs(config, measurement.log());
    return facts;
}

}  // namespace lookaside::app
