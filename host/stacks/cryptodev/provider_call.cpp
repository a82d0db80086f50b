// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/cryptodev/provider_call.h"

namespace lookaside::cryptodev {

using crypto_api::AlgorithmType;
using crypto_api::Status;
using crypto_api::Submit;

ProviderCall::ProviderCall(os::Kernel& kernel, const crypto_api::Registry& registry,
                           crypto_api::Algorithm algorithm, std::span<const std::uint8_t> key,
                           const std::string& driver)
    : kernel_(kernel),
      type_(crypto_api::type_of(algorithm)),
      provider_(find(registry, algorithm, driver)),
      done_(kernel.make_completion("crypto_wait")) {
    if (!key.empty()) {
        key_ = std::visit([&](auto* provider) { return provider->set_key(key); }, provider_);
    }
}

ProviderCall::AnyProvider ProviderCall::find(const crypto_api::Registry& registry,
                                             crypto_api::Algorithm algorithm,
                                             const std::string& driver) const {
    switch (type_) {
        case AlgorithmType::skcipher:
            break;
        case AlgorithmType::ahash:
            return &registry.ahash(algorithm, driver);
        case AlgorithmType::aead:
            return &registry.aead(algorithm, driver);
    }
    return &registry.skcipher(algorithm, driver);
}

Result ProviderCall::run(const Operation& operation) {
    switch (type_) {
        case AlgorithmType::skcipher:
            break;
        case AlgorithmType::ahash: {
            crypto_api::AhashRequest request;
            request.data = operation.data;
            request.digest = operation.mac;
            return wait(*std::get<crypto_api::AhashProvider*>(provider_), request);
        }
        case AlgorithmType::aead: {
            crypto_api::AeadRequest request;
            request.direction = operation.direction;
            request.iv = operation.iv;
            request.aad = operation.aad;
            request.payload = operation.data;
            request.tag = operation.mac;
            return wait(*std::get<crypto_api::AeadProvider*>(provider_), request);
        }
    }
    crypto_api::SkcipherRequest request;
    request.direction = operation.direction;
    request.iv = operation.iv;
    request.data = operation.data;
    return wait(*std::get<crypto_api::SkcipherProvider*>(provider_), request);
}

template <typename Provider, typename Request>
Result ProviderCall::wait(Provider& provider, Request& request) {
    request.key = key_;
    request.may_backlog = true;
    status_.reset();
    done_->reinit();
    request.complete = [this](Status status) {
        // A backlogged request that moves to the queue is no news for somebody who sleeps.
        if (status != Status::in_progress) {
            status_ = status;
            done_->complete();
        }
    };
    request.timeline.stamp(Moment::submitted, kernel_.now());
    const Submit answer = provider.submit(request);
    Result result;
    result.accepted = kernel_.now();
    result.outcome = await(answer);
    result.timeline = request.timeline;
    return result;
}

Outcome ProviderCall::await(Submit answer) {
    switch (answer) {
        case Submit::done:
            return Outcome::ok;
        case Submit::refused:
            return Outcome::busy;
        case Submit::invalid:
            return Outcome::invalid;
        case Submit::bad_message:
            return Outcome::bad_message;
        case Submit::in_progress:
        case Submit::backlogged:
            break;
    }
    done_->wait_for_completion();
    switch (status_.value()) {
        case Status::ok:
            return Outcome::ok;
        case Status::bad_message:
            return Outcome::bad_message;
        default:
            return Outcome::failed;
    }
}

}  // namespace lookaside::cryptodev
