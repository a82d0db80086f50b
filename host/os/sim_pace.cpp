// SPDX-License-Identifier: Apache-2.0
// The part of Core that shares an issue slot with other hardware threads.
#include <cmath>

#include "host/os/sim_core.h"

namespace lookaside::os {

void Core::share(IssueSlot& slot) {
    slot_ = &slot;
    slot.join(*this);
}

SlotUse Core::slot_use_of(const Context* who, Phase phase) const {
    switch (phase) {
        case Phase::idle:
        case Phase::stalled:
            return SlotUse::none;
        case Phase::code:
        case Phase::computing:
        case Phase::switching:
        case Phase::spinning:
            break;
    }
    return who->ciphering_ ? SlotUse::cipher : SlotUse::general;
}

void Core::use_slot() {
    const SlotUse use = slot_use_of(current_, phase_);
    if (use != slot_use_) {
        slot_use_ = use;
        slot_->use_changed(*this);
    }
    stretch_ = slot_->stretch();
}

void Core::change_pace() {
    const double stretch = slot_->stretch();
    if (stretch == stretch_) {
        return;
    }
    const bool has_work = phase_ == Phase::computing || phase_ == Phase::switching;
    if (has_work && !current_->is_due()) {
        const Picoseconds left = work_in(current_->revoke());
        stretch_ = stretch;
        current_->grant(at_pace(left));
    }
    stretch_ = stretch;
}

Picoseconds Core::at_pace(Picoseconds work) const {
    if (stretch_ == 1.0) {
        return work;
    }
    return Picoseconds{std::llround(static_cast<double>(work.count()) * stretch_)};
}

Picoseconds Core::work_in(Picoseconds time) const {
    if (stretch_ == 1.0) {
        return time;
    }
    return Picoseconds{std::llround(static_cast<double>(time.count()) / stretch_)};
}

void Core::compute(Picoseconds time) {
    flush();
    Context& me = *current_;
    me.ciphering_ = true;
    me.spend(time);
    flush();
    me.ciphering_ = false;
    occupy(&me, Phase::code);
}

}  // namespace lookaside::os
