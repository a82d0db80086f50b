// SPDX-License-Identifier: Apache-2.0
// A register-level engine array with fixed delays instead of a link and engines, so that driver
// rules can be tested alone and faults can be scripted. The timed model is models/array.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/slot_timelines.h"
#include "datasheets/engine_array.h"
#include "models/base/agenda.h"
#include "models/base/interrupt_sink.h"
#include "models/memory/host_memory.h"
#include "tests/rules/block_driver/scripted_work.h"

namespace lookaside::test {

class ScriptedArray : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
  public:
    static constexpr std::uint64_t bar = 0xE000'0000;
    using Task = datasheet::engine_array::Task;

    ScriptedArray(const sc_core::sc_module_name& name, Agenda& agenda, memory::HostMemory& memory,
                  SlotTimelines& timelines);

    tlm_utils::simple_target_socket<ScriptedArray, 64> registers;
    tlm::tlm_initiator_socket<64> memory_port;  // unused: TLM wants the memory's socket bound
    InterruptSink* interrupts = nullptr;

    // The script. Tasks count from 0 in the order in which the card fetches them.
    std::uint32_t id = datasheet::engine_array::card_id;
    std::uint32_t sectors = 8192;
    Picoseconds identification = 3_ms;
    bool no_device_answers = false;
    bool never_ready = false;
    std::size_t capacity = 1000;  // tasks in the card; it fetches no more
    std::function<Picoseconds(std::uint64_t)> time_of_task = [](std::uint64_t) { return 10_us; };
    std::set<std::uint64_t> unanswered;  // never end
    std::set<std::uint64_t> silent;      // end, but their interrupt is lost
    std::map<std::uint64_t, datasheet::engine_array::TaskStatus> failing;

    // What happened.
    std::vector<Task> tasks;
    std::vector<std::uint32_t> tails;  // submission doorbells
    std::vector<std::uint32_t> heads;  // completion doorbells
    std::uint64_t messages = 0;
    std::size_t most_in_card = 0;
    std::vector<std::string> broken_rules;

    struct Queue {
        std::uint64_t submissions = 0, completions = 0;
        std::uint32_t size = 0, coalescing = 0, irq_enable = 0;
        std::uint32_t sq_tail = 0, sq_head = 0;
        std::uint32_t cq_head = 0, cq_tail = 0;
        unsigned phase = 1;
        std::set<std::uint16_t> tags;  // in the card
        std::uint32_t unread = 0;      // entries since the last interrupt
        SimTime oldest_unread{0};
        std::uint64_t completed = 0;
    };
    const Queue& queue(unsigned index) const { return queues_.at(index); }
    bool enabled() const { return enabled_; }

  private:
    struct Running {
        unsigned queue;
        std::uint64_t number;
    };

    void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                       sc_core::sc_time&) override {
        return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

    std::uint32_t read(std::uint32_t offset) const;
    void write(std::uint32_t offset, std::uint32_t value);
    void write_queue(Queue& queue, std::uint32_t offset, std::uint32_t value);
    void write_key(std::uint32_t offset, std::uint32_t value);
    void fetch(unsigned index);
    void run_due();
    void finish(const Running& running);
    void append(Queue& queue, const datasheet::engine_array::Completion& entry);
    void consider_interrupt(unsigned index);
    void send_message(unsigned vector);
    void arm();

    Agenda& agenda_;
    memory::HostMemory& memory_;
    SlotTimelines& timelines_;
    ScriptedWork work_;
    std::array<Queue, datasheet::engine_array::max_queue_pairs> queues_;
    std::array<std::array<std::uint32_t, 4>, datasheet::engine_array::max_queue_pairs> table_{};
    bool enabled_ = false;
    SimTime enabled_at_{0};
    std::multimap<SimTime, Running> running_;  // by end; equal ones in the order they began
    std::size_t in_card_ = 0;
    Alarm finish_;
    Alarm coalesced_;
    std::deque<std::uint32_t> on_their_way_;  // data of messages
    Alarm deliver_;
};

}  // namespace lookaside::test
