// SPDX-License-Identifier: Apache-2.0
// The card's RAM, registers and core, working on request headers by OpenSSL; can be told to fail.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "base/aes_gcm.h"
#include "base/slot_timelines.h"
#include "datasheets/ipsec_card.h"
#include "models/base/agenda.h"

namespace lookaside::test {

class ScriptedCore {
  public:
    ScriptedCore(Agenda& agenda, SlotTimelines& timelines, std::function<void(bool)> set_irq)
        : agenda_(agenda),
          timelines_(timelines),
          set_irq_(std::move(set_irq)),
          finish_(agenda, AlarmPriority::completion, [this] { finish(); }) {}

    // The script.
    Picoseconds time_a_job = 4_us;
    std::set<std::uint64_t> unanswered;  // jobs (from 0) that never end

    // What happened.
    std::uint64_t jobs = 0;
    std::uint64_t start_writes = 0;
    unsigned most_busy = 0;  // slots started and not done, at once

    std::uint32_t read(std::uint32_t offset) const;
    void write(std::uint32_t offset, std::uint32_t value);
    /// The AXI side. Throws SimulationError for an address that is no RAM.
    std::span<std::uint8_t> ram(std::uint64_t axi, std::size_t length);

  private:
    void start(std::uint32_t slots);
    void begin_next();
    void finish();
    datasheet::ipsec_card::Fail run(unsigned slot);
    void update_irq() { set_irq_((done_ & irq_enable_) != 0); }

    struct KeySlot {
        std::array<std::uint8_t, 32> bytes{};
        std::uint32_t control = 0;
    };

    Agenda& agenda_;
    SlotTimelines& timelines_;
    std::function<void(bool)> set_irq_;
    Alarm finish_;
    std::array<std::uint8_t, datasheet::ipsec_card::ram_bytes> inbound_{};
    std::array<std::uint8_t, datasheet::ipsec_card::ram_bytes> outbound_{};
    std::array<KeySlot, datasheet::ipsec_card::key_slots> keys_;
    std::deque<unsigned> waiting_;
    bool working_ = false;
    std::uint32_t busy_ = 0;
    std::uint32_t done_ = 0;
    std::uint32_t failed_ = 0;
    std::uint32_t reasons_ = 0;
    std::uint32_t irq_enable_ = 0;
};

}  // namespace lookaside::test
