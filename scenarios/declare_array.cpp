// SPDX-License-Identifier: Apache-2.0
// Parameters of the crypto-engine array card and its eMMC buses.
#include "scenarios/declarations.h"

namespace lookaside::scenarios {
namespace {

void declare_engines(std::vector<Parameter>& parameters) {
    SectionDeclaration array(
        parameters, "array", Scope::engine_array,
        [](auto& config) -> auto& { return config.array; });
    array.add("channels", &ArrayConfig::channels, count(1, 64), "N: eMMC buses of the card")
        .add("devices", &ArrayConfig::devices, count(1, 30), "M: devices on a bus")
        .add("engines", &ArrayConfig::engines, count(1, 32), "K: engines of a device")
        .add("service", &ArrayConfig::service,
             choice<ArrayService>({{"core", ArrayService::core}, {"rate", ArrayService::rate}}),
             "how long an engine works: as the core's cycles say, or at array.engine_rate")
        .add("engine_rate", &ArrayConfig::engine_rate, real(0.001, 1e9),
             "R: tasks of 4 KiB an engine does in a second")
        .add("engine_clock", &ArrayConfig::engine_clock, frequency(1_MHz, 5'000_MHz),
             "clock of the engines' cores")
        .add("sha_rounds", &ArrayConfig::sha_rounds, one_of({1, 2, 4}),
             "rounds of SHA-256 a core does in a cycle")
        .add("engine_use", &ArrayConfig::engine_use,
             choice<EngineUse>(
                 {{"independent", EngineUse::independent}, {"ganged", EngineUse::ganged}}),
             "whether each engine has a task of its own, or all of a device share one");
}

void declare_manager(std::vector<Parameter>& parameters) {
    SectionDeclaration array(
        parameters, "array", Scope::engine_array,
        [](auto& config) -> auto& { return config.array; });
    array
        .add("dispatch", &ArrayConfig::dispatch,
             choice<Dispatch>({{"any-idle", Dispatch::any_idle},
                               {"round-robin", Dispatch::round_robin},
                               {"random", Dispatch::random}}),
             "which engine a task is given to; the last two do not ask whether it is idle")
        .add("schedule", &ArrayConfig::schedule,
             choice<Schedule>({{"overlap", Schedule::overlap}, {"lock-step", Schedule::lock_step}}),
             "whether a bus loads engines while others compute, or first loads all of them")
        .add("depth", &ArrayConfig::depth, count(1, 65'536), "tasks the central buffer admits")
        .add("depth_scope", &ArrayConfig::depth_scope,
             choice<DepthScope>({{"total", DepthScope::total},
                                 {"per-channel", DepthScope::per_channel},
                                 {"waiting", DepthScope::waiting}}),
             "what array.depth counts: tasks in the card, in a channel, or those without an engine")
        .add("firmware_time", &ArrayConfig::firmware_time, duration(0_ps, 1'000_ms),
             "processor time of the firmware for a task, before it is loaded")
        .add("firmware_scope", &ArrayConfig::firmware_scope,
             choice<FirmwareScope>(
                 {{"channel", FirmwareScope::channel}, {"device", FirmwareScope::device}}),
             "whose processor that is")
        .add("polling", &ArrayConfig::polling,
             choice<Polling>({{"fixed-interval", Polling::fixed_interval},
                              {"expected-end", Polling::expected_end}}),
             "when a device is asked for results: at the interval, or from when a task should be "
             "over")
        .add("poll_interval", &ArrayConfig::poll_interval, duration(100_ns, 100_ms),
             "between two questions to a device that is not ready")
        .add("ageing", &ArrayConfig::ageing, count(1, 1'000'000),
             "tasks of higher priority that may overtake a waiting one")
        .add("task_timeout", &ArrayConfig::task_timeout, duration(1_us, 3'600'000_ms),
             "a device whose task is not over after this is given up")
        .add("mute_devices", &ArrayConfig::mute_devices, device_list(),
             "devices that never answer, as channel:device")
        .add("hanging_devices", &ArrayConfig::hanging_devices, device_list(),
             "devices an engine of which hangs in its first task");
}

void declare_bus(std::vector<Parameter>& parameters) {
    SectionDeclaration bus(
        parameters, "bus", Scope::engine_array, [](auto& config) -> auto& { return config.bus; });
    bus.add("mode", &BusConfig::mode,
            choice<BusMode>({{"legacy", BusMode::legacy},
                             {"hs", BusMode::hs},
                             {"ddr52", BusMode::ddr52},
                             {"hs200", BusMode::hs200},
                             {"hs400", BusMode::hs400}}),
            "speed mode of the eMMC buses")
        .add("width", &BusConfig::width, one_of({1, 4, 8}), "data lines")
        .add("clock", &BusConfig::clock, frequency(1_MHz, 200_MHz), "bus clock; a mode has a limit")
        .add("n_cr", &BusConfig::n_cr, count(2, 64), "clocks from a command to its response")
        .add("n_ac", &BusConfig::n_ac, count(2, 100'000), "from a read command to its data")
        .add("n_rc", &BusConfig::n_rc, count(8, 100'000), "from a response to the next command")
        .add("n_cc", &BusConfig::n_cc, count(8, 100'000),
             "from a command without a response to the next")
        .add("n_wr", &BusConfig::n_wr, count(2, 100'000), "from a response to the data of a write")
        .add("n_crc", &BusConfig::n_crc, count(2, 8), "from a written block to its CRC status");
}

}  // namespace

void declare_array(std::vector<Parameter>& parameters) {
    declare_engines(parameters);
    declare_manager(parameters);
    declare_bus(parameters);
}

}  // namespace lookaside::scenarios
