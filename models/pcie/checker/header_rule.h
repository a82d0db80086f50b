// SPDX-License-Identifier: Apache-2.0
// Rule: a TLP's header survives its wire format, and its size is the one the link charges for.
#pragma once

#include "models/pcie/checker/violation.h"

namespace lookaside::pcie::checker {

class HeaderRule {
  public:
    void tlp_transmitted(Direction direction, const Tlp& tlp) const {
        const std::vector<std::uint8_t> header = encode_header(tlp);
        if (header.size() != tlp.header_size()) {
            violated(rule, direction, tlp, "has a header of another size on the wire");
        }
        Tlp decoded;
        decode_header(header, decoded);
        if (encode_header(decoded) != header || decoded.type != tlp.type ||
            decoded.tag != tlp.tag) {
            violated(rule, direction, tlp, "has fields that its header cannot hold");
        }
    }

  private:
    static constexpr const char* rule = "header format";
};

}  // namespace lookaside::pcie::checker
