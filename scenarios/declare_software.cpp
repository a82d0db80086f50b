// SPDX-License-Identifier: Apache-2.0
// Parameters of the driver, the stack above it and the workload on top.
#include "datasheets/ipsec_card.h"
#include "scenarios/declarations.h"

namespace lookaside::scenarios {
namespace {

void declare_driver(std::vector<Parameter>& parameters) {
    SectionDeclaration driver(
        parameters, "driver", Scope::fpga_ipsec,
        [](auto& config) -> auto& { return config.driver; });
    driver
        .add("variant", &DriverConfig::variant,
             choice<DriverVariant>({{"serial", DriverVariant::serial},
                                    {"raw", DriverVariant::raw},
                                    {"poll", DriverVariant::poll},
                                    {"pipelined", DriverVariant::pipelined}}),
             "serial: as published; raw: transfers only; poll: write-back polled; pipelined: all "
             "slots in flight")
        .add("queue_limit", &DriverConfig::queue_limit, count(1, 65'536),
             "crypto requests the driver queues before it refuses more")
        .add("timeout", &DriverConfig::timeout, duration(1_us, 60'000_ms),
             "how long a transfer or a block request may take before the driver gives up",
             Scope::with_host)
        .add("core_timeout", &DriverConfig::core_timeout, duration(1_us, 60'000_ms),
             "how long the card may work on a request before the driver gives up")
        .add("worker_cpu", &DriverConfig::worker_cpu, automatic(count(0, 255)),
             "core of the driver's worker; auto: the one that queued the work")
        .add("callback_cpu", &DriverConfig::callback_cpu, automatic(count(0, 255)),
             "core that runs the callbacks; auto: the one that queued the work")
        .add("raw_block", &DriverConfig::raw_block,
             automatic(size(1, datasheet::ipsec_card::ram_bytes)),
             "raw: bytes a transfer; auto: workload.request_size")
        .add("raw_direction", &DriverConfig::raw_direction,
             choice<RawDirection>({{"h2c", RawDirection::h2c},
                                   {"c2h", RawDirection::c2h},
                                   {"both", RawDirection::both}}),
             "raw: where the bytes go; both: to the card and back")
        .add("completion", &DriverConfig::completion,
             choice<BlockCompletion>(
                 {{"interrupt", BlockCompletion::interrupt}, {"poll", BlockCompletion::poll}}),
             "how the engine array's driver learns of finished requests", Scope::engine_array)
        .add("coalescing_entries", &DriverConfig::coalescing_entries, count(1, 65'535),
             "finished requests the card gathers for one interrupt", Scope::engine_array)
        .add("coalescing_time", &DriverConfig::coalescing_time, duration(0_ps, 65'535_us),
             "the longest it gathers them for", Scope::engine_array);
}

void declare_stack(std::vector<Parameter>& parameters) {
    SectionDeclaration stack(
        parameters, "stack", Scope::fpga_ipsec, [](auto& config) -> auto& { return config.stack; });
    stack
        .add("kind", &StackConfig::kind,
             choice<StackKind>({{"none", StackKind::none}, {"esp", StackKind::esp}}),
             "none: the workload calls the crypto API; esp: IPsec ESP tunnel (RFC 4303, 4106)")
        .add("spi", &StackConfig::spi, word(256), "Security Parameters Index of the tunnel")
        .add("key", &StackConfig::key, hex_bytes({16, 32}),
             "AES key; none: drawn from run.seed, workload.key_size bits long")
        .add("salt", &StackConfig::salt, hex_bytes({4}),
             "salt of the GCM nonce (RFC 4106); none: drawn from run.seed")
        .add("outer", &StackConfig::outer,
             choice<OuterHeader>({{"ipv4", OuterHeader::ipv4}, {"ipv6", OuterHeader::ipv6}}),
             "outer header of the tunnel")
        .add("esn", &StackConfig::esn, boolean(), "extended (64-bit) sequence numbers");
}

void declare_workload(std::vector<Parameter>& parameters) {
    SectionDeclaration workload(
        parameters, "workload", Scope::any_system,
        [](auto& config) -> auto& { return config.workload; });
    workload
        .add("kind", &WorkloadConfig::kind,
             choice<WorkloadKind>({{"test-module", WorkloadKind::test_module},
                                   {"closed-loop", WorkloadKind::closed_loop},
                                   {"open-loop", WorkloadKind::open_loop},
                                   {"capture", WorkloadKind::capture},
                                   {"link-write", WorkloadKind::link_write},
                                   {"link-read", WorkloadKind::link_read},
                                   {"link-both", WorkloadKind::link_both},
                                   {"block", WorkloadKind::block}}),
             "what makes the requests; the link-* kinds are DMA traffic on a bare link, block is "
             "like fio")
        .add("request_size", &WorkloadConfig::request_size, size_distribution(1, 1024_KiB),
             "bytes a request")
        .add("queue_depth", &WorkloadConfig::queue_depth, count(1, 65'536),
             "closed loop, capture at that pace, block (a job): requests kept in flight",
             Scope::with_host)
        .add("rate", &WorkloadConfig::rate, rate(), "open loop: offered load", Scope::fpga_ipsec)
        .add("arrival", &WorkloadConfig::arrival,
             choice<Arrival>({{"constant", Arrival::constant}, {"poisson", Arrival::poisson}}),
             "open loop: spacing of the requests", Scope::fpga_ipsec)
        .add("direction", &WorkloadConfig::direction,
             choice<CryptoDirection>(
                 {{"encrypt", CryptoDirection::encrypt}, {"decrypt", CryptoDirection::decrypt}}),
             "what the requests ask the card to do", Scope::fpga_ipsec)
        .add("key_size", &WorkloadConfig::key_size, one_of({128, 256}), "AES key length in bits",
             Scope::with_host)
        .add("capture", &WorkloadConfig::capture, file_path(),
             "capture: pcap or pcapng file to replay", Scope::fpga_ipsec)
        .add("output_capture", &WorkloadConfig::output_capture, file_path(),
             "capture: pcap file for the encrypted packets", Scope::fpga_ipsec)
        .add("pace", &WorkloadConfig::pace,
             choice<CapturePace>(
                 {{"closed-loop", CapturePace::closed_loop}, {"captured", CapturePace::captured}}),
             "capture: as fast as possible, or at the capture's own times", Scope::fpga_ipsec)
        .add("time_scale", &WorkloadConfig::time_scale, real(1e-6, 1e6),
             "capture at its own times: factor on the gaps; 0.5 is twice as fast",
             Scope::fpga_ipsec)
        .add("repeat", &WorkloadConfig::repeat, count(1, 1'000'000),
             "capture: how often the file is replayed", Scope::fpga_ipsec)
        .add("outstanding", &WorkloadConfig::outstanding, count(1, 4'096),
             "link-*: read requests kept in flight", Scope::pcie_link)
        .add("operation", &WorkloadConfig::operation,
             choice<BlockOperation>({{"hash", BlockOperation::hash},
                                     {"encrypt", BlockOperation::encrypt},
                                     {"decrypt", BlockOperation::decrypt},
                                     {"read", BlockOperation::read},
                                     {"write", BlockOperation::write}}),
             "block: data to an engine and its result back; read: the digest of sectors; write: "
             "data into sectors",
             Scope::engine_array)
        .add("pattern", &WorkloadConfig::pattern,
             choice<SectorPattern>(
                 {{"sequential", SectorPattern::sequential}, {"random", SectorPattern::random}}),
             "block: the order of the sectors", Scope::engine_array)
        .add("read_percent", &WorkloadConfig::read_percent, automatic(count(0, 100)),
             "block: mixes reads and writes of sectors, so many of 100 being reads; auto: all are "
             "workload.operation",
             Scope::engine_array)
        .add("complete_batch", &WorkloadConfig::complete_batch, count(1, 65'536),
             "block: a job sleeps until so many requests are back", Scope::engine_array)
        .add("priorities", &WorkloadConfig::priorities, priority_weights(),
             "block: how often a request has priority 0 (lowest) to 3, as weights",
             Scope::engine_array)
        .add("jobs", &WorkloadConfig::jobs, count(1, 8),
             "block: threads that submit, each on its core with a queue pair of its own",
             Scope::engine_array);
}

}  // namespace

void declare_software(std::vector<Parameter>& parameters) {
    declare_driver(parameters);
    declare_stack(parameters);
    declare_workload(parameters);
}

}  // namespace lookaside::scenarios
