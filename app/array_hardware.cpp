// SPDX-License-Identifier: Apache-2.0
#include "app/array_hardware.h"

#include "models/array/crypto_device.h"
#include "models/array/function_config.h"

namespace lookaside::app {
namespace {

using scenarios::EngineFidelity;
using scenarios::ScenarioConfig;

emmc::BusMode bus_mode(scenarios::BusMode mode) {
    switch (mode) {
        case scenarios::BusMode::legacy:
            return emmc::BusMode::legacy;
        case scenarios::BusMode::hs:
            return emmc::BusMode::high_speed;
        case scenarios::BusMode::ddr52:
            return emmc::BusMode::ddr52;
        case scenarios::BusMode::hs200:
            return emmc::BusMode::hs200;
        case scenarios::BusMode::hs400:
            return emmc::BusMode::hs400;
    }
    return emmc::BusMode::hs200;
}

array::Dispatch dispatch(scenarios::Dispatch policy) {
    switch (policy) {
        case scenarios::Dispatch::any_idle:
            return array::Dispatch::any_idle;
        case scenarios::Dispatch::round_robin:
            return array::Dispatch::round_robin;
        case scenarios::Dispatch::random:
            return array::Dispatch::random;
    }
    return array::Dispatch::any_idle;
}

array::DepthScope depth_scope(scenarios::DepthScope scope) {
    switch (scope) {
        case scenarios::DepthScope::total:
            return array::DepthScope::total;
        case scenarios::DepthScope::per_channel:
            return array::DepthScope::per_channel;
        case scenarios::DepthScope::waiting:
            return array::DepthScope::waiting_room;
    }
    return array::DepthScope::total;
}

emmc::BusParameters bus_parameters(const scenarios::BusConfig& config) {
    emmc::BusParameters bus;
    bus.mode = bus_mode(config.mode);
    bus.width = config.width;
    bus.clock = config.clock;
    bus.n_cr = config.n_cr;
    bus.n_ac = config.n_ac;
    bus.n_rc = config.n_rc;
    bus.n_cc = config.n_cc;
    bus.n_wr = config.n_wr;
    bus.n_crc = config.n_crc;
    return bus;
}

}  // namespace

crypto::Sha256Design sha256_design(unsigned rounds) {
    switch (rounds) {
        case 2:
            return crypto::Sha256Design::two_rounds;
        case 4:
            return crypto::Sha256Design::four_rounds;
        default:
            return crypto::Sha256Design::one_round;
    }
}

array::ArrayParameters array_parameters(const ScenarioConfig& config) {
    const scenarios::ArrayConfig& array = config.array;
    array::ArrayParameters parameters;
    parameters.channels = array.channels;
    parameters.devices = array.devices;
    parameters.engines = array.engines;
    parameters.grouping = array.engine_use == scenarios::EngineUse::ganged
                              ? array::Grouping::ganged
                              : array::Grouping::independent;
    parameters.bus = bus_parameters(config.bus);
    parameters.engine_clock = array.engine_clock;
    if (array.service == scenarios::ArrayService::rate) {
        parameters.service_time = Picoseconds{static_cast<std::int64_t>(1e12 / array.engine_rate)};
    }
    parameters.depth = array.depth;
    parameters.depth_scope = depth_scope(array.depth_scope);
    parameters.dispatch = dispatch(array.dispatch);
    parameters.dispatch_seed = config.run.seed;
    parameters.ageing = array.ageing;
    parameters.schedule = array.schedule == scenarios::Schedule::overlap
                              ? array::Schedule::overlap
                              : array::Schedule::lock_step;
    parameters.firmware_time = array.firmware_time;
    parameters.firmware_scope = array.firmware_scope == scenarios::FirmwareScope::channel
                                    ? array::FirmwareScope::channel
                                    : array::FirmwareScope::device;
    parameters.polling = array.polling == scenarios::Polling::expected_end
                             ? array::Polling::expected_end
                             : array::Polling::fixed_interval;
    parameters.poll_interval = array.poll_interval;
    parameters.task_timeout = array.task_timeout;
    return parameters;
}

array::EngineCores make_engine_cores(const ScenarioConfig& config) {
    const crypto::Sha256Design sha = sha256_design(config.array.sha_rounds);
    if (config.fidelity.engine == EngineFidelity::rtl) {
        return {array::EngineCores::Ownership::one_each,
                [sha] { return crypto::make_rtl_sha256(sha); },
                [] { return crypto::make_rtl_aes_gcm(crypto::AesGcmDesign::iterative); }};
    }
    return {array::EngineCores::Ownership::one_for_all,
            [sha] { return crypto::make_timed_sha256(sha); },
            [] { return crypto::make_timed_aes_gcm(crypto::AesGcmDesign::iterative); }};
}

ArrayHardware::ArrayHardware(const ScenarioConfig& config, array::EngineCores cores,
                             StatisticsRegistry& statistics, SlotTimelines& timelines)
    : fabric_(config, array::function_config(), statistics),
      cores_(std::move(cores)),
      card_(array_parameters(config), fabric_.agenda(), fabric_.endpoint(), cores_, timelines,
            statistics) {
    for (const scenarios::DevicePlace& place : config.array.mute_devices) {
        card_.device_faults(place.channel, place.device).mute = true;
    }
    for (const scenarios::DevicePlace& place : config.array.hanging_devices) {
        card_.device(place.channel, place.device).hang_next(0);
    }
}

void ArrayHardware::describe_waits(std::vector<std::string>& lines) const {
    fabric_.describe_waits(lines);
    card_.describe_waits(lines);
}

}  // namespace lookaside::app
