// SPDX-License-Identifier: Apache-2.0
// An AXI slave port as a TLM base-protocol target that answers at once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/units.h"
#include "models/base/agenda.h"
#include "models/base/systemc.h"
#include "models/xdma/axi_initiator.h"

namespace lookaside::fpga {

/// One access as a slave sees it.
struct AxiAccess {
    bool is_write;
    std::uint64_t address;
    std::span<std::uint8_t> data;
    Bytes streaming_width;  // below data.size(): the address repeats after this many bytes
    SimTime first_beat;     // when the first beat moves
};

/// Hands accesses to `serve`, which must not wait. Without wait states of its own: the master
/// knows the time that its beats take.
class AxiTarget : private tlm::tlm_fw_transport_if<> {
  public:
    using Serve = std::function<xdma::AxiResponse(const AxiAccess&)>;

    AxiTarget(tlm::tlm_target_socket<>& socket, const Agenda& agenda, Serve serve)
        : agenda_(agenda), serve_(std::move(serve)) {
        socket.bind(*this);
    }

  private:
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                                       sc_core::sc_time& delay) override {
        b_transport(payload, delay);
        return tlm::TLM_COMPLETED;
    }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }

    const Agenda& agenda_;
    Serve serve_;
};

}  // namespace lookaside::fpga
