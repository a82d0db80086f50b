// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/ipsec_card/callback_list.h"

namespace lookaside::drivers::ipsec_card {

CallbackList::CallbackList(os::Kernel& kernel, std::optional<os::CpuId> cpu)
    : kernel_(kernel),
      lock_(kernel.make_spin_lock("ipsec_card.callbacks")),
      worker_(kernel, "ipsec_card.callback", cpu, [this] { run(); }) {}

void CallbackList::append(crypto_api::AeadRequest& request, crypto_api::Status status) {
    {
        const os::IrqSaveGuard guard(*lock_);
        kernel_.spend(os::Cost::list_operation);
        request.timeline.stamp(Moment::completed, kernel_.now());
        entries_.push_back({&request, status});
    }
    worker_.schedule();
}

std::optional<CallbackList::Entry> CallbackList::pop() {
    const os::IrqSaveGuard guard(*lock_);
    if (entries_.empty()) {
        return std::nullopt;
    }
    kernel_.spend(os::Cost::list_operation);
    const Entry entry = entries_.front();
    entries_.pop_front();
    return entry;
}

void CallbackList::run() {
    while (const std::optional<Entry> entry = pop()) {
        entry->request->timeline.stamp(Moment::callback, kernel_.now());
        kernel_.spend(os::Cost::callback);
        entry->request->complete(entry->status);
    }
}

}  // namespace lookaside::drivers::ipsec_card
