// SPDX-License-Identifier: Apache-2.0
// CIOCASYNCCRYPT and CIOCASYNCFETCH: operations that a kernel worker does for a process.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "host/os/kernel.h"
#include "host/stacks/cryptodev/crypto_file.h"

namespace lookaside::cryptodev {

/// An operation that is over.
struct Fetched {
    std::uint64_t cookie = 0;  // as given to submit()
    Result result;
};

/// The asynchronous calls of one open file: lists of what is to do and what is done, and a worker
/// that itself does one blocking operation after the other (cryptask_routine()). So one file has
/// one operation in flight; more files have more.
class AsyncQueue {
  public:
    static constexpr unsigned default_entries = 16;  // DEF_COP_RINGSIZE
    static constexpr unsigned max_entries = 64;      // MAX_COP_RINGSIZE

    AsyncQueue(os::Kernel& kernel, CryptoFile& file, os::WorkQueue& workers,
               unsigned entries = default_entries);

    /// CIOCASYNCCRYPT. False (-EBUSY) if all entries are in use; fetching frees one. The buffers
    /// must not be touched until the operation is fetched.
    bool submit(SessionId session, const Operation& operation, std::uint64_t cookie);
    /// CIOCASYNCFETCH. None (-EAGAIN) if nothing is done.
    std::optional<Fetched> fetch();
    /// poll() for a result to fetch: sleeps until there is one.
    void wait();

  private:
    struct Item {
        SessionId session;
        Operation operation;
        std::uint64_t cookie;
    };

    void work();

    os::Kernel& kernel_;
    CryptoFile& file_;
    os::WorkQueue& workers_;
    const unsigned entries_;
    unsigned used_ = 0;
    std::unique_ptr<os::Mutex> todo_lock_;
    std::unique_ptr<os::Mutex> done_lock_;
    std::unique_ptr<os::WaitQueue> readable_;
    std::deque<Item> todo_;
    std::deque<Fetched> done_;
    os::Work work_;
};

}  // namespace lookaside::cryptodev
