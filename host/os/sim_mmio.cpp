// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_mmio.h"

#include <array>
#include <cstring>

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

MmioBus::MmioBus(const sc_core::sc_module_name& name, CurrentContext& current)
    : sc_module(name), socket("socket"), current_(current) {
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
    const Stall stalled(caller(0));
    operation();
}

void MmioBus::access(tlm::tlm_command command, std::uint64_t address, std::uint32_t& value) {
    std::array<unsigned char, sizeof value> data;
    std::memcpy(data.data(), &value, sizeof value);  // both sides are little endian
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(data.size());
    payload.set_streaming_width(data.size());
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    if (delay != sc_core::SC_ZERO_TIME) {
        sc_core::wait(delay);
    }
    if (payload.is_response_error()) {
        throw SimulationError(fmt::format("{} of device register {:#x} failed: {}",
                                          command == tlm::TLM_READ_COMMAND ? "read" : "write",
                                          address, payload.get_response_string()));
    }
    std::memcpy(&value, data.data(), sizeof value);
}

std::uint32_t MmioBus::read32(std::uint64_t address) {
    Context& me = caller(address);
    me.spend(me.core().profile().price(Cost::mmio_read));
    std::uint32_t value = 0;
    {
        const Stall stalled(me);
        access(tlm::TLM_READ_COMMAND, address, value);
    }
    me.core().flush();  // takes the interrupts that came meanwhile
    return value;
}

void MmioBus::write32(std::uint64_t address, std::uint32_t value) {
    Context& me = caller(address);
    me.spend(me.core().profile().price(Cost::mmio_write));
    {
        const Stall stalled(me);
        access(tlm::TLM_WRITE_COMMAND, address, value);
    }
    me.core().flush();
}

tlm::tlm_sync_enum MmioBus::nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                            sc_core::sc_time&) {
    throw SimulationError("the cores' bus makes blocking accesses only");
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
