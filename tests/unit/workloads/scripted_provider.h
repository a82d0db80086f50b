// SPDX-License-Identifier: Apache-2.0
// An AEAD provider that serves one request after the other in a fixed time, by OpenSSL, and can be
// told to misbehave.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <set>
#include <vector>

#include "base/aes_gcm.h"
#include "base/error.h"
#include "host/crypto/aead.h"
#include "host/os/kernel.h"

namespace lookaside::test {

class ScriptedProvider final : public crypto_api::AeadProvider {
  public:
    ScriptedProvider(os::Kernel& kernel, Picoseconds service_time)
        : kernel_(kernel),
          service_time_(service_time),
          timer_(kernel.make_timer("provider", [this] { serve(); })) {}

    // The script; requests are counted from 0.
    std::size_t queue_limit = 1000;
    std::set<std::uint64_t> corrupted;  // come back with a wrong byte
    std::set<std::uint64_t> failing;    // come back with an I/O error
    std::set<std::uint64_t> lost;       // never come back

    // What happened.
    std::size_t most_queued = 0;
    std::set<std::array<std::uint8_t, 12>> ivs;
    std::vector<SimTime> submitted;

    crypto_api::KeyHandle set_key(std::span<const std::uint8_t> key) override {
        cipher_ = std::make_unique<AesGcm>(key);
        return 0;
    }
    Bytes max_payload() const override { return 2048; }
    crypto_api::Submit submit(crypto_api::AeadRequest& request) override {
        submitted.push_back(kernel_.now());
        if (queue_.size() == queue_limit) {
            return crypto_api::Submit::refused;
        }
        std::array<std::uint8_t, 12> iv{};
        std::ranges::copy(request.iv, iv.begin());
        ivs.insert(iv);
        queue_.push_back(&request);
        most_queued = std::max(most_queued, queue_.size());
        if (queue_.size() == 1) {
            timer_->mod_timer(kernel_.now() + service_time_);
        }
        return crypto_api::Submit::in_progress;
    }

  private:
    void serve() {
        crypto_api::AeadRequest& request = *queue_.front();
        queue_.pop_front();
        if (!queue_.empty()) {
            timer_->mod_timer(kernel_.now() + service_time_);
        }
        const std::uint64_t number = served_++;
        if (lost.contains(number)) {
            return;
        }
        if (request.direction == crypto_api::Direction::encrypt) {
            cipher_->encrypt(request.iv, request.aad, request.payload, request.payload,
                             request.tag);
        } else if (!cipher_->decrypt(request.iv, request.aad, request.payload, request.payload,
                                     request.tag)) {
            throw SimulationError("the workload made a wrong tag");
        }
        if (corrupted.contains(number)) {
            request.payload[7] ^= 1;
        }
        request.timeline.stamp(Moment::callback, kernel_.now());
        request.complete(failing.contains(number) ? crypto_api::Status::io_error
                                                  : crypto_api::Status::ok);
    }

    os::Kernel& kernel_;
    Picoseconds service_time_;
    std::unique_ptr<os::Timer> timer_;
    std::unique_ptr<AesGcm> cipher_;
    std::deque<crypto_api::AeadRequest*> queue_;
    std::uint64_t served_ = 0;
};

}  // namespace lookaside::test
