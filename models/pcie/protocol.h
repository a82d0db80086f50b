// SPDX-License-Identifier: Apache-2.0
// TLM-2.0 protocol between a transaction layer and its link port: payload Tlp, four phases.
//
// Towards the wire (transaction layer initiates):
//   BEGIN_REQ   here is a TLP. Return TLM_COMPLETED: it is in the transmit queue.
//               TLM_ACCEPTED: the queue of its class (posted, non-posted, completion) is full; the
//               port holds the TLP and no other of that class may be offered until
//   END_REQ     (backward) it is in the queue.
// From the wire (port initiates):
//   BEGIN_REQ   a TLP has arrived, in order and intact. Return TLM_COMPLETED: consumed, its
//               receive buffer is free. TLM_UPDATED with END_REQ: taken, the buffer is in use until
//   BEGIN_RESP  (backward) the buffer is free and its credits may be returned; the port answers
//               TLM_COMPLETED, which stands for END_RESP.
// All calls take effect now; the delay argument stays zero.
#pragma once

#include "models/base/systemc.h"
#include "models/pcie/tlp.h"

namespace lookaside::pcie {

/// Traits of the protocol (the TYPES argument in TLM's terms).
struct PcieProtocol {
    using tlm_payload_type = Tlp;
    using tlm_phase_type = tlm::tlm_phase;
};

class TlpForwardInterface : public tlm::tlm_fw_nonblocking_transport_if<Tlp> {
  public:
    using protocol_types = PcieProtocol;
};
class TlpBackwardInterface : public tlm::tlm_bw_nonblocking_transport_if<Tlp> {
  public:
    using protocol_types = PcieProtocol;
};

using TlpInitiatorSocket =
    tlm::tlm_base_initiator_socket<32, TlpForwardInterface, TlpBackwardInterface>;
using TlpTargetSocket = tlm::tlm_base_target_socket<32, TlpForwardInterface, TlpBackwardInterface>;

}  // namespace lookaside::pcie
