// SPDX-License-Identifier: Apache-2.0
#include "host/os/sim_issue_slot.h"

#include <algorithm>

#include "host/os/sim_core.h"

namespace lookaside::os {

void IssueSlot::use_changed(const Core& thread) {
    for (Core* other : threads_) {
        if (other != &thread) {
            other->change_pace();
        }
    }
}

double IssueSlot::stretch() const {
    unsigned users = 0;
    bool all_ciphers = true;
    for (const Core* thread : threads_) {
        if (thread->slot_use() != SlotUse::none) {
            ++users;
            all_ciphers = all_ciphers && thread->slot_use() == SlotUse::cipher;
        }
    }
    if (users <= 1) {
        return 1.0;
    }
    const double gain = all_ciphers ? profile_.smt_cipher_gain : profile_.smt_gain;
    return std::max(1.0, users / gain);
}

}  // namespace lookaside::os
