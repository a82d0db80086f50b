// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/cryptodev/async_queue.h"

#include <utility>

namespace lookaside::cryptodev {

AsyncQueue::AsyncQueue(os::Kernel& kernel, CryptoFile& file, os::WorkQueue& workers,
                       unsigned entries)
    : kernel_(kernel),
      file_(file),
      workers_(workers),
      entries_(entries),
      todo_lock_(kernel.make_mutex("cryptodev_todo")),
      done_lock_(kernel.make_mutex("cryptodev_done")),
      readable_(kernel.make_wait_queue("cryptodev_poll")),
      work_([this] { work(); }) {}

bool AsyncQueue::submit(SessionId session, const Operation& operation, std::uint64_t cookie) {
    kernel_.spend(os::Cost::syscall);
    todo_lock_->lock();
    const bool has_room = used_ < entries_;
    if (has_room) {
        ++used_;
        kernel_.spend(os::Cost::list_operation, 2);  // from free to todo
        todo_.push_back({session, operation, cookie});
    }
    todo_lock_->unlock();
    if (has_room) {
        workers_.queue_work(work_);
    }
    return has_room;
}

std::optional<Fetched> AsyncQueue::fetch() {
    kernel_.spend(os::Cost::syscall);
    std::optional<Fetched> fetched;
    done_lock_->lock();
    if (!done_.empty()) {
        kernel_.spend(os::Cost::list_operation, 2);  // from done to free
        fetched = std::move(done_.front());
        done_.pop_front();
        --used_;
    }
    done_lock_->unlock();
    return fetched;
}

void AsyncQueue::wait() {
    kernel_.spend(os::Cost::syscall);
    readable_->wait_event([this] { return !done_.empty(); });
}

void AsyncQueue::work() {
    for (;;) {
        todo_lock_->lock();
        if (todo_.empty()) {
            todo_lock_->unlock();
            return;
        }
        const Item item = todo_.front();
        todo_.pop_front();
        todo_lock_->unlock();

        Fetched fetched{item.cookie, file_.crypt_in_kernel(item.session, item.operation)};

        done_lock_->lock();
        kernel_.spend(os::Cost::list_operation, 2);  // from todo to done
        done_.push_back(std::move(fetched));
        done_lock_->unlock();
        readable_->wake_up();
    }
}

}  // namespace lookaside::cryptodev
