// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_mmio.h"

#include <cstring>
#include <exception>
#include <string>

#include <fmt/format.h>

#include "base/error.h"
#include "host/os/sim_core.h"

namespace lookaside::os {
namespace {

/// The core of a context is stalled for a scope.
class Stall {
  public:
    explicit Stall(Context& context) : context_(context) { context_.core().begin_stall(); }
    ~Stall() { context_.core().end_stall(context_); }
    Stall(const Stall&) = delete;
    Stall& operator=(const Stall&) = delete;

  private:
    Context& context_;
};

}  // namespace

BusAccess::BusAccess(tlm::tlm_mm_interface& owner) : tlm_generic_payload(&owner) {
    set_data_ptr(data.data());
    set_data_length(static_cast<unsigned>(data.size()));
    set_streaming_width(static_cast<unsigned>(data.size()));
}

BusAccess& BusAccessPool::make() {
    if (free_.empty()) {
        tlm::tlm_mm_interface& owner = *this;
        all_.push_back(std::make_unique<BusAccess>(owner));
        free_.push_back(all_.back().get());
    }
    BusAccess& access = *free_.back();
    free_.pop_back();
    access.acquire();
    return access;
}

void BusAccessPool::free(tlm::tlm_generic_payload* payload) {
    free_.push_back(&of(*payload));
}

MmioBus::MmioBus(const sc_core::sc_module_name& name, Agenda& agenda, CurrentContext& current)
    : sc_module(name), socket("socket"), agenda_(agenda), current_(current) {
    socket.bind(*this);
}

Context& MmioBus::caller(std::uint64_t address) const {
    if (current_.context == nullptr) {
        throw SimulationError(
            fmt::format("access to {:#x} outside of any thread or interrupt", address));
    }
    return *current_.context;
}

void MmioBus::stall(const std::function<void()>& operation) {
    Context& me = caller(0);
    std::exception_ptr failure;
    Alarm start(agenda_, AlarmPriority::process, [&] {
        sc_core::sc_spawn([&] {
            try {
                operation();
            } catch (...) {
                failure = std::current_exception();
            }
            me.core().answer_stall(me, Picoseconds{0});
        });
    });
    {
        const Stall stalled(me);
        start.arm_in(Picoseconds{0});
        me.core().await_answer(me);
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

std::uint32_t MmioBus::access(Context& me, tlm::tlm_command command, std::uint64_t address,
                              std::uint32_t value) {
    const Stall stalled(me);
    BusAccess& access = accesses_.make();
    access.set_command(command);
    access.set_address(address);
    access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    std::memcpy(access.data.data(), &value, sizeof value);  // both sides are little endian
    access.initiator = &me;
    access.answered = false;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    if (socket->nb_transport_fw(access, phase, delay) != tlm::TLM_COMPLETED) {
        while (!access.answered) {
            me.core().await_answer(me);
        }
    } else if (delay != sc_core::SC_ZERO_TIME) {
        me.core().answer_stall(me, to_sim_time(delay));
        me.core().await_answer(me);
    }
    const bool failed = access.is_response_error();
    const std::string response = failed ? access.get_response_string() : std::string();
    std::memcpy(&value, access.data.data(), sizeof value);
    access.release();
    if (failed) {
        throw SimulationError(fmt::format("{} of device register {:#x} failed: {}",
                                          command == tlm::TLM_READ_COMMAND ? "read" : "write",
                                          address, response));
    }
    return value;
}

std::uint32_t MmioBus::read32(std::uint64_t address) {
    Context& me = caller(address);
    me.spend(me.core().profile().price(Cost::mmio_read));
    const std::uint32_t value = access(me, tlm::TLM_READ_COMMAND, address, 0);
    me.core().flush();  // takes the interrupts that came meanwhile
    return value;
}

void MmioBus::write32(std::uint64_t address, std::uint32_t value) {
    Context& me = caller(address);
    me.spend(me.core().profile().price(Cost::mmio_write));
    access(me, tlm::TLM_WRITE_COMMAND, address, value);
    me.core().flush();
}

/// The answer, whose end this end signals by the return value at once.
tlm::tlm_sync_enum MmioBus::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                            tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_RESP) {
        return tlm::TLM_ACCEPTED;
    }
    BusAccess& access = BusAccessPool::of(payload);
    access.answered = true;
    access.initiator->core().answer_stall(*access.initiator, to_sim_time(delay));
    return tlm::TLM_COMPLETED;
}

void MmioBus::invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) {}

std::uint64_t SimMmio::address(Bytes offset) const {
    if (offset % 4 != 0 || offset + 4 > size_) {
        throw SimulationError(
            fmt::format("access to register {:#x} of a window of {:#x} bytes", offset, size_));
    }
    return base_ + offset;
}

}  // namespace lookaside::os
