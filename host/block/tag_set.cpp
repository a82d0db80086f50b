// SPDX-License-Identifier: Apache-2.0
#include "host/block/tag_set.h"

namespace lookaside::block {

TagSet::TagSet(os::Kernel& kernel, const std::string& name, unsigned tags)
    : kernel_(kernel), name_(name), size_(tags), lock_(kernel.make_spin_lock(name)) {
    free_.reserve(tags);
    for (unsigned tag = tags; tag-- > 0;) {
        free_.push_back(static_cast<Tag>(tag));
    }
}

std::optional<Tag> TagSet::take() {
    if (free_.empty()) {
        return std::nullopt;
    }
    const Tag tag = free_.back();
    free_.pop_back();
    return tag;
}

std::optional<Tag> TagSet::try_acquire() {
    const os::IrqSaveGuard guard(*lock_);
    return take();
}

std::optional<Tag> TagSet::acquire() {
    Waiter* waiter = nullptr;
    {
        const os::IrqSaveGuard guard(*lock_);
        if (const std::optional<Tag> tag = take(); tag || lost_ == size_) {
            return tag;
        }
        waiter = &idle_waiter();
        waiting_.push_back(waiter);
    }
    waiter->answered->wait_for_completion();
    const os::IrqSaveGuard guard(*lock_);
    idle_waiters_.push_back(waiter);
    return waiter->tag;
}

TagSet::Waiter& TagSet::idle_waiter() {
    if (idle_waiters_.empty()) {
        return waiters_.emplace_back(Waiter{kernel_.make_completion(name_), std::nullopt});
    }
    Waiter& waiter = *idle_waiters_.back();
    idle_waiters_.pop_back();
    return waiter;
}

void TagSet::release(std::span<const Tag> tags) {
    const os::IrqSaveGuard guard(*lock_);
    for (const Tag tag : tags) {
        put_back(tag);
    }
}

void TagSet::put_back(Tag tag) {
    if (waiting_.empty()) {
        free_.push_back(tag);
    } else {
        answer_first(tag);
    }
}

void TagSet::answer_first(std::optional<Tag> tag) {
    Waiter& waiter = *waiting_.front();
    waiting_.pop_front();
    waiter.tag = tag;
    waiter.answered->complete();
}

void TagSet::lose() {
    const os::IrqSaveGuard guard(*lock_);
    if (++lost_ == size_) {
        while (!waiting_.empty()) {
            answer_first(std::nullopt);
        }
    }
}

void TagSet::find(Tag tag) {
    const os::IrqSaveGuard guard(*lock_);
    --lost_;
    put_back(tag);
}

}  // namespace lookaside::block
