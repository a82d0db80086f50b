// SPDX-License-Identifier: Apache-2.0
// An asynchronous AEAD provider with a bounded queue, after the Linux crypto API's rules.
#pragma once

#include <deque>
#include <vector>

#include "base/aes_gcm.h"
#include "host/crypto/aead.h"
#include "tests/unit/esp/scripted_kernel.h"

namespace lookaside::testing {

/// Finishes one request every `service` time, in order. What exceeds `capacity` is refused, or goes
/// to the backlog if the request allows that.
class QueuedAead : public crypto_api::AeadProvider {
  public:
    QueuedAead(ScriptedKernel& kernel, std::size_t capacity, Picoseconds service = 1_us)
        : kernel_(kernel), capacity_(capacity), service_(service) {}

    /// Every request from now on ends with this status and untouched bytes.
    void fail_with(crypto_api::Status status) { outcome_ = status; }
    /// submit() spends this long after it has accepted a request.
    void linger(std::uint64_t nanoseconds) { linger_ = nanoseconds; }
    /// Ignores the request's wish for a backlog: a full queue refuses.
    void refuse_backlog() { has_backlog_ = false; }
    std::size_t most_accepted() const { return most_accepted_; }
    std::uint64_t refusals() const { return refusals_; }

    crypto_api::KeyHandle set_key(std::span<const std::uint8_t> key) override {
        keys_.emplace_back(key);
        return static_cast<crypto_api::KeyHandle>(keys_.size() - 1);
    }

    crypto_api::Submit submit(crypto_api::AeadRequest& request) override {
        const bool full = accepted_.size() >= capacity_;
        if (full && !(request.may_backlog && has_backlog_)) {
            ++refusals_;
            return crypto_api::Submit::refused;
        }
        accepted_.push_back(&request);
        most_accepted_ = std::max(most_accepted_, accepted_.size());
        if (accepted_.size() == 1) {
            kernel_.after(service_, [this] { serve(); });
        }
        kernel_.spend(os::Cost::crypto_request, linger_);
        return full ? crypto_api::Submit::backlogged : crypto_api::Submit::in_progress;
    }

    Bytes max_payload() const override { return 1968; }

  private:
    void serve() {
        crypto_api::AeadRequest& request = *accepted_.front();
        accepted_.pop_front();
        if (accepted_.size() >= capacity_) {
            accepted_[capacity_ - 1]->complete(crypto_api::Status::in_progress);
        }
        if (!accepted_.empty()) {
            kernel_.after(service_, [this] { serve(); });
        }
        request.complete(outcome_ == crypto_api::Status::ok ? work_on(request) : outcome_);
    }
    crypto_api::Status work_on(crypto_api::AeadRequest& request) {
        AesGcm& cipher = keys_.at(request.key);
        if (request.direction == crypto_api::Direction::encrypt) {
            cipher.encrypt(request.iv, request.aad, request.payload, request.payload, request.tag);
            return crypto_api::Status::ok;
        }
        return cipher.decrypt(request.iv, request.aad, request.payload, request.payload,
                              request.tag)
                   ? crypto_api::Status::ok
                   : crypto_api::Status::bad_message;
    }

    ScriptedKernel& kernel_;
    std::size_t capacity_;
    Picoseconds service_;
    std::uint64_t linger_ = 1;
    bool has_backlog_ = true;
    crypto_api::Status outcome_ = crypto_api::Status::ok;
    std::vector<AesGcm> keys_;
    std::deque<crypto_api::AeadRequest*> accepted_;
    std::size_t most_accepted_ = 0;
    std::uint64_t refusals_ = 0;
};

}  // namespace lookaside::testing
