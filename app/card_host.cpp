// SPDX-License-Identifier: Apache-2.0
#include "app/card_host.h"

#include "models/pcie/config_registers.h"

namespace lookaside::app {

CardHost::CardHost(const scenarios::ScenarioConfig& config, const os::CpuProfile& cpu,
                   PcieFabric& fabric, StatisticsRegistry& statistics, std::string card_name,
                   Probe probe)
    : config_(config),
      root_complex_(fabric.root_complex()),
      card_name_(std::move(card_name)),
      probe_(std::move(probe)),
      kernel_(cpu, fabric.agenda(), fabric.memory(), statistics) {
    kernel_.mmio_socket().bind(root_complex_.cpu);
    root_complex_.set_interrupt_sink(kernel_);
    // Firmware finds the card before the kernel's drivers look for it.
    sc_core::sc_spawn([this] { boot(); }, "firmware");
}

void CardHost::boot() {
    const pcie::EnumeratedFunction found = root_complex_.enumerate(
        {.max_payload_size = config_.fabric.mps, .max_read_request_size = config_.fabric.mrrs});
    os::PciFunction function;
    function.name = card_name_;
    for (const auto& bar : found.bars) {
        function.bars.push_back({bar.address, bar.size});
    }
    function.msix_table_bar = found.msix_bar;
    function.msix_table_offset = found.msix_table_offset;
    function.msix_vectors = found.msix_vectors;
    function.enable_msix = [this, at = found.msix_capability + pcie::config::msix_control] {
        root_complex_.config_write(at, root_complex_.config_read(at) | pcie::config::msix_enable);
    };
    os::PciDevice& device = kernel_.add_pci_device(std::move(function));
    probe_thread_ =
        kernel_.run_kthread("probe", config_.host.submit_cpu, [this, &device](os::KThread&) {
            try {
                probe_(device);
                booted_ = true;
            } catch (...) {
                failure_ = std::current_exception();
            }
        });
}

bool CardHost::booted() const {
    if (failure_) {
        std::rethrow_exception(failure_);
    }
    return booted_;
}

void CardHost::describe_waits(std::vector<std::string>& lines) const {
    const std::vector<std::string> threads = kernel_.describe_waits();
    lines.insert(lines.end(), threads.begin(), threads.end());
}

}  // namespace lookaside::app
