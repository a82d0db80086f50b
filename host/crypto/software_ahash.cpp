// SPDX-License-Identifier: Apache-2.0
#include "host/crypto/software_ahash.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace lookaside::crypto_api {

HashFunction hash_function(Algorithm algorithm) {
    switch (hash_work(algorithm)) {
        case os::CipherWork::sha1:
            return HashFunction::sha1;
        case os::CipherWork::sha256:
            return HashFunction::sha256;
        default:
            return HashFunction::sha384;
    }
}

void compute_hmac(os::Kernel& kernel, os::Implementation implementation, os::CipherWork hash,
                  Bytes size, Bytes digest) {
    kernel.compute(implementation, hash, size);
    kernel.compute(implementation, hash, digest);
}

SoftwareAhash::SoftwareAhash(os::Kernel& kernel, Algorithm algorithm,
                             os::Implementation implementation)
    : kernel_(kernel),
      algorithm_(algorithm),
      function_(hash_function(algorithm)),
      keyed_(algorithm != Algorithm::sha1 && algorithm != Algorithm::sha256),
      implementation_(implementation) {}

KeyHandle SoftwareAhash::set_key(std::span<const std::uint8_t> key) {
    if (!keyed_) {
        throw InputError(fmt::format("{} takes no key", name_of(algorithm_)));
    }
    keys_.emplace_back(function_, key);
    return static_cast<KeyHandle>(keys_.size() - 1);
}

Submit SoftwareAhash::submit(AhashRequest& request) {
    const Bytes size = digest_bytes(function_);
    if ((keyed_ && request.key >= keys_.size()) || request.digest.size() != size) {
        return Submit::invalid;
    }
    request.timeline.stamp(Moment::engine_start, kernel_.now());
    if (keyed_) {
        compute_hmac(kernel_, implementation_, hash_work(algorithm_), request.data.size(), size);
        std::ranges::copy(keys_[request.key].mac(request.data), request.digest.begin());
    } else {
        kernel_.compute(implementation_, hash_work(algorithm_), request.data.size());
        std::ranges::copy(digest(function_, request.data), request.digest.begin());
    }
    request.timeline.stamp(Moment::engine_end, kernel_.now());
    return Submit::done;
}

Bytes SoftwareAhash::max_payload() const {
    return std::numeric_limits<Bytes>::max();
}

}  // namespace lookaside::crypto_api
