// SPDX-License-Identifier: Apache-2.0
#include "models/soc/cpu_port.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"

namespace lookaside::soc {

CpuPort::CpuPort(const std::string& name, Agenda& agenda, const ClockDomain& clock, Timing timing)
    : socket(name.c_str()),
      agenda_(agenda),
      clock_(clock),
      timing_(timing),
      arrival_(agenda, AlarmPriority::arrival, [this] { arrive(); }) {
    socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
}

tlm::tlm_initiator_socket<>& CpuPort::add_device(const std::string& device, std::uint64_t base,
                                                 Bytes size) {
    Window& window = windows_.emplace_back((device + "_window").c_str(), base, size);
    window.socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    return window.socket;
}

tlm::tlm_sync_enum CpuPort::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                            tlm::tlm_phase& phase, sc_core::sc_time&) {
    Access access;
    if (phase != tlm::BEGIN_REQ || payload.get_data_length() != access.data.size()) {
        throw SimulationError(
            "a CPU's access to a device register is a word, and begins when it "
            "is made");
    }
    access.address = payload.get_address();
    access.is_write = payload.is_write();
    std::memcpy(access.data.data(), payload.get_data_ptr(), access.data.size());
    const bool posted = access.is_write && posted_ < timing_.posted_stores;
    if (posted) {
        ++posted_;
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    } else {
        access.answered = &payload;
        payload.acquire();
    }
    last_due_ =
        std::max(clock_.edge_after(agenda_.now(), timing_.request), last_due_ + clock_.period());
    access.due = last_due_;
    accesses_.push_back(access);
    if (!arrival_.is_armed()) {
        arrival_.arm(accesses_.front().due);
    }
    return posted ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
}

void CpuPort::arrive() {
    Access access = accesses_.pop_front();
    if (!accesses_.empty()) {
        arrival_.arm(accesses_.front().due);
    }
    const tlm::tlm_response_status status = reach(access);
    if (access.answered != nullptr) {
        answer(access, status);
        return;
    }
    --posted_;
    if (status != tlm::TLM_OK_RESPONSE) {
        throw SimulationError(
            fmt::format("a store to {:#x} reaches no device register", access.address));
    }
}

tlm::tlm_response_status CpuPort::reach(Access& access) {
    const auto window = std::ranges::find_if(windows_, [&](const Window& each) {
        return access.address >= each.base &&
               access.address - each.base + access.data.size() <= each.size;
    });
    if (window == windows_.end()) {
        return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    }
    to_device_.set_command(access.is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    to_device_.set_address(access.address - window->base);
    to_device_.set_data_ptr(access.data.data());
    to_device_.set_data_length(static_cast<unsigned>(access.data.size()));
    to_device_.set_streaming_width(static_cast<unsigned>(access.data.size()));
    to_device_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    sc_core::sc_time delay;
    window->socket->b_transport(to_device_, delay);
    return to_device_.get_response_status();
}

void CpuPort::answer(Access& access, tlm::tlm_response_status status) {
    tlm::tlm_generic_payload& payload = *access.answered;
    payload.set_response_status(status);
    std::memcpy(payload.get_data_ptr(), access.data.data(), access.data.size());
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay =
        to_sc_time(access.is_write ? Picoseconds{0} : clock_.span(timing_.answer));
    socket->nb_transport_bw(payload, phase, delay);
    payload.release();
}

}  // namespace lookaside::soc
