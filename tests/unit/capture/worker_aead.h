// SPDX-License-Identifier: Apache-2.0
// An asynchronous AEAD provider in software, after Linux's cryptd: a queue and a kworker.
#pragma once

#include <deque>
#include <memory>

#include "host/crypto/software_aead.h"
#include "host/os/kernel.h"

namespace lookaside::testing {

/// Takes up to `capacity` requests and encrypts one after the other in a work item on `cpu`.
class WorkerAead : public crypto_api::AeadProvider {
  public:
    WorkerAead(os::Kernel& kernel, std::size_t capacity, os::CpuId cpu)
        : kernel_(kernel),
          software_(kernel),
          capacity_(capacity),
          cpu_(cpu),
          lock_(kernel.make_spin_lock("worker_aead")) {}

    crypto_api::KeyHandle set_key(std::span<const std::uint8_t> key) override {
        return software_.set_key(key);
    }
    crypto_api::Submit submit(crypto_api::AeadRequest& request) override {
        {
            const os::IrqSaveGuard guard(*lock_);
            if (queue_.size() >= capacity_) {
                return crypto_api::Submit::refused;
            }
            queue_.push_back(&request);
        }
        kernel_.system_wq().queue_work_on(cpu_, work_);
        return crypto_api::Submit::in_progress;
    }
    Bytes max_payload() const override { return 1968; }

  private:
    crypto_api::AeadRequest* pop() {
        const os::IrqSaveGuard guard(*lock_);
        if (queue_.empty()) {
            return nullptr;
        }
        crypto_api::AeadRequest* request = queue_.front();
        queue_.pop_front();
        return request;
    }
    void run() {
        while (crypto_api::AeadRequest* request = pop()) {
            const auto answer = software_.submit(*request);
            request->timeline.stamp(Moment::callback, kernel_.now());
            request->complete(answer == crypto_api::Submit::done ? crypto_api::Status::ok
                                                                 : crypto_api::Status::bad_message);
        }
    }

    os::Kernel& kernel_;
    crypto_api::SoftwareAead software_;
    std::size_t capacity_;
    os::CpuId cpu_;
    std::unique_ptr<os::SpinLock> lock_;
    std::deque<crypto_api::AeadRequest*> queue_;
    os::Work work_{[this] { run(); }};
};

}  // namespace lookaside::testing
