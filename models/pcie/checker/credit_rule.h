// SPDX-License-Identifier: Apache-2.0
// Rule: no TLP without credits, and no credits without a free buffer.
#pragma once

#include <array>
#include <cstdint>

#include "models/pcie/checker/violation.h"
#include "models/pcie/flow_control.h"

namespace lookaside::pcie::checker {

/// Counts with 64 bits what the link counts modulo, so that a wrong wrap shows.
class CreditRule {
  public:
    explicit CreditRule(CreditWidths widths) : widths_(widths) {}

    void dllp_transmitted(Direction direction, const Dllp& dllp) {
        const Direction tlps = opposite(direction);
        if (dllp.type == DllpType::update_fc) {
            Kind& kind = of(tlps, dllp.kind);
            const ClassCredits grant = step(kind.offered_value, dllp.credits);
            kind.offered += grant;
            if ((!kind.infinite_headers && kind.offered.headers > kind.delivered.headers) ||
                (!kind.infinite_data && kind.offered.data > kind.delivered.data)) {
                violated(rule, direction, "UpdateFC returns credits of buffers still in use");
            }
        }
    }
    void dllp_received(Direction direction, const Dllp& dllp) {
        Kind& kind = of(opposite(direction), dllp.kind);
        if (dllp.type == DllpType::init_fc1) {
            kind.infinite_headers = dllp.credits.headers == 0;
            kind.infinite_data = dllp.credits.data == 0;
            kind.limit = {dllp.credits.headers, dllp.credits.data};
            kind.limit_value = dllp.credits;
            kind.offered_value = dllp.credits;
        } else if (dllp.type == DllpType::update_fc) {
            kind.limit += step(kind.limit_value, dllp.credits);
        }
    }
    void tlp_transmitted(Direction direction, const Tlp& tlp, bool replay) {
        if (replay) {
            return;
        }
        Kind& kind = of(direction, tlp.kind());
        kind.consumed += credits_needed(tlp);
        if (!kind.infinite_headers && kind.consumed.headers > kind.limit.headers) {
            violated(rule, direction, tlp, "exceeds the header credits");
        }
        if (!kind.infinite_data && kind.consumed.data > kind.limit.data) {
            violated(rule, direction, tlp, "exceeds the data credits");
        }
    }
    void tlp_delivered(Direction direction, const Tlp& tlp) {
        of(direction, tlp.kind()).delivered += credits_needed(tlp);
    }

  private:
    static constexpr const char* rule = "flow control credits";
    struct Count {
        std::uint64_t headers = 0;
        std::uint64_t data = 0;
        Count& operator+=(ClassCredits more) {
            headers += more.headers;
            data += more.data;
            return *this;
        }
    };
    struct Kind {
        bool infinite_headers = true;
        bool infinite_data = true;
        Count limit;      // as the transmitter knows it
        Count consumed;   // by the transmitter
        Count delivered;  // to the receiving transaction layer
        Count offered;    // returned by UpdateFC
        ClassCredits limit_value;
        ClassCredits offered_value;
    };

    ClassCredits step(ClassCredits& value, ClassCredits now) const {
        const ClassCredits grant{(now.headers - value.headers) & widths_.header_mask,
                                 (now.data - value.data) & widths_.data_mask};
        value = now;
        return grant;
    }
    Kind& of(Direction direction, TlpClass kind) { return kinds_[index(direction)][index(kind)]; }

    CreditWidths widths_;
    std::array<std::array<Kind, tlp_class_count>, 2> kinds_;
};

}  // namespace lookaside::pcie::checker
