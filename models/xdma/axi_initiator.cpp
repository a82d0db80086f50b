// SPDX-License-Identifier: Apache-2.0
// An AXI master port as a TLM base-protocol initiator.
#include "models/xdma/axi_initiator.h"

namespace lookaside::xdma {

AxiResponse AxiInitiator::write(std::uint64_t address, std::span<const std::uint8_t> data,
                                Bytes streaming_width, Picoseconds& delay) {
    // TLM has one pointer for both directions; a target does not write through it on a write.
    return transport(tlm::TLM_WRITE_COMMAND, address, const_cast<std::uint8_t*>(data.data()),
                     data.size(), streaming_width, delay);
}

AxiResponse AxiInitiator::read(std::uint64_t address, std::span<std::uint8_t> data,
                               Bytes streaming_width, Picoseconds& delay) {
    return transport(tlm::TLM_READ_COMMAND, address, data.data(), data.size(), streaming_width,
                     delay);
}

AxiResponse AxiInitiator::transport(tlm::tlm_command command, std::uint64_t address,
                                    std::uint8_t* data, Bytes length, Bytes streaming_width,
                                    Picoseconds& delay) {
    payload_.set_command(command);
    payload_.set_address(address);
    payload_.set_data_ptr(data);
    payload_.set_data_length(static_cast<unsigned>(length));
    payload_.set_streaming_width(static_cast<unsigned>(streaming_width));
    payload_.set_byte_enable_ptr(nullptr);
    payload_.set_dmi_allowed(false);
    payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    sc_core::sc_time time = to_sc_time(delay);
    socket_->b_transport(payload_, time);
    delay = to_sim_time(time);
    switch (payload_.get_response_status()) {
        case tlm::TLM_OK_RESPONSE:
            return AxiResponse::okay;
        case tlm::TLM_ADDRESS_ERROR_RESPONSE:
            return AxiResponse::decode_error;
        default:
            return AxiResponse::slave_error;
    }
}

}  // namespace lookaside::xdma
