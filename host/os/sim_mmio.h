// SPDX-License-Identifier: Apache-2.0
// Device registers as a core reaches them: loads stall it, stores are posted.
#pragma once

#include <cstdint>

#include "host/os/kernel.h"
#include "host/os/sim_context.h"
#include "models/base/systemc.h"

namespace lookaside::os {

/// The cores' way to the root complex: one TLM base-protocol initiator, shared by all cores. Every
/// access is a b_transport() in the context of the calling core, which is stalled until it returns
/// (at once for a posted store, unless the root complex has no room).
class MmioBus : public sc_core::sc_module,
                private tlm::tlm_bw_transport_if<tlm::tlm_base_protocol_types> {
  public:
    MmioBus(const sc_core::sc_module_name& name, CurrentContext& current);

    tlm::tlm_initiator_socket<64> socket;

    std::uint32_t read32(std::uint64_t address);
    void write32(std::uint64_t address, std::uint32_t value);
    /// Runs another operation of a core on the bus that may wait, for example a config write.
    void stall(const std::function<void()>& operation);

  private:
    void access(tlm::tlm_command command, std::uint64_t address, std::uint32_t& value);
    Context& caller(std::uint64_t address) const;
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& time) override;
    void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) override;

    CurrentContext& current_;
};

/// One BAR, mapped.
class SimMmio : public Mmio {
  public:
    SimMmio(MmioBus& bus, std::uint64_t base, Bytes size) : bus_(bus), base_(base), size_(size) {}
    std::uint32_t read32(Bytes offset) override { return bus_.read32(address(offset)); }
    void write32(Bytes offset, std::uint32_t value) override {
        bus_.write32(address(offset), value);
    }

  private:
    /// Throws SimulationError if the access leaves the window.
    std::uint64_t address(Bytes offset) const;

    MmioBus& bus_;
    std::uint64_t base_;
    Bytes size_;
};

}  // namespace lookaside::os
