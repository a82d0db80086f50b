// SPDX-License-Identifier: Apache-2.0
// An XDMA between a fake endpoint and two AXI memories, and a driver's few moves on it.
#pragma once

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "datasheets/xdma.h"
#include "models/xdma/xdma.h"
#include "tests/support/fake_endpoint.h"

namespace lookaside::test {

namespace ds = datasheet::xdma;

/// An AXI slave with memory that remembers its accesses.
class AxiMemory : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
  public:
    struct Access {
        bool is_write;
        std::uint64_t address;
        Bytes length;
        Bytes streaming_width;
        SimTime first_beat;
    };

    AxiMemory(const sc_core::sc_module_name& name, Bytes size)
        : sc_module(name), socket("socket"), bytes(size) {
        socket.bind(*this);
    }

    tlm::tlm_target_socket<> socket;
    std::vector<std::uint8_t> bytes;
    std::vector<Access> accesses;
    std::optional<tlm::tlm_response_status> failure;  // of every access
    Picoseconds wait_states{0};                       // added to every access

  private:
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override {
        const auto address = payload.get_address();
        const Bytes length = payload.get_data_length();
        accesses.push_back({payload.is_write(), address, length, payload.get_streaming_width(),
                            sim_now() + to_sim_time(delay)});
        if (failure) {
            payload.set_response_status(*failure);
            return;
        }
        if (address + length > bytes.size()) {
            payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            return;
        }
        std::uint8_t* const cells = bytes.data() + address;
        if (payload.is_write()) {
            std::memcpy(cells, payload.get_data_ptr(), length);
        } else {
            std::memcpy(payload.get_data_ptr(), cells, length);
        }
        delay += to_sc_time(wait_states);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                       sc_core::sc_time&) override {
        return tlm::TLM_COMPLETED;
    }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
};

enum class Way : std::uint8_t { h2c, c2h };

struct XdmaBench {
    explicit XdmaBench(const FakeEndpoint::Settings& settings = {},
                       const xdma::Parameters& parameters = {})
        : endpoint(agenda, settings), dma("xdma", parameters, agenda, endpoint, statistics) {
        dma.axi_mm.bind(card.socket);
        dma.axi_lite.bind(registers.socket);
        Random random(1);
        random.fill(endpoint.memory);
        random.fill(card.bytes);
    }

    Agenda agenda{"agenda"};
    StatisticsRegistry statistics;
    FakeEndpoint endpoint;
    xdma::Xdma dma;
    AxiMemory card{"card", 256 * 1024};
    AxiMemory registers{"registers", 0x2000};

    static constexpr std::uint32_t everything = 0x00FF'FE7E;  // all ie_ bits

    void run_for(Picoseconds time) { sc_core::sc_start(to_sc_time(time)); }

    // Register access by block and channel.
    static std::uint32_t at(std::uint32_t target, unsigned channel, std::uint32_t offset) {
        return target + channel * ds::channel_stride + offset;
    }
    static std::uint32_t control_base(Way way) {
        return way == Way::h2c ? ds::target_h2c_channel : ds::target_c2h_channel;
    }
    static std::uint32_t sgdma_base(Way way) {
        return way == Way::h2c ? ds::target_h2c_sgdma : ds::target_c2h_sgdma;
    }
    void write(std::uint32_t offset, std::uint32_t value) {
        endpoint.host_write(xdma::Xdma::config_bar, offset, value);
    }
    std::uint32_t read(std::uint32_t offset) {
        return endpoint.host_read(xdma::Xdma::config_bar, offset);
    }
    void write_channel(Way way, unsigned channel, std::uint32_t offset, std::uint32_t value) {
        write(at(control_base(way), channel, offset), value);
    }
    std::uint32_t read_channel(Way way, unsigned channel, std::uint32_t offset) {
        return read(at(control_base(way), channel, offset));
    }
    std::uint32_t status(Way way, unsigned channel = 0) {
        return read_channel(way, channel, ds::channel::status);
    }

    /// Puts a descriptor into host memory.
    void put(std::uint64_t where, const ds::Descriptor& descriptor) {
        std::memcpy(endpoint.memory.data() + where, &descriptor, sizeof descriptor);
    }
    static ds::Descriptor descriptor(std::uint64_t source, std::uint64_t destination,
                                     std::uint32_t length, std::uint32_t flags,
                                     std::uint64_t next = 0, std::uint32_t next_adjacent = 0) {
        ds::Descriptor d;
        d.control = ds::descriptor::magic | next_adjacent << ds::descriptor::adjacent_shift | flags;
        d.length = length;
        d.src_lo = static_cast<std::uint32_t>(source);
        d.dst_lo = static_cast<std::uint32_t>(destination);
        d.next_lo = static_cast<std::uint32_t>(next);
        return d;
    }
    static constexpr std::uint32_t last = ds::descriptor::stop | ds::descriptor::completed;

    void start(Way way, std::uint64_t list, std::uint32_t adjacent = 0, unsigned channel = 0,
               std::uint32_t control = everything) {
        write(at(sgdma_base(way), channel, ds::sgdma::first_descriptor_lo),
              static_cast<std::uint32_t>(list));
        write(at(sgdma_base(way), channel, ds::sgdma::first_descriptor_hi), 0);
        write(at(sgdma_base(way), channel, ds::sgdma::first_descriptor_adjacent), adjacent);
        write_channel(way, channel, ds::channel::control, control | ds::control::run);
    }
    void stop(Way way, unsigned channel = 0) {
        write_channel(way, channel, ds::channel::control_w1c, ds::control::run);
    }
    /// One descriptor at `list` that moves `length` bytes, with Stop and Completed.
    void transfer(Way way, std::uint64_t source, std::uint64_t destination, std::uint32_t length,
                  unsigned channel = 0, std::uint64_t list = 0x1000,
                  std::uint32_t control = everything) {
        put(list, descriptor(source, destination, length, last));
        start(way, list, 0, channel, control);
    }
    bool same(std::uint64_t host, std::uint64_t axi, Bytes length) const {
        return std::equal(endpoint.memory.begin() + static_cast<std::ptrdiff_t>(host),
                          endpoint.memory.begin() + static_cast<std::ptrdiff_t>(host + length),
                          card.bytes.begin() + static_cast<std::ptrdiff_t>(axi));
    }

    // Interrupts: channel n's vector is n, user n's vector is 8 + n.
    void program_msix(unsigned vector, bool masked = false) {
        const std::uint32_t entry = ds::target_msix + vector * ds::msix::entry_bytes;
        write(entry + 0, static_cast<std::uint32_t>(FakeEndpoint::message_address));
        write(entry + 4, 0);
        write(entry + 8, 0x100 + vector);
        write(entry + 12, masked ? 1 : 0);
    }
    void enable_channel_interrupt(Way way, unsigned channel, unsigned source,
                                  std::uint32_t mask = everything) {
        program_msix(source);
        const std::uint32_t word =
            ds::target_irq_block + ds::irq_block::channel_vector_number + source / 4 * 4;
        write(word, read(word) | source << (8 * (source % 4)));
        write(ds::target_irq_block + ds::irq_block::channel_interrupt_enable_w1s, 1U << source);
        write_channel(way, channel, ds::channel::interrupt_enable_mask, mask);
    }
    std::vector<std::uint32_t> message_data() const {
        std::vector<std::uint32_t> result;
        for (const auto& message : endpoint.messages) {
            std::uint32_t data = 0;
            std::memcpy(&data, message.data.data(), sizeof data);
            result.push_back(data);
        }
        return result;
    }
};

}  // namespace lookaside::test
