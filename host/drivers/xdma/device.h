// SPDX-License-Identifier: Apache-2.0
// A probed XDMA endpoint: its BARs, engines and interrupt vectors.
#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "datasheets/xdma.h"
#include "host/drivers/xdma/bars.h"
#include "host/drivers/xdma/engine.h"
#include "host/drivers/xdma/interrupt_completion.h"
#include "host/drivers/xdma/poll_completion.h"
#include "host/drivers/xdma/poll_thread.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::xdma {

enum class CompletionMode : std::uint8_t {
    interrupt,  // MSI-X
    poll,       // poll-mode write-back (module parameter poll_mode of the vendor's driver)
};

struct DeviceParameters {
    CompletionMode completion = CompletionMode::interrupt;
    os::CpuId irq_cpu = 0;   // CPU that every vector of the device goes to
    unsigned user_irqs = 1;  // user interrupt wires in use, 0..16
    Picoseconds poll_give_up = Picoseconds{10'000'000'000'000};  // vendor's POLL_TIMEOUT: 10 s
};

/// Probes the function: identifies the BARs, finds the engines by their identifiers, programs
/// them, and hands out interrupt vectors: channels first (H2C, then C2H), then user interrupts.
class XdmaDevice {
  public:
    /// Process context: reads registers. Throws SimulationError if the device is no XDMA.
    XdmaDevice(os::Kernel& kernel, os::PciDevice& device, const DeviceParameters& parameters);
    XdmaDevice(const XdmaDevice&) = delete;
    XdmaDevice& operator=(const XdmaDevice&) = delete;

    unsigned channels(Direction direction) const;
    /// Throws SimulationError if the device has no such channel.
    XdmaEngine& engine(Direction direction, unsigned channel);
    /// Registers of the user logic. Throws SimulationError if the device has no user BAR.
    os::Mmio& user_bar();

    /// Has `handler` called in hard-IRQ context for user interrupt `index` and enables it. The
    /// user logic must lower its request, or the handler mask it there: the XDMA does neither.
    void register_user_irq(unsigned index, os::IrqHandler handler);

  private:
    using Engines = std::vector<std::unique_ptr<XdmaEngine>>;

    Engines probe_engines(Direction direction);
    std::vector<XdmaEngine*> all_engines();
    void use_interrupts();
    void use_polling();
    void write_vector_numbers(std::uint32_t first_register, unsigned first_vector, unsigned count);
    void request_user_vectors();
    void write_irq_block(std::uint32_t offset, std::uint32_t value);

    os::Kernel& kernel_;
    os::PciDevice& device_;
    DeviceParameters parameters_;
    BarRoles bars_;
    os::Mmio& config_bar_;
    Engines h2c_;
    Engines c2h_;
    std::vector<std::unique_ptr<PollThread>> poll_threads_;
    std::vector<std::unique_ptr<CompletionPolicy>> policies_;
    std::array<os::IrqHandler, datasheet::xdma::max_user_irqs> user_handlers_;
};

}  // namespace lookaside::drivers::xdma
