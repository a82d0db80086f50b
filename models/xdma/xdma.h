// SPDX-License-Identifier: Apache-2.0
// The AMD/Xilinx DMA block for PCI Express with AXI4-MM data path (PG195), behind a PCIe endpoint.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/base/systemc.h"
#include "models/pcie/bar_access_queue.h"
#include "models/pcie/function.h"
#include "models/pcie/message_unit.h"
#include "models/pcie/requester.h"
#include "models/xdma/axi_arbiter.h"
#include "models/xdma/axi_initiator.h"
#include "models/xdma/channel.h"
#include "models/xdma/config_block.h"
#include "models/xdma/interrupt_block.h"
#include "models/xdma/msix_block.h"
#include "models/xdma/parameters.h"
#include "models/xdma/register_map.h"
#include "models/xdma/sgdma.h"
#include "models/xdma/user_bar.h"

namespace lookaside::xdma {

/// BAR 0 is the user BAR (AXI-Lite), BAR 1 the config BAR (DMA registers, MSI-X table at 0x8000).
/// Not modelled: AXI4-Stream channels, the bypass BAR and descriptor bypass ports, legacy INTx.
class Xdma : public sc_core::sc_module, private pcie::FunctionLogic {
  public:
    static constexpr unsigned user_bar = 0;
    static constexpr unsigned config_bar = 1;

    /// Masters. Targets must answer b_transport without waiting.
    tlm::tlm_initiator_socket<> axi_mm;
    tlm::tlm_initiator_socket<> axi_lite;

    /// Attaches itself to `endpoint` and publishes to `statistics`; both must outlive it. Throws
    /// InputError if a parameter is out of range.
    Xdma(const sc_core::sc_module_name& name, const Parameters& parameters, Agenda& agenda,
         pcie::Endpoint& endpoint, StatisticsRegistry& statistics);
    ~Xdma() override;

    /// The usr_irq_req inputs, for the user logic to drive.
    UserIrqInputs& user_irqs() { return interrupts_; }
    const Parameters& parameters() const { return parameters_; }
    /// For deadlock reports: one line for each thing that is stuck.
    void describe_waits(std::vector<std::string>& lines) const;

  private:
    void bar_write(unsigned bar, Bytes offset, std::span<const std::uint8_t> data) override;
    void bar_read(const pcie::BarRead& read) override;
    void read_data(pcie::ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                   bool last) override {
        requester_.read_data(tag, offset, data, last);
    }
    void read_failed(pcie::ReadTag tag, pcie::CompletionStatus status) override {
        requester_.read_failed(tag, status);
    }
    void transmit_ready() override { requester_.transmit_ready(); }
    void interrupt_control_changed() override { messages_.interrupt_control_changed(); }

    void add_channels(Channel::Direction direction, unsigned count, AxiArbiter& arbiter);
    void register_statistics(StatisticsRegistry& statistics);
    void reset_statistics(SimTime now);
    void publish(SimTime now, std::vector<Statistic>& values,
                 std::vector<ResourceUsage>& resources) const;

    const Parameters parameters_;
    Agenda& agenda_;
    pcie::Endpoint& endpoint_;
    ClockDomain clock_;
    pcie::Requester requester_;
    ConfigBlock config_;
    AxiInitiator mm_initiator_;
    AxiInitiator lite_initiator_;
    AxiArbiter write_arbiter_;
    AxiArbiter read_arbiter_;
    pcie::MessageUnit messages_;
    MsixBlock msix_;
    InterruptBlock interrupts_;
    SgdmaCommon sgdma_common_;
    std::vector<std::unique_ptr<Channel>> channels_;  // H2C, then C2H
    RegisterMap registers_;
    UserBar user_;
    pcie::BarAccessQueue config_accesses_;
    pcie::BarAccessQueue user_accesses_;
};

}  // namespace lookaside::xdma
