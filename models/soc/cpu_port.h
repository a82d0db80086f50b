// SPDX-License-Identifier: Apache-2.0
// CPUs' accesses to the registers of the devices on a SoC's bus.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>

#include "base/units.h"
#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/base/ring.h"
#include "models/base/systemc.h"

namespace lookaside::soc {

/// Takes nb_transport from modelled CPUs, 32 bits at a time. Accesses reach the devices in the
/// order in which they were made, whoever made them. A store is posted and done at once
/// (TLM_COMPLETED) unless as many as may be are under way; a load, and a store that had to wait,
/// are answered with BEGIN_RESP, which the CPU ends by returning TLM_COMPLETED. A device gets
/// b_transport at the time of the access and must not wait.
class CpuPort : private tlm::tlm_fw_transport_if<>, private tlm::tlm_bw_transport_if<> {
  public:
    struct Timing {
        Cycles request;  // until an access reaches its device
        Cycles answer;   // until a loaded word is back
        unsigned posted_stores;
    };

    CpuPort(const std::string& name, Agenda& agenda, const ClockDomain& clock, Timing timing);

    tlm::tlm_target_socket<64> socket;

    /// A socket for a device with registers at `base`, which it sees at address 0. Before the
    /// simulation starts.
    tlm::tlm_initiator_socket<>& add_device(const std::string& device, std::uint64_t base,
                                            Bytes size);

  private:
    struct Window : sc_core::sc_module {
        Window(const sc_core::sc_module_name& module_name, std::uint64_t window_base,
               Bytes window_size)
            : sc_module(module_name), base(window_base), size(window_size), socket("socket") {}
        std::uint64_t base;
        Bytes size;
        tlm::tlm_initiator_socket<> socket;
    };
    struct Access {
        tlm::tlm_generic_payload* answered = nullptr;  // none: posted
        std::uint64_t address = 0;
        std::array<std::uint8_t, 4> data{};
        bool is_write = false;
        SimTime due{0};
    };

    void arrive();
    tlm::tlm_response_status reach(Access& access);
    void answer(Access& access, tlm::tlm_response_status status);

    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) override {
        payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                       sc_core::sc_time&) override {
        return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

    Agenda& agenda_;
    const ClockDomain clock_;
    const Timing timing_;
    std::deque<Window> windows_;
    Ring<Access> accesses_;
    unsigned posted_ = 0;
    SimTime last_due_{0};
    Alarm arrival_;
    tlm::tlm_generic_payload to_device_;
};

}  // namespace lookaside::soc
