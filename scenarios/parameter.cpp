// SPDX-License-Identifier: Apache-2.0
#include "scenarios/parameter.h"

#include <limits>

#include "scenarios/declarations.h"
#include "scenarios/nearest_name.h"

namespace lookaside::scenarios {

void declare_system(std::vector<Parameter>& parameters) {
    SectionDeclaration system(
        parameters, "system", Scope::any_system,
        [](auto& config) -> auto& { return config.system; });
    system
        .add("kind", &SystemConfig::kind,
             choice<SystemKind>({{"fpga-ipsec", SystemKind::fpga_ipsec},
                                 {"pcie-link", SystemKind::pcie_link},
                                 {"engine-array", SystemKind::engine_array}}),
             "fpga-ipsec: host, link and FPGA IPsec card; pcie-link: a bare link with traffic; "
             "engine-array: host, link and eMMC crypto-engine array")
        .add("name", &SystemConfig::name, text(), "title of the report")
        .add("description", &SystemConfig::description, text(), "one line below the title");
}

void declare_run(std::vector<Parameter>& parameters) {
    SectionDeclaration fidelity(
        parameters, "fidelity", Scope::any_system,
        [](auto& config) -> auto& { return config.fidelity; });
    fidelity
        .add("engine", &FidelityConfig::engine,
             choice<EngineFidelity>(
                 {{"rtl", EngineFidelity::rtl}, {"timed", EngineFidelity::timed}}),
             "rtl: the Verilated core; timed: the same bytes and cycles by OpenSSL and a formula",
             Scope::with_host)
        .add("protocol_checker", &FidelityConfig::protocol_checker, boolean(),
             "check the PCIe and eMMC protocols on every link and bus");

    constexpr auto unbounded = std::numeric_limits<std::uint64_t>::max();
    SectionDeclaration run(
        parameters, "run", Scope::any_system, [](auto& config) -> auto& { return config.run; });
    run.add("seed", &RunConfig::seed, integer(0, unbounded), "seed of everything random")
        .add("warmup", &RunConfig::warmup, duration(0_ps, 60'000_ms),
             "simulated time before the measuring window opens")
        .add("window", &RunConfig::window, duration(1_us, 3'600'000_ms),
             "simulated length of the measuring window")
        .add("requests", &RunConfig::requests, integer(0, unbounded),
             "close the window after so many requests instead; 0: by time")
        .add("time_limit", &RunConfig::time_limit, duration(1_us, 7'200'000_ms),
             "simulated time after which a run has failed")
        .add("watchdog", &RunConfig::watchdog, duration(1_us, 3'600'000_ms),
             "simulated time without a finished request after which a run has failed");
}

const std::vector<Parameter>& parameters() {
    static const std::vector<Parameter> all = [] {
        std::vector<Parameter> list;
        declare_system(list);
        declare_hardware(list);
        declare_array(list);
        declare_software(list);
        declare_run(list);
        return list;
    }();
    return all;
}

const Parameter* find_parameter(std::string_view name) {
    for (const Parameter& parameter : parameters()) {
        if (parameter.name == name) {
            return &parameter;
        }
    }
    return nullptr;
}

std::string unknown_parameter(std::string_view name) {
    const std::string_view key = name.substr(name.find('.') + 1);
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters()) {
        if (parameter.key() == key) {
            return "unknown parameter; did you mean \"" + parameter.name + "\"?";
        }
        names.push_back(parameter.name);
    }
    const std::string meant = suggestion(name, names);
    return "unknown parameter" +
           (meant.empty() ? "; `lookaside params` lists what can be set" : meant);
}

std::vector<std::string> section_names() {
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters()) {
        if (names.empty() || names.back() != parameter.section()) {
            names.push_back(parameter.section());
        }
    }
    return names;
}

}  // namespace lookaside::scenarios
