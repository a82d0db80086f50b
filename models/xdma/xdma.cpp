// SPDX-License-Identifier: Apache-2.0
// The AMD/Xilinx DMA block for PCI Express: composition and address decode.
#include "models/xdma/xdma.h"

#include "base/error.h"

namespace lookaside::xdma {

namespace {

void check(bool good, const char* rule) {
    if (!good) {
        throw InputError(std::string("XDMA: ") + rule);
    }
}

const Parameters& checked(const Parameters& p) {
    const unsigned width = p.axi.width_bits;
    check(p.h2c_channels >= 1 && p.h2c_channels <= 4, "h2c_channels must be 1 to 4");
    check(p.c2h_channels >= 1 && p.c2h_channels <= 4, "c2h_channels must be 1 to 4");
    check(width == 64 || width == 128 || width == 256 || width == 512,
          "the AXI width must be 64, 128, 256 or 512 bits");
    check(p.axi.clock.value > 0, "the AXI clock must not be 0");
    check(p.outstanding_reads >= 2 && p.outstanding_reads <= 64,
          "outstanding_reads must be 2 to 64");
    check(p.outstanding_writes >= 2 && p.outstanding_writes <= 32,
          "outstanding_writes must be 2 to 32");
    check(p.descriptor_buffer >= 1, "descriptor_buffer must be at least 1");
    check(p.descriptor_reads >= 1, "descriptor_reads must be at least 1");
    check(p.descriptors_in_flight >= 1, "descriptors_in_flight must be at least 1");
    check(p.axi_bursts >= 1, "axi_bursts must be at least 1");
    check(p.address_alignment >= 1, "address_alignment must be at least 1");
    check(p.length_granularity >= 1, "length_granularity must be at least 1");
    return p;
}

}  // namespace

Xdma::Xdma(const sc_core::sc_module_name& name, const Parameters& parameters, Agenda& agenda,
           pcie::Endpoint& endpoint, StatisticsRegistry& statistics)
    : sc_module(name),
      axi_mm("axi_mm"),
      axi_lite("axi_lite"),
      parameters_(checked(parameters)),
      agenda_(agenda),
      endpoint_(endpoint),
      clock_(parameters.axi.clock),
      requester_(endpoint),
      config_(parameters_, endpoint),
      mm_initiator_(axi_mm),
      lite_initiator_(axi_lite),
      write_arbiter_(agenda, clock_, parameters.cycles.completion_to_axi, parameters.axi_bursts),
      read_arbiter_(agenda, clock_, parameters.cycles.request_to_axi, parameters.axi_bursts),
      messages_(agenda, clock_, requester_, datasheet::xdma::msix::table_entries,
                parameters.cycles.interrupt),
      msix_(messages_),
      interrupts_([this](std::uint32_t vectors) { messages_.raise(vectors); }),
      sgdma_common_([this] {
          for (auto& channel : channels_) {
              channel->gates_changed();
          }
      }),
      user_(lite_initiator_),
      config_accesses_(agenda, clock_, endpoint, registers_, parameters.cycles.register_read, 0),
      user_accesses_(agenda, clock_, endpoint, user_, parameters.cycles.axi_lite,
                     parameters.cycles.axi_lite) {
    namespace map = datasheet::xdma;
    add_channels(Channel::Direction::h2c, parameters.h2c_channels, write_arbiter_);
    add_channels(Channel::Direction::c2h, parameters.c2h_channels, read_arbiter_);
    registers_.place(map::target_irq_block, interrupts_);
    registers_.place(map::target_config_block, config_);
    registers_.place(map::target_sgdma_common, sgdma_common_);
    registers_.place_msix(msix_);
    register_statistics(statistics);
    endpoint_.attach(*this);
}

Xdma::~Xdma() = default;

void Xdma::add_channels(Channel::Direction direction, unsigned count, AxiArbiter& arbiter) {
    namespace map = datasheet::xdma;
    const bool h2c = direction == Channel::Direction::h2c;
    const std::uint32_t control_base = h2c ? map::target_h2c_channel : map::target_c2h_channel;
    const std::uint32_t sgdma_base = h2c ? map::target_h2c_sgdma : map::target_c2h_sgdma;
    const DataMover::Wiring wiring{agenda_, clock_,        requester_, parameters_,
                                   config_, mm_initiator_, arbiter};
    for (unsigned number = 0; number < count; ++number) {
        const auto source = static_cast<unsigned>(channels_.size());
        channels_.push_back(std::make_unique<Channel>(
            direction, number, wiring, sgdma_common_,
            [this, source](bool level) { interrupts_.set_channel_source(source, level); }));
        registers_.place(control_base + number * map::channel_stride, *channels_.back());
        registers_.place(sgdma_base + number * map::channel_stride, channels_.back()->sgdma());
    }
}

void Xdma::bar_write(unsigned bar, Bytes offset, std::span<const std::uint8_t> data) {
    if (bar == config_bar) {
        config_accesses_.write(offset, data);
    } else if (bar == user_bar) {
        user_accesses_.write(offset, data);
    } else {
        throw SimulationError("XDMA: write to BAR " + std::to_string(bar) + ", which it has not");
    }
}

void Xdma::bar_read(const pcie::BarRead& read) {
    if (read.bar == config_bar) {
        config_accesses_.read(read);
    } else if (read.bar == user_bar) {
        user_accesses_.read(read);
    } else {
        endpoint_.complete(read, {}, pcie::CompletionStatus::unsupported_request);
    }
}

void Xdma::describe_waits(std::vector<std::string>& lines) const {
    for (const auto& channel : channels_) {
        channel->describe_waits(lines);
    }
    messages_.describe_waits(lines);
    if (!user_accesses_.empty()) {
        lines.push_back("xdma.axi_lite: host accesses wait for AXI-Lite");
    }
}

}  // namespace lookaside::xdma
