// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_pci.h"

#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "host/os/sim_core.h"

namespace lookaside::os {
namespace {

constexpr std::uint32_t first_irq = 32;
/// Local APIC message address (Intel SDM volume 3, "Message Address Register Format").
constexpr std::uint32_t message_address = 0xFEE00000;

// MSI-X table entry (PCI Express Base Specification, "MSI-X Table Structure").
constexpr Bytes entry_size = 16;
constexpr Bytes entry_address_low = 0;
constexpr Bytes entry_address_high = 4;
constexpr Bytes entry_data = 8;
constexpr Bytes entry_control = 12;
constexpr std::uint32_t entry_unmasked = 0;

}  // namespace

std::uint32_t IrqTable::add(std::string name, Core& core, IrqHandler handler) {
    lines_.push_back(std::make_unique<IrqLine>(std::move(name), core, std::move(handler)));
    return first_irq + static_cast<std::uint32_t>(lines_.size() - 1);
}

IrqLine& IrqTable::at(std::uint32_t number) {
    if (number < first_irq || number - first_irq >= lines_.size()) {
        throw SimulationError(fmt::format("interrupt {} has no handler", number));
    }
    return *lines_[number - first_irq];
}

SimPciDevice::SimPciDevice(PciFunction function, MmioBus& bus, IrqTable& irqs,
                           const std::vector<std::unique_ptr<Core>>& cores)
    : function_(std::move(function)), bus_(bus), irqs_(irqs), cores_(cores) {
    for (const auto& bar : function_.bars) {
        windows_.push_back(std::make_unique<SimMmio>(bus, bar.base, bar.size));
    }
}

Mmio& SimPciDevice::bar(unsigned index) {
    if (index >= windows_.size()) {
        throw SimulationError(fmt::format("{} has no BAR {}", function_.name, index));
    }
    return *windows_[index];
}

void SimPciDevice::alloc_irq_vectors(unsigned count) {
    if (count == 0 || count > function_.msix_vectors) {
        throw SimulationError(fmt::format("{} has {} MSI-X vectors, {} are asked for",
                                          function_.name, function_.msix_vectors, count));
    }
    vectors_ = count;
    bus_.stall(function_.enable_msix);
}

void SimPciDevice::request_irq(unsigned vector, std::string_view name, CpuId cpu,
                               IrqHandler handler) {
    if (vector >= vectors_) {
        throw SimulationError(fmt::format("{}: vector {} is requested, {} are allocated",
                                          function_.name, vector, vectors_));
    }
    if (cpu >= cores_.size()) {
        throw SimulationError(fmt::format("{}: vector {} is bound to cpu{}, there are {}",
                                          function_.name, vector, cpu, cores_.size()));
    }
    const std::uint32_t number = irqs_.add(std::string(name), *cores_[cpu], std::move(handler));
    Mmio& table = bar(function_.msix_table_bar);
    const Bytes entry = function_.msix_table_offset + vector * entry_size;
    table.write32(entry + entry_address_low, message_address);
    table.write32(entry + entry_address_high, 0);
    table.write32(entry + entry_data, number);
    table.write32(entry + entry_control, entry_unmasked);
}

}  // namespace lookaside::os
