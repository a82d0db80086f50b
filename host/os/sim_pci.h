// SPDX-License-Identifier: Apache-2.0
// PCI functions as the kernel probes them: windows, MSI-X vectors, interrupt handlers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "host/os/kernel.h"
#include "host/os/sim_irq.h"
#include "host/os/sim_mmio.h"

namespace lookaside::os {

/// What the system's composition knows about a function after enumeration.
struct PciFunction {
    struct Bar {
        std::uint64_t base;  // address on the cores' bus
        Bytes size;
    };
    std::string name;
    std::vector<Bar> bars;
    unsigned msix_table_bar = 0;
    Bytes msix_table_offset = 0;
    unsigned msix_vectors = 0;
    /// Sets MSI-X Enable in config space. Runs in the probing thread's context, may wait.
    std::function<void()> enable_msix;
};

/// One message's way to its handler.
class IrqLine : public HardIrqSource {
  public:
    IrqLine(std::string name, Core& core, IrqHandler handler)
        : name_(std::move(name)), core_(core), handler_(std::move(handler)) {}
    void handle() override { handler_(); }
    Core& core() const { return core_; }
    const std::string& name() const { return name_; }

  private:
    std::string name_;
    Core& core_;
    IrqHandler handler_;
};

/// Interrupt numbers, given out upwards from 32 (x86 keeps the vectors below for exceptions). The
/// number is the message's data.
class IrqTable {
  public:
    /// Returns the number.
    std::uint32_t add(std::string name, Core& core, IrqHandler handler);
    /// The line of a number; throws SimulationError if nobody requested it.
    IrqLine& at(std::uint32_t number);

  private:
    std::vector<std::unique_ptr<IrqLine>> lines_;
};

class SimPciDevice : public PciDevice {
  public:
    SimPciDevice(PciFunction function, MmioBus& bus, IrqTable& irqs,
                 const std::vector<std::unique_ptr<Core>>& cores);

    unsigned bar_count() const override { return static_cast<unsigned>(windows_.size()); }
    Mmio& bar(unsigned index) override;
    void alloc_irq_vectors(unsigned count) override;
    void request_irq(unsigned vector, std::string_view name, CpuId cpu,
                     IrqHandler handler) override;

  private:
    PciFunction function_;
    MmioBus& bus_;
    IrqTable& irqs_;
    const std::vector<std::unique_ptr<Core>>& cores_;
    std::vector<std::unique_ptr<SimMmio>> windows_;
    unsigned vectors_ = 0;
};

}  // namespace lookaside::os
