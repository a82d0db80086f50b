// SPDX-License-Identifier: Apache-2.0
// A root complex, a link, an endpoint and host memory, with a scripted device and a scripted CPU.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/memory/host_memory.h"
#include "models/pcie/endpoint_core.h"
#include "models/pcie/link.h"
#include "models/pcie/protocol_checker.h"
#include "models/pcie/root_complex.h"

namespace lookaside::pcie::test {

/// Registers of 4 KB in BAR 0 that keep what is written, and a log of what the device saw.
class ScriptedDevice : public FunctionLogic {
  public:
    struct Piece {
        ReadTag tag;
        Bytes offset;
        std::vector<std::uint8_t> data;
        bool last;
        SimTime at;
    };

    explicit ScriptedDevice(Endpoint& endpoint) : endpoint_(endpoint), registers(4096) {
        endpoint.attach(*this);
    }

    void bar_write(unsigned bar, Bytes offset, std::span<const std::uint8_t> data) override {
        writes.push_back({bar, offset, {data.begin(), data.end()}, sim_now()});
        std::copy(data.begin(), data.end(),
                  registers.begin() + static_cast<std::ptrdiff_t>(offset));
        if (on_write) {
            on_write(offset);
        }
    }
    void bar_read(const BarRead& read) override {
        if (on_read) {
            on_read(read);
        }
        endpoint_.complete(read, std::span(registers).subspan(read.offset, read.length));
    }
    void read_data(ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                   bool last) override {
        pieces.push_back({tag, offset, {data.begin(), data.end()}, last, sim_now()});
        if (on_piece) {
            on_piece(pieces.back());
        }
    }
    void read_failed(ReadTag, CompletionStatus status) override { failures.push_back(status); }
    void transmit_ready() override {
        if (on_ready) {
            on_ready();
        }
    }

  private:
    Endpoint& endpoint_;

  public:
    struct Write {
        unsigned bar;
        Bytes offset;
        std::vector<std::uint8_t> data;
        SimTime at;
    };
    std::vector<std::uint8_t> registers;
    std::vector<Write> writes;
    std::vector<Piece> pieces;
    std::vector<CompletionStatus> failures;
    std::function<void(Bytes)> on_write;
    std::function<void(const BarRead&)> on_read;
    std::function<void(const Piece&)> on_piece;
    std::function<void()> on_ready;
};

struct SystemOptions {
    LinkParameters link;
    EndpointParameters endpoint = [] {
        EndpointParameters parameters;
        parameters.function.bars[0] = {4096, false, false};
        parameters.function.bars[2] = {64 * 1024, true, true};
        parameters.function.msi_vectors = 4;
        parameters.function.msix = {8, 2, 0x8000, 0x8FE0};
        parameters.function.max_payload_supported = 4096;
        return parameters;
    }();
    RootComplexParameters root;
    EnumerationOptions enumeration;
    Picoseconds memory_latency = 100_ns;
    FaultPlan upstream_faults;
    FaultPlan downstream_faults;
};

class TestSystem : public sc_core::sc_module, public InterruptSink {
  public:
    explicit TestSystem(const SystemOptions& options = {}, sc_core::sc_module_name name = "system")
        : sc_module(name),
          agenda("agenda"),
          link("link", agenda, options.link, statistics, options.upstream_faults,
               options.downstream_faults),
          root("root_complex", agenda, pool, options.link.max_payload_size, options.root),
          endpoint("endpoint", agenda, pool, options.link, options.endpoint),
          memory("memory", options.memory_latency),
          device(endpoint),
          enumeration_(options.enumeration) {
        root.to_link.bind(link.root.transmit);
        link.root.receive.bind(root.from_link);
        endpoint.to_link.bind(link.device.transmit);
        link.device.receive.bind(endpoint.from_link);
        root.memory.bind(memory.socket);
        stub_.bind(root.cpu);
        root.set_interrupt_sink(*this);
        SC_HAS_PROCESS(TestSystem);
        SC_THREAD(run_cpu);
    }

    /// Runs enumeration and then `cpu` in an SC_THREAD, until nothing happens any more or `limit`.
    void run(std::function<void()> cpu, Picoseconds limit = 1_ms) {
        cpu_ = std::move(cpu);
        sc_core::sc_start(to_sc_time(limit));
    }
    void interrupt_message(std::uint32_t data) override {
        interrupts.push_back(data);
        if (on_interrupt) {
            on_interrupt();
        }
    }
    std::uint64_t bar(unsigned index) const {
        for (const auto& bar : function.bars) {
            if (bar.index == index) {
                return bar.address;
            }
        }
        return 0;
    }

  private:
    void run_cpu() {
        function = root.enumerate(enumeration_);
        cpu_();
        finished = true;
    }

    struct CpuStub : tlm::tlm_initiator_socket<64>, tlm::tlm_bw_transport_if<> {
        CpuStub() { bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this)); }
        using tlm::tlm_initiator_socket<64>::bind;
        tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                           sc_core::sc_time&) override {
            return tlm::TLM_COMPLETED;
        }
        void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
    };

  public:
    TlpPool pool;
    StatisticsRegistry statistics;
    Agenda agenda;
    Link link;
    RootComplex root;
    EndpointCore endpoint;
    memory::HostMemory memory;
    ScriptedDevice device;
    EnumeratedFunction function;
    std::vector<std::uint32_t> interrupts;
    std::function<void()> on_interrupt;
    bool finished = false;

  private:
    EnumerationOptions enumeration_;
    CpuStub stub_;
    std::function<void()> cpu_;
};

inline std::vector<std::uint8_t> pattern(std::size_t size, std::uint8_t first = 1) {
    std::vector<std::uint8_t> data(size);
    for (std::size_t i = 0; i < size; ++i) {
        data[i] = static_cast<std::uint8_t>(first + i * 7);
    }
    return data;
}

}  // namespace lookaside::pcie::test
