// SPDX-License-Identifier: Apache-2.0
// The FPGA IPsec card's user logic: RAMs, keys, command registers, sequencer, user interrupt.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/slot_timelines.h"
#include "base/statistics.h"
#include "models/base/agenda.h"
#include "models/base/systemc.h"
#include "models/crypto/engine.h"
#include "models/fpga/axi_target.h"
#include "models/fpga/key_slots.h"
#include "models/fpga/parameters.h"
#include "models/fpga/sequencer.h"
#include "models/fpga/slot_ram.h"
#include "models/xdma/user_irq.h"

namespace lookaside::fpga {

/// Register map, RAM layout and rules of use: datasheets/ipsec_card.h. Stamps the AXI and engine
/// moments of the requests that the driver has bound to slots.
class IpsecCard : public sc_core::sc_module {
  public:
    /// Slaves, for the XDMA's two masters.
    tlm::tlm_target_socket<> axi_mm;
    tlm::tlm_target_socket<> axi_lite;

    /// All references must outlive the card.
    IpsecCard(const sc_core::sc_module_name& name, const Parameters& parameters, Agenda& agenda,
              crypto::Engine& engine, xdma::UserIrqInputs& user_irqs, SlotTimelines& timelines,
              StatisticsRegistry& statistics);

    /// Times that software broke the rules of the datasheet, since the simulation began. A run
    /// with any is not valid.
    std::uint64_t protocol_errors() const { return protocol_errors_; }
    /// The broken rules, for the report of a failed run.
    const std::vector<std::string>& broken_rules() const { return broken_rules_; }
    /// For deadlock reports.
    void describe_waits(std::vector<std::string>& lines) const { sequencer_.describe_waits(lines); }

  private:
    xdma::AxiResponse serve_memory(const AxiAccess& access);
    bool may_transfer(const AxiAccess& access, Bytes offset);
    void stamp_beats(const AxiAccess& access, Bytes offset);
    xdma::AxiResponse serve_register(const AxiAccess& access);
    std::uint32_t read_register(std::uint32_t offset) const;
    void write_register(std::uint32_t offset, std::uint32_t value, SimTime at);
    void start(std::uint32_t slots, SimTime at);
    void slot_done(unsigned slot, Sequencer::Fail fail);
    void update_irq();
    void set_irq(bool level);
    void rule_broken(const std::string& what);
    void reset_statistics(SimTime now);
    void publish(SimTime now, std::vector<Statistic>& values,
                 std::vector<ResourceUsage>& resources) const;

    const Parameters parameters_;
    Agenda& agenda_;
    xdma::UserIrqInputs& user_irqs_;
    SlotTimelines& timelines_;
    ClockDomain axi_clock_;
    AxiTarget memory_port_;
    AxiTarget register_port_;
    SlotRam inbound_;
    SlotRam outbound_;
    KeySlots keys_;
    Sequencer sequencer_;

    std::uint32_t busy_ = 0;
    std::uint32_t done_ = 0;
    std::uint32_t failed_ = 0;
    std::uint32_t fail_reason_ = 0;  // 2 bits a slot
    std::uint32_t irq_enable_ = 0;
    bool irq_level_ = false;

    std::uint64_t user_irqs_raised_ = 0;
    std::uint64_t decode_errors_ = 0;
    std::uint64_t protocol_errors_ = 0;
    std::vector<std::string> broken_rules_;
};

}  // namespace lookaside::fpga
