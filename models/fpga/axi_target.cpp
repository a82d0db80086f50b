// SPDX-License-Identifier: Apache-2.0
// An AXI slave port as a TLM base-protocol target that answers at once.
#include "models/fpga/axi_target.h"

namespace lookaside::fpga {

void AxiTarget::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    if (payload.get_byte_enable_ptr() != nullptr) {
        payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        return;
    }
    const AxiAccess access{payload.is_write(), payload.get_address(),
                           std::span(payload.get_data_ptr(), payload.get_data_length()),
                           payload.get_streaming_width(), agenda_.now() + to_sim_time(delay)};
    switch (serve_(access)) {
        case xdma::AxiResponse::okay:
            payload.set_response_status(tlm::TLM_OK_RESPONSE);
            break;
        case xdma::AxiResponse::decode_error:
            payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            break;
        case xdma::AxiResponse::slave_error:
            payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
            break;
    }
}

}  // namespace lookaside::fpga
