// SPDX-License-Identifier: Apache-2.0
// The ordering rules of one traffic class (PCIe Base Specification 2.4.1, table 2-38).
#pragma once

#include "models/pcie/tlp.h"

namespace lookaside::pcie {

/// May `later` leave before `earlier`, which was queued first? Within a class the model keeps the
/// order, which the rules always permit. Posted requests may pass everything else, so that a
/// blocked read or completion never holds them (the rule that keeps bridges free of deadlock).
inline bool may_pass(const Tlp& later, const Tlp& earlier) {
    const TlpClass kind = later.kind();
    if (kind == earlier.kind()) {
        return false;
    }
    if (earlier.kind() == TlpClass::posted) {
        return kind == TlpClass::completion && later.relaxed_ordering;
    }
    return true;
}

}  // namespace lookaside::pcie
