// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/ipsec_card/request_queue.h"

namespace lookaside::drivers::ipsec_card {

using crypto_api::AeadRequest;
using crypto_api::Status;
using crypto_api::Submit;

RequestQueue::RequestQueue(os::Kernel& kernel, std::size_t limit)
    : kernel_(kernel), limit_(limit), lock_(kernel.make_spin_lock("ipsec_card.requests")) {}

Submit RequestQueue::push(AeadRequest& request) {
    const os::IrqSaveGuard guard(*lock_);
    const bool full = requests_.size() >= limit_;
    if (full && !request.may_backlog) {
        return Submit::refused;
    }
    kernel_.spend(os::Cost::list_operation);
    request.timeline.stamp(Moment::queued, kernel_.now());
    requests_.push_back(&request);
    return full ? Submit::backlogged : Submit::in_progress;
}

AeadRequest* RequestQueue::pop() {
    AeadRequest* oldest = nullptr;
    AeadRequest* promoted = nullptr;
    {
        const os::IrqSaveGuard guard(*lock_);
        if (requests_.empty()) {
            return nullptr;
        }
        kernel_.spend(os::Cost::list_operation);
        oldest = requests_.front();
        requests_.pop_front();
        if (requests_.size() >= limit_) {
            promoted = requests_[limit_ - 1];
        }
    }
    if (promoted != nullptr) {
        kernel_.spend(os::Cost::callback);
        promoted->complete(Status::in_progress);
    }
    oldest->timeline.stamp(Moment::dispatched, kernel_.now());
    return oldest;
}

}  // namespace lookaside::drivers::ipsec_card
