// SPDX-License-Identifier: Apache-2.0
// Rule: no payload over Max_Payload_Size, no read over Max_Read_Request_Size, none across 4 KB.
#pragma once

#include "models/pcie/checker/violation.h"

namespace lookaside::pcie::checker {

class SizeRule {
  public:
    SizeRule(Bytes max_payload_size, Bytes max_read_request_size)
        : max_payload_size_(max_payload_size), max_read_request_size_(max_read_request_size) {}

    void tlp_transmitted(Direction direction, const Tlp& tlp) const {
        if (tlp.payload_size() > max_payload_size_) {
            violated(rule, direction, tlp, "exceeds Max_Payload_Size");
        }
        if (tlp.type == TlpType::memory_read && direction == Direction::upstream &&
            Bytes{4} * tlp.length_dw > max_read_request_size_) {
            violated(rule, direction, tlp, "exceeds Max_Read_Request_Size");
        }
        const bool memory = tlp.type == TlpType::memory_read || tlp.type == TlpType::memory_write;
        if (memory && tlp.address / page_bytes !=
                          (tlp.address + std::max(tlp.byte_length(), Bytes{1}) - 1) / page_bytes) {
            violated(rule, direction, tlp, "crosses a 4 KB boundary");
        }
    }

  private:
    static constexpr const char* rule = "packet sizes";
    Bytes max_payload_size_;
    Bytes max_read_request_size_;
};

}  // namespace lookaside::pcie::checker
