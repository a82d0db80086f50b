// SPDX-License-Identifier: Apache-2.0
// Parameters of the host's hardware, the PCIe link and the card.
#include "scenarios/declarations.h"

namespace lookaside::scenarios {
namespace {

constexpr unsigned most_cores = 256;

void declare_host(std::vector<Parameter>& parameters) {
    SectionDeclaration host(
        parameters, "host", Scope::with_host, [](auto& config) -> auto& { return config.host; });
    host.add("cpu", &HostConfig::cpu, text(), "CPU profile: a name in scenarios/cpus, or a file")
        .add("irq_cpu", &HostConfig::irq_cpu, count(0, most_cores - 1),
             "core that takes the card's interrupts")
        .add("submit_cpu", &HostConfig::submit_cpu, count(0, most_cores - 1),
             "core on which the workload's thread runs")
        .add("memory_latency", &HostConfig::memory_latency, duration(0_ps, 100_us),
             "from the root complex to host memory and back, a DMA read", Scope::any_system);
}

void declare_link(std::vector<Parameter>& parameters) {
    SectionDeclaration fabric(
        parameters, "fabric", Scope::any_system,
        [](auto& config) -> auto& { return config.fabric; });
    fabric.add("generation", &FabricConfig::generation, pcie_generation(), "PCIe generation")
        .add("lanes", &FabricConfig::lanes, one_of({1, 2, 4, 8, 12, 16}), "lanes of the link")
        .add("mps", &FabricConfig::mps, power_of_two(128, 4_KiB),
             "Max_Payload_Size: largest payload of a TLP")
        .add("mrrs", &FabricConfig::mrrs, power_of_two(128, 4_KiB),
             "Max_Read_Request_Size: largest read request of the card")
        .add("rcb", &FabricConfig::rcb, power_of_two(64, 128),
             "Read Completion Boundary: completions are cut at multiples of it")
        .add("completion_size", &FabricConfig::completion_size, power_of_two(64, 4_KiB),
             "largest completion payload the root complex sends, if fabric.mps allows")
        .add("root_complex_latency", &FabricConfig::root_complex_latency, duration(0_ps, 100_us),
             "transaction layer of the root complex, each way")
        .add("link_latency", &FabricConfig::link_latency, duration(0_ps, 100_us),
             "serialiser, wire and deserialiser, each way")
        .add("endpoint_latency", &FabricConfig::endpoint_latency, duration(0_ps, 100_us),
             "transaction layer of the endpoint, each way")
        .add("tags", &FabricConfig::tags, count(1, 768),
             "reads the endpoint may have outstanding (32 plain, 256 extended, 768 10-bit tags)");
}

void declare_link_layer(std::vector<Parameter>& parameters) {
    SectionDeclaration credits(
        parameters, "fabric", Scope::any_system,
        [](auto& config) -> auto& { return config.fabric.credits; });
    // 128 headers and 2048 data units may be advertised at once: half of the counters' ranges.
    credits
        .add("posted_headers", &CreditConfig::posted_headers, count(0, 127),
             "posted headers a receiver takes; 0 = infinite")
        .add("posted_data", &CreditConfig::posted_data, count(0, 2047),
             "posted data a receiver takes, in units of 16 B; 0 = infinite")
        .add("nonposted_headers", &CreditConfig::nonposted_headers, count(0, 127),
             "non-posted headers a receiver takes; 0 = infinite")
        .add("nonposted_data", &CreditConfig::nonposted_data, count(0, 2047),
             "non-posted data a receiver takes, in units of 16 B; 0 = infinite")
        .add("completion_headers", &CreditConfig::completion_headers, count(0, 127),
             "completion headers a receiver takes; 0 = infinite")
        .add("completion_data", &CreditConfig::completion_data, count(0, 2047),
             "completion data a receiver takes, in units of 16 B; 0 = infinite");

    SectionDeclaration fabric(
        parameters, "fabric", Scope::any_system,
        [](auto& config) -> auto& { return config.fabric; });
    fabric
        .add("replay_buffer", &FabricConfig::replay_buffer, size(0, 1024_KiB),
             "unacknowledged TLPs a transmitter keeps; 0 B: as many as the link needs")
        .add("bit_error_rate", &FabricConfig::bit_error_rate, real(0.0, 1e-3),
             "chance of a bit error on the link; a hit TLP fails its LCRC and is replayed");
}

void declare_device(std::vector<Parameter>& parameters) {
    SectionDeclaration device(
        parameters, "device", Scope::fpga_ipsec,
        [](auto& config) -> auto& { return config.device; });
    device
        .add("h2c_channels", &DeviceConfig::h2c_channels, count(1, 4),
             "XDMA channels from host to card")
        .add("c2h_channels", &DeviceConfig::c2h_channels, count(1, 4),
             "XDMA channels from card to host")
        .add("axi_width", &DeviceConfig::axi_width_bits, automatic(one_of({64, 128, 256, 512})),
             "XDMA data path in bits; auto: what lanes and generation ask")
        .add("axi_clock", &DeviceConfig::axi_clock, automatic(frequency(1_MHz, 1000_MHz)),
             "AXI clock; auto: what lanes and generation ask")
        .add("engine_clock", &DeviceConfig::engine_clock, automatic(frequency(1_MHz, 1000_MHz)),
             "clock of the crypto core; auto: the AXI clock")
        .add("engine_design", &DeviceConfig::engine_design,
             choice<EngineDesign>(
                 {{"iterative", EngineDesign::iterative}, {"pipelined", EngineDesign::pipelined}}),
             "AES-GCM core: one round a cycle, or one block a cycle")
        .add("outstanding_reads", &DeviceConfig::outstanding_reads, count(1, 64),
             "read requests a channel has outstanding");
}

}  // namespace

void declare_hardware(std::vector<Parameter>& parameters) {
    declare_host(parameters);
    declare_link(parameters);
    declare_link_layer(parameters);
    declare_device(parameters);
}

}  // namespace lookaside::scenarios
