// SPDX-License-Identifier: Apache-2.0
#include "app/fpga_hardware.h"

#include "datasheets/ipsec_card.h"
#include "models/xdma/function_config.h"

namespace lookaside::app {
namespace {

namespace card = datasheet::ipsec_card;
using scenarios::EngineDesign;
using scenarios::EngineFidelity;
using scenarios::FabricConfig;
using scenarios::ScenarioConfig;

pcie::PortCredits port_credits(const scenarios::CreditConfig& credits) {
    return {{{credits.posted_headers, credits.posted_data},
             {credits.nonposted_headers, credits.nonposted_data},
             {credits.completion_headers, credits.completion_data}}};
}

pcie::EndpointParameters endpoint_parameters(const FabricConfig& fabric) {
    pcie::EndpointParameters endpoint;
    endpoint.function = xdma::function_config(card::user_bar_size);
    endpoint.tags = fabric.tags;
    return endpoint;
}

}  // namespace

pcie::LinkParameters link_parameters(const FabricConfig& fabric) {
    pcie::LinkParameters link;
    link.generation = static_cast<pcie::Generation>(fabric.generation);
    link.width = fabric.lanes;
    link.max_payload_size = fabric.mps;
    link.replay_buffer = fabric.replay_buffer;
    link.phy_latency = fabric.link_latency;
    link.endpoint_latency = fabric.endpoint_latency;
    link.root_complex_latency = fabric.root_complex_latency;
    link.upstream_credits = port_credits(fabric.credits);
    link.downstream_credits = port_credits(fabric.credits);
    return link;
}

pcie::RootComplexParameters root_complex_parameters(const FabricConfig& fabric) {
    pcie::RootComplexParameters root_complex;
    root_complex.read_completion_boundary = fabric.rcb;
    root_complex.max_completion_size = fabric.completion_size;
    return root_complex;
}

pcie::FaultPlan bit_errors(const ScenarioConfig& config, unsigned direction) {
    pcie::FaultPlan plan;
    plan.bit_error_rate = config.fabric.bit_error_rate;
    plan.seed = config.run.seed + direction;
    return plan;
}

crypto::AesGcmDesign engine_design(const scenarios::DeviceConfig& device) {
    return device.engine_design == EngineDesign::iterative ? crypto::AesGcmDesign::iterative
                                                           : crypto::AesGcmDesign::pipelined;
}

xdma::Parameters xdma_parameters(const ScenarioConfig& config) {
    xdma::Parameters parameters;
    parameters.h2c_channels = config.device.h2c_channels;
    parameters.c2h_channels = config.device.c2h_channels;
    parameters.axi = xdma::axi_shape_for_link(config.fabric.generation, config.fabric.lanes);
    parameters.axi.width_bits = config.device.axi_width_bits.value_or(parameters.axi.width_bits);
    parameters.axi.clock = config.device.axi_clock.value_or(parameters.axi.clock);
    parameters.outstanding_reads = config.device.outstanding_reads;
    return parameters;
}

Hertz engine_clock(const ScenarioConfig& config) {
    return config.device.engine_clock.value_or(xdma_parameters(config).axi.clock);
}

std::unique_ptr<crypto::Engine> make_engine(const ScenarioConfig& config) {
    const crypto::AesGcmDesign design = engine_design(config.device);
    return config.fidelity.engine == EngineFidelity::rtl ? crypto::make_rtl_aes_gcm(design)
                                                         : crypto::make_timed_aes_gcm(design);
}

FpgaHardware::FpgaHardware(const ScenarioConfig& config, std::unique_ptr<crypto::Engine> engine,
                           StatisticsRegistry& statistics, SlotTimelines& timelines)
    : agenda_("agenda"),
      memory_("memory", config.host.memory_latency),
      link_("link", agenda_, link_parameters(config.fabric), statistics, bit_errors(config, 0),
            bit_errors(config, 1)),
      root_complex_("root_complex", agenda_, pool_, config.fabric.mps,
                    root_complex_parameters(config.fabric)),
      endpoint_("endpoint", agenda_, pool_, link_.parameters(), endpoint_parameters(config.fabric)),
      engine_(std::move(engine)),
      xdma_("xdma", xdma_parameters(config), agenda_, endpoint_, statistics),
      card_("card",
            {.axi = xdma_parameters(config).axi,
             .engine_clock = config.device.engine_clock,
             .cycles = {}},
            agenda_, *engine_, xdma_.user_irqs(), timelines, statistics) {
    root_complex_.memory.bind(memory_.socket);
    root_complex_.to_link.bind(link_.root.transmit);
    link_.root.receive.bind(root_complex_.from_link);
    endpoint_.to_link.bind(link_.device.transmit);
    link_.device.receive.bind(endpoint_.from_link);
    xdma_.axi_mm.bind(card_.axi_mm);
    xdma_.axi_lite.bind(card_.axi_lite);
    if (config.fidelity.protocol_checker) {
        checker_ = std::make_unique<pcie::ProtocolChecker>(
            link_.parameters(),
            pcie::CheckerLimits{config.fabric.mps, config.fabric.mrrs, config.fabric.rcb},
            pcie::CheckerDepth::core);
        link_.observe(*checker_);
    }
}

void FpgaHardware::describe_waits(std::vector<std::string>& lines) const {
    root_complex_.describe_waits(lines);
    link_.describe_waits(lines);
    endpoint_.describe_waits(lines);
    xdma_.describe_waits(lines);
    card_.describe_waits(lines);
}

void FpgaHardware::check_at_end() const {
    if (checker_) {
        checker_->check_at_end();
    }
}

}  // namespace lookaside::app
