// SPDX-License-Identifier: Apache-2.0
#include "app/fpga_hardware.h"

#include "datasheets/ipsec_card.h"
#include "models/xdma/function_config.h"

namespace lookaside::app {
namespace {

namespace card = datasheet::ipsec_card;
using scenarios::EngineDesign;
using scenarios::EngineFidelity;
using scenarios::ScenarioConfig;

}  // namespace

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
    : fabric_(config, xdma::function_config(card::user_bar_size), statistics),
      engine_(std::move(engine)),
      xdma_("xdma", xdma_parameters(config), fabric_.agenda(), fabric_.endpoint(), statistics),
      card_("card",
            {.axi = xdma_parameters(config).axi,
             .engine_clock = config.device.engine_clock,
             .cycles = {}},
            fabric_.agenda(), *engine_, xdma_.user_irqs(), timelines, statistics) {
    xdma_.axi_mm.bind(card_.axi_mm);
    xdma_.axi_lite.bind(card_.axi_lite);
}

void FpgaHardware::describe_waits(std::vector<std::string>& lines) const {
    fabric_.describe_waits(lines);
    xdma_.describe_waits(lines);
    card_.describe_waits(lines);
}

}  // namespace lookaside::app
