// SPDX-License-Identifier: Apache-2.0
// A packet engine on a SoC bus with memory, and a driver's few moves on it, without a CPU.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "datasheets/eip93.h"
#include "models/eip93/packet_engine.h"
#include "models/memory/host_memory.h"
#include "models/soc/bus.h"

namespace lookaside::test {

namespace ds = datasheet::eip93;
using Bytes8 = std::vector<std::uint8_t>;

/// Accesses registers as one CPU does, without a modelled one.
class RegisterMaster : public sc_core::sc_module,
                       private tlm::tlm_bw_transport_if<>,
                       private tlm::tlm_mm_interface {
  public:
    RegisterMaster(const sc_core::sc_module_name& name, soc::Bus& bus);

    void write(std::uint64_t address, std::uint32_t value);
    /// Runs the simulation until the answer is here.
    std::uint32_t read(std::uint64_t address);
    tlm::tlm_response_status last_status() const { return status_; }

  private:
    void access(tlm::tlm_command command, std::uint64_t address, std::uint32_t& value);
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
    void free(tlm::tlm_generic_payload*) override {}

    tlm::tlm_initiator_socket<64> socket_;
    bool answered_ = false;
    Picoseconds answer_delay_{0};
    tlm::tlm_response_status status_ = tlm::TLM_OK_RESPONSE;
};

/// Remembers when the interrupt line rose and fell.
class RecordingLine final : public InterruptLine {
  public:
    explicit RecordingLine(Agenda& agenda) : agenda_(agenda) {}
    void set_level(bool high) override {
        if (high != level) {
            level = high;
            (high ? rises : falls).push_back(agenda_.now());
        }
    }
    bool level = false;
    std::vector<SimTime> rises;
    std::vector<SimTime> falls;

  private:
    Agenda& agenda_;
};

struct EngineBench {
    static constexpr std::uint32_t entries = 8;
    static constexpr Picoseconds memory_latency = 60_ns;
    static constexpr std::uint64_t base = ds::mt7621_base;

    struct Settings {
        soc::BusParameters bus{};
        eip93::EngineParameters engine{};
        std::uint32_t ring_entries = entries;
    };

    EngineBench() : EngineBench(Settings{}) {}
    explicit EngineBench(const Settings& settings);

    /// Resets the engine and sets rings and clocks up as the public drivers do; `threshold` and
    /// `timeout` (its exponent, if set) are of results.
    void start(std::uint32_t threshold = 0, std::optional<std::uint32_t> timeout = {});

    void write(std::uint32_t offset, std::uint32_t value) { cpu.write(base + offset, value); }
    std::uint32_t read(std::uint32_t offset) { return cpu.read(base + offset); }
    void run_for(Picoseconds time) { sc_core::sc_start(to_sc_time(time)); }
    SimTime now() const { return sim_now(); }

    /// Fresh memory with these bytes.
    std::uint32_t place(std::span<const std::uint8_t> bytes);
    std::uint32_t place(const ds::SaRecord& sa);
    std::uint32_t place(const ds::StateRecord& state);
    std::uint32_t space(Bytes size);
    Bytes8 bytes_at(std::uint32_t address, Bytes size) const;
    ds::StateRecord state_at(std::uint32_t address) const;
    ds::SaRecord sa_at(std::uint32_t address) const;
    Bytes8 random_bytes(Bytes size);

    /// Writes a command into the ring with the owner bits of software; no doorbell.
    void put(ds::Descriptor command);
    /// put() and a doorbell for one.
    void submit(const ds::Descriptor& command);
    /// Runs until so many results are waiting, at most 10 ms, and returns the oldest without
    /// acknowledging it; nothing if it did not come.
    std::optional<ds::Descriptor> result(std::uint32_t waiting = 1);
    /// Submits, waits, acknowledges and clears the interrupt; throws if there is no result.
    ds::Descriptor process(const ds::Descriptor& command);
    ds::Descriptor result_at(std::uint32_t index) const;
    ds::Descriptor command_at(std::uint32_t index) const;

    std::uint64_t statistic(const std::string& name) const;

    Agenda agenda{"agenda"};
    StatisticsRegistry statistics;
    memory::HostMemory memory{"memory", memory_latency, 0x10'0000};
    soc::Bus bus;
    RegisterMaster cpu;
    RecordingLine line{agenda};
    SlotTimelines timelines;
    eip93::PacketEngine engine;
    Random random{7};

  private:
    std::uint32_t entries_;
    std::uint32_t commands_;
    std::uint32_t results_;
    std::uint32_t next_command_ = 0;
    std::uint32_t next_result_ = 0;
};

/// SA records as the public drivers build them.
ds::SaRecord cipher_sa(ds::Cipher cipher, ds::CipherMode mode, bool encrypt,
                       std::span<const std::uint8_t> key);
ds::StateRecord iv_state(std::span<const std::uint8_t> iv);

}  // namespace lookaside::test
