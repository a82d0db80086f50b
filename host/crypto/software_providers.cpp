// SPDX-License-Identifier: Apache-2.0
#include "host/crypto/software_providers.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "host/crypto/software_aead.h"
#include "host/crypto/software_ahash.h"
#include "host/crypto/software_authenc.h"
#include "host/crypto/software_skcipher.h"

namespace lookaside::crypto_api {
namespace {

using os::CipherWork;

bool prices_any(const os::CpuProfile& cpu, os::Implementation implementation,
                std::initializer_list<CipherWork> works) {
    const auto& prices = cpu.ciphers[static_cast<std::size_t>(implementation)];
    return std::ranges::any_of(
        works, [&](CipherWork work) { return prices[static_cast<std::size_t>(work)].has_value(); });
}

bool prices_cipher(const os::CpuProfile& cpu, os::Implementation implementation,
                   Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::gcm_aes:
            return prices_any(cpu, implementation,
                              {CipherWork::aes_128_gcm, CipherWork::aes_256_gcm});
        case Algorithm::cbc_des:
            return prices_any(cpu, implementation, {CipherWork::des_cbc});
        case Algorithm::cbc_des3_ede:
            return prices_any(cpu, implementation, {CipherWork::des3_cbc});
        case Algorithm::cbc_aes:
        case Algorithm::authenc_hmac_sha1_cbc_aes:
        case Algorithm::authenc_hmac_sha256_cbc_aes:
            return prices_any(cpu, implementation,
                              {CipherWork::aes_128_cbc_encrypt, CipherWork::aes_256_cbc_encrypt});
        case Algorithm::hmac_sha1:
        case Algorithm::hmac_sha256:
        case Algorithm::hmac_sha384:
        case Algorithm::sha1:
        case Algorithm::sha256:
            break;
    }
    return true;
}

bool prices_hash(const os::CpuProfile& cpu, os::Implementation implementation,
                 Algorithm algorithm) {
    const bool has_hash =
        type_of(algorithm) == AlgorithmType::ahash ||
        (type_of(algorithm) == AlgorithmType::aead && algorithm != Algorithm::gcm_aes);
    return !has_hash || prices_any(cpu, implementation, {hash_work(algorithm)});
}

std::unique_ptr<Provider> make_provider(os::Kernel& kernel, Algorithm algorithm,
                                        os::Implementation implementation) {
    switch (type_of(algorithm)) {
        case AlgorithmType::skcipher:
            return std::make_unique<SoftwareSkcipher>(kernel, algorithm, implementation);
        case AlgorithmType::ahash:
            return std::make_unique<SoftwareAhash>(kernel, algorithm, implementation);
        case AlgorithmType::aead:
            break;
    }
    if (algorithm == Algorithm::gcm_aes) {
        return std::make_unique<SoftwareAead>(kernel, implementation);
    }
    return std::make_unique<SoftwareAuthenc>(kernel, algorithm, implementation);
}

}  // namespace

SoftwareProviders::SoftwareProviders(os::Kernel& kernel, Registry& registry) {
    for (std::size_t i = 0; i < algorithm_count; ++i) {
        const auto algorithm = static_cast<Algorithm>(i);
        for (const auto implementation :
             {os::Implementation::generic, os::Implementation::instructions}) {
            if (!prices_cipher(kernel.cpu(), implementation, algorithm) ||
                !prices_hash(kernel.cpu(), implementation, algorithm)) {
                continue;
            }
            providers_.push_back(make_provider(kernel, algorithm, implementation));
            registry.add(algorithm,
                         fmt::format("{}-{}", name_of(algorithm), os::name_of(implementation)),
                         implementation == os::Implementation::generic ? Priority::generic
                                                                       : Priority::instructions,
                         *providers_.back());
        }
    }
}

}  // namespace lookaside::crypto_api
