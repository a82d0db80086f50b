// SPDX-License-Identifier: Apache-2.0
#include "host/block/hardware_context.h"

#include <algorithm>

#include "base/error.h"

namespace lookaside::block {

HardwareContext::HardwareContext(os::Kernel& kernel, const std::string& name, unsigned tags)
    : name_(name),
      tags_(kernel, name + ".tags", tags),
      lock_(kernel.make_spin_lock(name)),
      slots_(tags) {}

void HardwareContext::start(Tag tag, Request& request, SimTime deadline) {
    Slot& slot = slots_[tag];
    slot.deadline = deadline;
    // Without the lock: until it is started, nobody but the tag's holder looks at the slot.
    slot.request.store(&request, std::memory_order_release);
}

HardwareContext::Claim HardwareContext::claim(Tag tag) {
    Request* request = tag < slots_.size() ? slots_[tag].request.exchange(nullptr) : nullptr;
    const bool lost = tag < slots_.size() && slots_[tag].lost;
    if (request == nullptr && !lost) {
        throw SimulationError(name_ + ": the device answers for tag " + std::to_string(tag) +
                              ", which is not in flight");
    }
    slots_[tag].lost = false;
    return {request, lost};
}

std::optional<HardwareContext::Expired> HardwareContext::claim_expired(SimTime now) {
    for (std::size_t tag = 0; tag < slots_.size(); ++tag) {
        Slot& slot = slots_[tag];
        Request* request = slot.request.load(std::memory_order_acquire);
        if (request != nullptr && slot.deadline <= now) {
            slot.request.store(nullptr);
            slot.lost = true;
            return Expired{static_cast<Tag>(tag), request};
        }
    }
    return std::nullopt;
}

std::optional<SimTime> HardwareContext::earliest_deadline() const {
    std::optional<SimTime> earliest;
    for (const Slot& slot : slots_) {
        if (slot.request.load(std::memory_order_acquire) != nullptr) {
            earliest = std::min(earliest.value_or(slot.deadline), slot.deadline);
        }
    }
    return earliest;
}

}  // namespace lookaside::block
