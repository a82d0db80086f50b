// SPDX-License-Identifier: Apache-2.0
// The whole hardware: root complex, link, endpoint, XDMA, card, engine, host memory.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "base/random.h"
#include "datasheets/ipsec_card.h"
#include "datasheets/xdma.h"
#include "models/fpga/ipsec_card.h"
#include "models/memory/host_memory.h"
#include "models/pcie/config_registers.h"
#include "models/pcie/endpoint_core.h"
#include "models/pcie/link.h"
#include "models/pcie/root_complex.h"
#include "models/xdma/function_config.h"
#include "models/xdma/xdma.h"

namespace lookaside::test {

namespace dma = datasheet::xdma;
namespace chip = datasheet::ipsec_card;

class CardSystem : public sc_core::sc_module, private InterruptSink {
  public:
    explicit CardSystem(const pcie::LinkParameters& link_parameters,
                        sc_core::sc_module_name module_name = "system")
        : sc_module(module_name),
          link_settings(link_parameters),
          link("link", agenda, link_parameters, statistics),
          root("root_complex", agenda, pool, link_parameters.max_payload_size, {}),
          endpoint("endpoint", agenda, pool, link_parameters,
                   {xdma::function_config(chip::user_bar_size)}),
          memory("memory", 100_ns),
          xdma("xdma", xdma_parameters(), agenda, endpoint, statistics),
          engine(crypto::make_timed_aes_gcm(crypto::AesGcmDesign::iterative)),
          card("card", card_parameters(), agenda, *engine, xdma.user_irqs(), timelines,
               statistics) {
        root.to_link.bind(link.root.transmit);
        link.root.receive.bind(root.from_link);
        endpoint.to_link.bind(link.device.transmit);
        link.device.receive.bind(endpoint.from_link);
        root.memory.bind(memory.socket);
        cpu_.bind(root.cpu);
        xdma.axi_mm.bind(card.axi_mm);
        xdma.axi_lite.bind(card.axi_lite);
        root.set_interrupt_sink(*this);
        SC_HAS_PROCESS(CardSystem);
        SC_THREAD(run_cpu);
    }

    /// Enumerates, enables MSI-X with vector n sending n, and runs `software` in an SC_THREAD.
    void run(std::function<void()> software, Picoseconds limit) {
        software_ = std::move(software);
        sc_core::sc_start(to_sc_time(limit));
    }
    bool finished = false;

    // For use by the software.
    void write_dma(std::uint32_t offset, std::uint32_t value) {
        root.mmio_write(function.bars[1].address + offset, value, 4);
    }
    std::uint32_t read_dma(std::uint32_t offset) {
        return static_cast<std::uint32_t>(root.mmio_read(function.bars[1].address + offset, 4));
    }
    void write_card(std::uint32_t offset, std::uint32_t value) {
        root.mmio_write(function.bars[0].address + offset, value, 4);
    }
    std::uint32_t read_card(std::uint32_t offset) {
        return static_cast<std::uint32_t>(root.mmio_read(function.bars[0].address + offset, 4));
    }
    /// Waits until the message of `vector` came once more than it was waited for.
    void wait_interrupt(unsigned vector) {
        while (messages_[vector] == 0) {
            sc_core::wait(message_arrived_);
        }
        --messages_[vector];
    }
    /// Starts a one-descriptor transfer that interrupts on the channel's vector.
    void start(bool h2c, std::uint64_t source, std::uint64_t destination, std::uint32_t length) {
        const std::uint64_t list = h2c ? h2c_list : c2h_list;
        dma::Descriptor d;
        d.control = dma::descriptor::magic | dma::descriptor::stop | dma::descriptor::completed;
        d.length = length;
        d.src_lo = static_cast<std::uint32_t>(source);
        d.src_hi = static_cast<std::uint32_t>(source >> 32);
        d.dst_lo = static_cast<std::uint32_t>(destination);
        d.dst_hi = static_cast<std::uint32_t>(destination >> 32);
        std::vector<std::uint8_t> bytes(sizeof d);
        std::memcpy(bytes.data(), &d, sizeof d);
        memory.write(list, bytes);
        const std::uint32_t sgdma = h2c ? dma::target_h2c_sgdma : dma::target_c2h_sgdma;
        write_dma(sgdma + dma::sgdma::first_descriptor_lo, static_cast<std::uint32_t>(list));
        write_dma(sgdma + dma::sgdma::first_descriptor_hi, static_cast<std::uint32_t>(list >> 32));
        write_dma(sgdma + dma::sgdma::first_descriptor_adjacent, 0);
        write_dma(control(h2c) + dma::channel::control,
                  dma::control::run | dma::control::ie_descriptor_stopped);
    }
    /// What an interrupt handler does: clears status, stops the engine. Returns the status.
    std::uint32_t finish(bool h2c) {
        const std::uint32_t status = read_dma(control(h2c) + dma::channel::status_rc);
        write_dma(control(h2c) + dma::channel::control_w1c, dma::control::run);
        return status;
    }

    static constexpr unsigned h2c_vector = 0;
    static constexpr unsigned c2h_vector = 1;
    static constexpr unsigned user_vector = 2;

    const pcie::LinkParameters link_settings;
    StatisticsRegistry statistics;
    Agenda agenda{"agenda"};
    pcie::TlpPool pool;
    pcie::Link link;
    pcie::RootComplex root;
    pcie::EndpointCore endpoint;
    memory::HostMemory memory;
    xdma::Xdma xdma;
    std::unique_ptr<crypto::Engine> engine;
    SlotTimelines timelines{chip::slot_count};
    fpga::IpsecCard card;
    pcie::EnumeratedFunction function;
    std::uint64_t h2c_list = memory.allocate(4096);
    std::uint64_t c2h_list = memory.allocate(4096);

  private:
    struct Cpu : tlm::tlm_initiator_socket<64>, tlm::tlm_bw_transport_if<> {
        Cpu() { bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this)); }
        using tlm::tlm_initiator_socket<64>::bind;
        tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                           sc_core::sc_time&) override {
            return tlm::TLM_COMPLETED;
        }
        void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
    };

    static std::uint32_t control(bool h2c) {
        return h2c ? dma::target_h2c_channel : dma::target_c2h_channel;
    }
    xdma::Parameters xdma_parameters() const {
        xdma::Parameters parameters;
        parameters.axi = xdma::axi_shape_for_link(static_cast<unsigned>(link_settings.generation),
                                                  link_settings.width);
        return parameters;
    }
    fpga::Parameters card_parameters() const {
        fpga::Parameters parameters;
        parameters.axi = xdma_parameters().axi;
        return parameters;
    }

    void interrupt_message(std::uint32_t data) override {
        ++messages_.at(data);
        message_arrived_.notify();
    }
    void run_cpu() {
        function = root.enumerate();
        root.config_write(function.msix_capability,
                          root.config_read(function.msix_capability) | pcie::config::msix_enable);
        for (unsigned vector = 0; vector < 3; ++vector) {
            const std::uint32_t entry = dma::target_msix + vector * dma::msix::entry_bytes;
            write_dma(entry, static_cast<std::uint32_t>(pcie::RootComplex::interrupt_base));
            write_dma(entry + 4, 0);
            write_dma(entry + 8, vector);
            write_dma(entry + 12, 0);
        }
        const std::uint32_t irq = dma::target_irq_block;
        write_dma(irq + dma::irq_block::channel_vector_number, c2h_vector << 8 | h2c_vector);
        write_dma(irq + dma::irq_block::user_vector_number, user_vector);
        write_dma(irq + dma::irq_block::channel_interrupt_enable, 3);
        write_dma(irq + dma::irq_block::user_interrupt_enable, 1);
        for (const bool h2c : {true, false}) {
            write_dma(control(h2c) + dma::channel::interrupt_enable_mask,
                      dma::status::descriptor_stopped);
        }
        software_();
        finished = true;
        sc_core::sc_stop();
    }

    Cpu cpu_;
    std::function<void()> software_;
    std::array<unsigned, 3> messages_{};
    sc_core::sc_event message_arrived_;
};

}  // namespace lookaside::test
