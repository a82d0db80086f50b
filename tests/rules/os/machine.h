// SPDX-License-Identifier: Apache-2.0
// A simulated kernel with chosen prices, and a device that can interrupt it, for the rules of the
// OS.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "host/os/sim_kernel.h"
#include "models/base/agenda.h"

namespace lookaside::os::test {

/// Everything is free unless a price is named here.
inline CpuProfile profile(unsigned cores,
                          std::initializer_list<std::pair<Cost, Picoseconds>> prices) {
    CpuProfile cpu;
    cpu.name = "test";
    cpu.frequency = Hertz{1'000'000'000};
    cpu.cores = cores;
    cpu.cstate_entry = Picoseconds{INT64_MAX / 2};
    for (const auto& [cost, price] : prices) {
        cpu.prices[static_cast<std::size_t>(cost)].each = price;
    }
    return cpu;
}

/// Registers behind a bus with a round-trip time; stores are taken at once.
class RegisterDevice : public sc_core::sc_module {
  public:
    explicit RegisterDevice(const sc_core::sc_module_name& name)
        : sc_module(name), socket("socket"), words(0x2000, 0) {
        socket.register_b_transport(this, &RegisterDevice::access);
    }
    tlm_utils::simple_target_socket<RegisterDevice, 64> socket;
    Picoseconds round_trip{0};
    std::vector<std::uint32_t> words;  // by address / 4 from `base`
    std::vector<std::pair<std::uint64_t, SimTime>> writes;
    static constexpr std::uint64_t base = 0xE000'0000;

  private:
    void access(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
        std::uint32_t& word = words.at((payload.get_address() - base) / 4);
        auto* data = reinterpret_cast<std::uint32_t*>(payload.get_data_ptr());
        if (payload.is_read()) {
            sc_core::wait(to_sc_time(round_trip));
            *data = word;
        } else {
            word = *data;
            writes.emplace_back(payload.get_address(), sim_now());
        }
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
};

/// Where the root complex would be on the memory's side; TLM wants every socket bound.
class MemoryPort : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
  public:
    explicit MemoryPort(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
        socket.bind(*this);
    }
    tlm::tlm_initiator_socket<64> socket;

  private:
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                       sc_core::sc_time&) override {
        return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

/// The kernel under test with one PCI function whose BAR 0 is `device`.
class Machine {
  public:
    explicit Machine(CpuProfile cpu) : kernel(cpu, agenda, memory, statistics), device("device") {
        kernel.mmio_socket().bind(device.socket);
        memory_port.socket.bind(memory.socket);
        PciFunction function;
        function.name = "card";
        function.bars = {{RegisterDevice::base, 0x4000}};
        function.msix_table_offset = msix_table;
        function.msix_vectors = 8;
        function.enable_msix = [this] { msix_enabled = true; };
        pci = &kernel.add_pci_device(function);
    }
    static constexpr Bytes msix_table = 0x1000;

    /// Starts a thread whose body takes nothing.
    KThread& thread(std::string_view name, std::optional<CpuId> cpu, std::function<void()> body) {
        threads.push_back(
            kernel.run_kthread(name, cpu, [body = std::move(body)](KThread&) { body(); }));
        return *threads.back();
    }
    /// The time is 1 ns of computing each.
    void compute(std::uint64_t nanoseconds) { kernel.spend(Cost::list_operation, nanoseconds); }
    /// Calls `action` from outside the CPU at a time.
    void at(SimTime time, std::function<void()> action) {
        alarms.push_back(
            std::make_unique<Alarm>(agenda, AlarmPriority::software, std::move(action)));
        alarms.back()->arm(time);
    }
    /// Registers a handler for vector 0.. in turn; to be called by a thread.
    void on_interrupt(CpuId cpu, std::function<void()> handler) {
        if (next_vector == 0) {
            pci->alloc_irq_vectors(8);
        }
        pci->request_irq(next_vector++, "test", cpu, [handler = std::move(handler)] {
            handler();
            return IrqReturn::handled;
        });
    }
    /// Sends the message of a vector, as the device would.
    void raise(unsigned vector) { kernel.interrupt_message(first_irq + vector); }
    void raise_at(SimTime time, unsigned vector) {
        at(time, [this, vector] { raise(vector); });
    }
    /// Runs until nothing more happens.
    void run() { sc_core::sc_start(); }

    /// A statistic so far: time a core was used in a way, or a count.
    Picoseconds time_of(const std::string& core, const std::string& use) {
        return Picoseconds{static_cast<std::int64_t>(count_of(core + ".time." + use))};
    }
    std::uint64_t count_of(const std::string& name) {
        std::vector<Statistic> values;
        std::vector<ResourceUsage> resources;
        statistics.collect(sim_now(), values, resources);
        const auto found = std::find_if(values.begin(), values.end(),
                                        [&](const Statistic& value) { return value.name == name; });
        if (found == values.end()) {
            throw std::out_of_range("no statistic " + name);
        }
        return std::get<std::uint64_t>(found->value);
    }

    static constexpr std::uint32_t first_irq = 32;

    Agenda agenda{"agenda"};
    memory::HostMemory memory{"memory", 0_ns};
    MemoryPort memory_port{"memory_port"};
    StatisticsRegistry statistics;
    SimKernel kernel;
    RegisterDevice device;
    PciDevice* pci = nullptr;
    bool msix_enabled = false;
    unsigned next_vector = 0;
    std::vector<std::unique_ptr<KThread>> threads;
    std::vector<std::unique_ptr<Alarm>> alarms;
};

/// Price that makes Machine::compute() count nanoseconds.
inline constexpr std::pair<Cost, Picoseconds> compute_price{Cost::list_operation, 1_ns};

}  // namespace lookaside::os::test
