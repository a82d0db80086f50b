// SPDX-License-Identifier: Apache-2.0
// Device registers as a core reaches them: loads stall it, stores are posted.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/os/kernel.h"
#include "host/os/sim_context.h"
#include "models/base/agenda.h"
#include "models/base/systemc.h"

namespace lookaside::os {

/// One access of a core, from its request to its answer.
class BusAccess : public tlm::tlm_generic_payload {
  public:
    explicit BusAccess(tlm::tlm_mm_interface& owner);

    std::array<unsigned char, 4> data{};
    Context* initiator = nullptr;
    bool answered = false;
};

/// Recycles accesses; there are never more than cores.
class BusAccessPool : private tlm::tlm_mm_interface {
  public:
    /// An access that its first holder, the caller, has to release().
    BusAccess& make();
    /// The access that a payload of this pool is.
    static BusAccess& of(tlm::tlm_generic_payload& payload) {
        return static_cast<BusAccess&>(payload);
    }

  private:
    void free(tlm::tlm_generic_payload* payload) override;

    std::vector<std::unique_ptr<BusAccess>> all_;
    std::vector<BusAccess*> free_;
};

/// The cores' way to the root complex: one TLM base-protocol initiator, shared by all cores. The
/// core of the calling context is stalled until the access is answered: at once for a posted
/// store, unless the root complex has no room.
class MmioBus : public sc_core::sc_module,
                private tlm::tlm_bw_transport_if<tlm::tlm_base_protocol_types> {
  public:
    MmioBus(const sc_core::sc_module_name& name, Agenda& agenda, CurrentContext& current);

    tlm::tlm_initiator_socket<64> socket;

    std::uint32_t read32(std::uint64_t address);
    void write32(std::uint64_t address, std::uint32_t value);
    /// Runs another operation of a core on the bus, for example a config write. It may wait as a
    /// process of SystemC's: it gets one of its own, and starts when the kernel's clock is there.
    void stall(const std::function<void()>& operation);

  private:
    std::uint32_t access(Context& me, tlm::tlm_command command, std::uint64_t address,
                         std::uint32_t value);
    Context& caller(std::uint64_t address) const;
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) override;

    Agenda& agenda_;
    CurrentContext& current_;
    BusAccessPool accesses_;
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
