// SPDX-License-Identifier: Apache-2.0
// Where a master of the SoC bus plugs in: one burst in its address phase at a time.
#pragma once

#include <functional>
#include <string>

#include "models/base/systemc.h"

namespace lookaside::soc {

/// TLM-2.0 base protocol, non-blocking. A burst is END_REQ when the bus has granted it, after which
/// the next may begin, and BEGIN_RESP when its last beat has moved; the master ends it by returning
/// TLM_COMPLETED. The delay that BEGIN_RESP carries is the memory's, of a write.
class MasterPort : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
  public:
    using Request = std::function<void(tlm::tlm_generic_payload&)>;

    MasterPort(const sc_core::sc_module_name& module_name, Request request)
        : sc_module(module_name), socket("socket"), request_(std::move(request)) {
        socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    }

    tlm::tlm_target_socket<> socket;

    void signal(tlm::tlm_generic_payload& burst, const tlm::tlm_phase& what, Picoseconds delay) {
        tlm::tlm_phase phase = what;
        sc_core::sc_time time = to_sc_time(delay);
        socket->nb_transport_bw(burst, phase, time);
    }

  private:
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& burst, tlm::tlm_phase&,
                                       sc_core::sc_time&) override {
        request_(burst);
        return tlm::TLM_ACCEPTED;
    }
    /// Masters of this bus do not wait, so nothing blocks.
    void b_transport(tlm::tlm_generic_payload& burst, sc_core::sc_time&) override {
        burst.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }

    Request request_;
};

}  // namespace lookaside::soc
