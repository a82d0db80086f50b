// SPDX-License-Identifier: Apache-2.0
// A register-level XDMA with fixed delays instead of a link, so that driver rules can be tested
// alone and faults can be scripted. The timed model is models/xdma.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <vector>

#include "base/slot_timelines.h"
#include "datasheets/xdma.h"
#include "models/base/agenda.h"
#include "models/base/interrupt_sink.h"
#include "models/memory/host_memory.h"
#include "tests/rules/driver/scripted_core.h"

namespace lookaside::test {

/// One H2C and one C2H channel, MSI-X, poll-mode write-back, one user interrupt.
class ScriptedXdma : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
  public:
    static constexpr std::uint64_t user_bar = 0xE000'0000;
    static constexpr std::uint64_t config_bar = 0xE001'0000;

    struct Channel {
        // The script.
        Picoseconds time_a_transfer = 2_us;
        std::set<std::uint64_t> failing;  // runs (from 0) that end with an error
        std::set<std::uint64_t> hanging;  // runs that never end

        // What happened.
        std::uint64_t runs = 0;
        std::uint64_t descriptors = 0;
        std::vector<std::uint64_t> addresses;  // host addresses of the last run

      private:
        friend class ScriptedXdma;
        std::uint32_t control = 0, status = 0, completed = 0, mask = 0;
        std::uint64_t first = 0, write_back = 0;
        bool level = false;
        std::unique_ptr<Alarm> finish;
    };

    ScriptedXdma(const sc_core::sc_module_name& name, Agenda& agenda, memory::HostMemory& memory,
                 SlotTimelines& timelines);

    tlm_utils::simple_target_socket<ScriptedXdma, 64> registers;
    tlm::tlm_initiator_socket<64> memory_port;  // unused: TLM wants the memory's socket bound
    InterruptSink* interrupts = nullptr;
    ScriptedCore core;
    Channel h2c;
    Channel c2h;
    std::array<std::uint64_t, 3> messages{};  // sent by vector: H2C, C2H, user

  private:
    void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                       sc_core::sc_time&) override {
        return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

    std::uint32_t read(std::uint32_t offset);
    void write(std::uint32_t offset, std::uint32_t value);
    std::uint32_t read_channel(Channel& channel, std::uint32_t offset);
    void write_channel(Channel& channel, std::uint32_t offset, std::uint32_t value);
    void write_sgdma(Channel& channel, std::uint32_t offset, std::uint32_t value);
    void set_control(Channel& channel, std::uint32_t value);
    void finish(Channel& channel);
    std::uint32_t move_all(Channel& channel);
    void stamp_data(const Channel& channel, std::uint64_t axi);
    void update_interrupts();
    void send_message(unsigned source, std::uint32_t vector);
    Channel& channel_of(std::uint32_t target) {
        return target == datasheet::xdma::target_h2c_channel ||
                       target == datasheet::xdma::target_h2c_sgdma
                   ? h2c
                   : c2h;
    }

    Agenda& agenda_;
    memory::HostMemory& memory_;
    SlotTimelines& timelines_;
    std::uint32_t channel_enable_ = 0;
    std::uint32_t user_enable_ = 0;
    std::uint32_t channel_vectors_ = 0;
    std::uint32_t user_vectors_ = 0;
    bool user_request_ = false;
    bool user_level_ = false;
    std::array<std::array<std::uint32_t, 4>, datasheet::xdma::msix::table_entries> table_{};
    std::deque<std::uint32_t> on_their_way_;  // data of messages
    Alarm deliver_;
};

}  // namespace lookaside::test
