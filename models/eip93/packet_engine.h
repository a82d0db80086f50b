// SPDX-License-Identifier: Apache-2.0
// The EIP-93 packet engine on a SoC's bus.
#pragma once

#include <string>
#include <vector>

#include "base/slot_timelines.h"
#include "base/statistics.h"
#include "datasheets/eip93.h"
#include "models/base/interrupt_line.h"
#include "models/eip93/interrupts.h"
#include "models/eip93/moderation.h"
#include "models/eip93/parameters.h"
#include "models/eip93/pipeline.h"
#include "models/eip93/rings.h"
#include "models/eip93/rule_book.h"
#include "models/soc/bus.h"

namespace lookaside::eip93 {

/// Register map, rings and rules of use: datasheets/eip93.h. Stamps the moments of the command in
/// ring entry n on slot n of `timelines`: h2c_first_data, engine_start, engine_end, and
/// c2h_last_data when the result is in memory.
class PacketEngine : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
  public:
    /// Plugs itself into the bus, as a master and with its registers at `base`. All references
    /// must outlive the engine. Throws InputError for parameters out of range.
    PacketEngine(const sc_core::sc_module_name& name, const EngineParameters& parameters,
                 Agenda& agenda, soc::Bus& bus, std::uint64_t base, InterruptLine& interrupt,
                 SlotTimelines& timelines, StatisticsRegistry& statistics);

    const EngineParameters& parameters() const { return parameters_; }
    /// The rules of the data sheet that software broke. A run with any is not valid.
    const std::vector<std::string>& broken_rules() const { return rules_.rules(); }
    /// For deadlock reports.
    void describe_waits(std::vector<std::string>& lines) const;

  private:
    void write_register(std::uint32_t offset, std::uint32_t value);
    std::uint32_t read_register(std::uint32_t offset) const;
    void write_ring_register(std::uint32_t offset, std::uint32_t value);
    void write_interrupt_register(std::uint32_t offset, std::uint32_t value);
    void write_config(std::uint32_t value);
    std::uint32_t read_interrupt_register(std::uint32_t offset) const;
    void publish(StatisticsRegistry& statistics);

    void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) override;
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& access, tlm::tlm_phase&,
                                       sc_core::sc_time& delay) override {
        b_transport(access, delay);
        return tlm::TLM_COMPLETED;
    }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }

    const EngineParameters parameters_;
    const ClockDomain clock_;
    tlm::tlm_target_socket<> registers_;
    RuleBook rules_;
    Interrupts interrupts_;
    Moderation moderation_;
    Rings rings_;
    Pipeline pipeline_;
    std::uint32_t config_ = 0;
    std::uint32_t clocks_ = 0;
    std::uint32_t buffer_thresholds_ = 0;
};

}  // namespace lookaside::eip93
