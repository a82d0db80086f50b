// SPDX-License-Identifier: Apache-2.0
// Memory that devices reach: registered regions of a bus address space.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "models/base/systemc.h"

namespace lookaside::memory {

/// A TLM-2.0 target for DMA. Every byte belongs to a region that somebody registered, backed by
/// that owner's memory or by the model's own. An access that is not wholly inside one region
/// throws SimulationError naming address and length, as an IOMMU fault would stop a real driver.
class HostMemory : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
  public:
    /// `latency` is annotated to every TLM access. Bus addresses are given from `base` upwards.
    HostMemory(const sc_core::sc_module_name& name, Picoseconds latency,
               std::uint64_t base = 0x1'0000'0000);

    tlm::tlm_target_socket<64> socket;

    /// Makes `memory` reachable and returns its bus address, a multiple of `alignment` (a power of
    /// two). The span must stay valid until remove_region().
    std::uint64_t add_region(std::span<std::uint8_t> memory, Bytes alignment = 4096);
    /// The same for zeroed memory of the model's own, which lives as long as the model.
    std::uint64_t allocate(Bytes size, Bytes alignment = 4096);
    /// Ends a region; `address` is what add_region() returned. Its addresses are not used again.
    void remove_region(std::uint64_t address);

    /// Direct access, without time. Throw as the class says.
    void read(std::uint64_t address, std::span<std::uint8_t> data) const;
    void write(std::uint64_t address, std::span<const std::uint8_t> data);
    /// The memory behind an address range.
    std::span<std::uint8_t> at(std::uint64_t address, Bytes length) const;
    bool contains(std::uint64_t address, Bytes length) const {
        return find(address, length) != nullptr;
    }

  private:
    struct Region {
        std::uint64_t address = 0;
        std::span<std::uint8_t> memory;
    };

    const Region* find(std::uint64_t address, Bytes length) const;

    void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) override;
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& access, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    bool get_direct_mem_ptr(tlm::tlm_generic_payload& access, tlm::tlm_dmi& dmi) override;
    unsigned transport_dbg(tlm::tlm_generic_payload& access) override;

    const sc_core::sc_time latency_;
    std::uint64_t next_;
    std::map<std::uint64_t, Region> regions_;  // by address
    std::vector<std::vector<std::uint8_t>> storage_;
    mutable const Region* last_hit_ = nullptr;
};

}  // namespace lookaside::memory
