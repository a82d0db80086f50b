// SPDX-License-Identifier: Apache-2.0
// One run's checked configuration: a plain struct a section of the scenario file.
//
// The member initialisers are the defaults. Range, unit and help of each member stand in
// declare_*.cpp; where a default comes from stands here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "scenarios/origin.h"
#include "scenarios/values.h"

namespace lookaside::scenarios {

/// Which system is put together from the sections.
enum class SystemKind : std::uint8_t { fpga_ipsec, pcie_link, engine_array };

/// [system]
struct SystemConfig {
    SystemKind kind = SystemKind::fpga_ipsec;
    std::string name;
    std::string description;
};

/// [host]
struct HostConfig {
    std::string cpu = "intel-core-i5-7500";
    unsigned irq_cpu = 0;
    unsigned submit_cpu = 0;
    /// With the root complex both ways 200 ns (150..250) of the 500..600 ns that pcie-bench
    /// measured for a DMA read of 64 B (Neugebauer et al., SIGCOMM 2018).
    Picoseconds memory_latency = 100_ns;
};

/// Credits one receiver advertises in InitFC, in headers and in data units of 16 B; 0 = infinite.
struct CreditConfig {
    /// Posted and non-posted: what a root port of four lanes advertises (Intel Xeon C5500/C3500
    /// datasheet, volume 1, table 76).
    unsigned posted_headers = 16;
    unsigned posted_data = 80;
    unsigned nonposted_headers = 18;
    unsigned nonposted_data = 4;
    /// Infinite for completions, as the specification asks of root complexes and endpoints.
    unsigned completion_headers = 0;
    unsigned completion_data = 0;
};

/// [fabric]: the PCIe link with the root complex and the endpoint's PCIe core at its ends.
struct FabricConfig {
    unsigned generation = 2;
    unsigned lanes = 4;
    Bytes mps = 128;   // what client chipsets set
    Bytes mrrs = 512;  // what the XDMA driver sets
    Bytes rcb = 64;
    Bytes completion_size = 64;
    /// In the decomposition of HostConfig::memory_latency the endpoint takes 100..150 ns each way,
    /// serialiser, wire and deserialiser included.
    Picoseconds root_complex_latency = 50_ns;
    Picoseconds link_latency = 25_ns;
    Picoseconds endpoint_latency = 100_ns;
    unsigned tags = 32;
    CreditConfig credits;
    Bytes replay_buffer = 0;  // sized for twice the acknowledge round trip
    double bit_error_rate = 0.0;
};

enum class EngineDesign : std::uint8_t { iterative, pipelined };

/// [device]
struct DeviceConfig {
    unsigned h2c_channels = 1;
    unsigned c2h_channels = 1;
    std::optional<unsigned> axi_width_bits;  // none: as lanes and generation ask (PG195)
    std::optional<Hertz> axi_clock;          // none: as lanes and generation ask (PG195)
    std::optional<Hertz> engine_clock;       // none: the AXI clock
    EngineDesign engine_design = EngineDesign::iterative;
    unsigned outstanding_reads = 32;  // RNUM_RIDS of PG195
};

enum class DriverVariant : std::uint8_t { serial, raw, poll, pipelined };
enum class RawDirection : std::uint8_t { h2c, c2h, both };

enum class BlockCompletion : std::uint8_t { interrupt, poll };

/// [driver]
struct DriverConfig {
    DriverVariant variant = DriverVariant::serial;
    unsigned queue_limit = 100;       // of Linux's cryptd
    Picoseconds timeout = 10'000_ms;  // h2c_timeout and c2h_timeout of Xilinx's driver
    Picoseconds core_timeout = 1'000_ms;
    std::optional<unsigned> worker_cpu;    // none: where the work was queued, as Linux does
    std::optional<unsigned> callback_cpu;  // the same
    std::optional<Bytes> raw_block;        // none: workload.request_size
    RawDirection raw_direction = RawDirection::both;
    // The engine array's driver.
    BlockCompletion completion = BlockCompletion::interrupt;
    unsigned coalescing_entries = 1;
    Picoseconds coalescing_time{0};
};

/// What an engine of the array is.
enum class ArrayService : std::uint8_t {
    core,  // a core of rtl/, which takes the cycles it takes
    rate,  // opaque: so many tasks of 4 KiB a second
};
enum class EngineUse : std::uint8_t { independent, ganged };
enum class Dispatch : std::uint8_t { any_idle, round_robin, random };
enum class Schedule : std::uint8_t { overlap, lock_step };
enum class DepthScope : std::uint8_t { total, per_channel, waiting };
enum class FirmwareScope : std::uint8_t { channel, device };
enum class Polling : std::uint8_t { fixed_interval, expected_end };

/// [array]: the crypto-engine array card. N, M, K, R, clock and depth are the chip's of JEIT
/// 43(12), 2021; what its firmware does is not published: no time of its own, and intervals that
/// are short beside a task's 7.5 ms, are assumptions.
struct ArrayConfig {
    unsigned channels = 8;  // N
    unsigned devices = 8;   // M, a channel
    unsigned engines = 16;  // K, a device
    ArrayService service = ArrayService::rate;
    double engine_rate = 133.0;  // R of the publication, SHA-256 of 4 kB
    Hertz engine_clock{500'000'000};
    unsigned sha_rounds = 1;
    EngineUse engine_use = EngineUse::independent;
    Dispatch dispatch = Dispatch::any_idle;
    Schedule schedule = Schedule::overlap;
    unsigned depth = 128;
    DepthScope depth_scope = DepthScope::total;
    Picoseconds firmware_time{0};
    FirmwareScope firmware_scope = FirmwareScope::channel;
    Polling polling = Polling::expected_end;
    Picoseconds poll_interval = 20_us;
    unsigned ageing = 256;
    /// A device whose task is not over after this is given up.
    Picoseconds task_timeout = 1'000_ms;
    std::vector<DevicePlace> mute_devices;
    std::vector<DevicePlace> hanging_devices;
};

enum class BusMode : std::uint8_t { legacy, hs, ddr52, hs200, hs400 };

/// [bus]: an eMMC channel of the array. The publication has a bus clock up to 200 MHz; HS200 is the
/// JESD84-B51 mode for it with data on one edge.
struct BusConfig {
    BusMode mode = BusMode::hs200;
    unsigned width = 8;
    Hertz clock{200'000'000};
    /// Clocks between the parts of a transaction; the minima of JESD84-B51 and of the Hitachi HB28
    /// and Samsung MultiMediaCard data sheets.
    unsigned n_cr = 2;
    unsigned n_ac = 2;
    unsigned n_rc = 8;
    unsigned n_cc = 8;
    unsigned n_wr = 2;
    unsigned n_crc = 2;
};

enum class StackKind : std::uint8_t { none, esp };
enum class OuterHeader : std::uint8_t { ipv4, ipv6 };

/// [stack]
struct StackConfig {
    StackKind kind = StackKind::none;
    std::uint32_t spi = 0x1000;
    std::vector<std::uint8_t> key;   // empty: drawn from run.seed
    std::vector<std::uint8_t> salt;  // empty: drawn from run.seed
    OuterHeader outer = OuterHeader::ipv4;
    bool esn = false;
};

enum class WorkloadKind : std::uint8_t {
    test_module,
    closed_loop,
    open_loop,
    capture,
    link_write,
    link_read,
    link_both,
    block,
};
enum class Arrival : std::uint8_t { constant, poisson };
enum class CapturePace : std::uint8_t { closed_loop, captured };
enum class BlockOperation : std::uint8_t { hash, encrypt, decrypt, read, write };
enum class SectorPattern : std::uint8_t { sequential, random };
enum class CryptoDirection : std::uint8_t { encrypt, decrypt };

/// [workload]
struct WorkloadConfig {
    WorkloadKind kind = WorkloadKind::test_module;
    SizeDistribution request_size{{{1500, 1}}};
    unsigned queue_depth = 8;
    OfferedRate rate;
    Arrival arrival = Arrival::poisson;
    CryptoDirection direction = CryptoDirection::encrypt;
    unsigned key_size = 128;
    FilePath capture;
    FilePath output_capture;
    CapturePace pace = CapturePace::closed_loop;
    double time_scale = 1.0;
    unsigned repeat = 1;
    unsigned outstanding = 32;
    BlockOperation operation = BlockOperation::hash;
    SectorPattern pattern = SectorPattern::random;
    std::optional<unsigned> read_percent;  // none: all requests are `operation`
    unsigned jobs = 1;
    unsigned complete_batch = 1;
    PriorityWeights priorities{1, 0, 0, 0};
};

enum class EngineFidelity : std::uint8_t { rtl, timed };

/// [fidelity]
struct FidelityConfig {
    EngineFidelity engine = EngineFidelity::rtl;
    bool protocol_checker = true;
};

/// [run]
struct RunConfig {
    std::uint64_t seed = 1;
    Picoseconds warmup = 1_ms;
    Picoseconds window = 100_ms;
    std::uint64_t requests = 0;  // 0: the window is bounded by time
    Picoseconds time_limit = 60'000_ms;
    Picoseconds watchdog = 100_ms;
};

struct ScenarioConfig {
    SystemConfig system;
    HostConfig host;
    FabricConfig fabric;
    DeviceConfig device;
    ArrayConfig array;
    BusConfig bus;
    DriverConfig driver;
    StackConfig stack;
    WorkloadConfig workload;
    FidelityConfig fidelity;
    RunConfig run;

    /// Where each value that is not a default was set, by parameter name.
    Origins origins;
};

}  // namespace lookaside::scenarios
