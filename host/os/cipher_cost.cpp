// SPDX-License-Identifier: Apache-2.0
#include "host/os/cipher_cost.h"

namespace lookaside::os {

std::string_view name_of(Implementation implementation) {
    return implementation == Implementation::generic ? "generic" : "instructions";
}

std::string_view name_of(CipherWork work) {
    static constexpr std::array<std::string_view, cipher_work_count> names = {
        "aes_128_cbc_encrypt",
        "aes_128_cbc_decrypt",
        "aes_256_cbc_encrypt",
        "aes_256_cbc_decrypt",
        "aes_128_gcm",
        "aes_256_gcm",
        "des_cbc",
        "des3_cbc",
        "sha1",
        "sha256",
        "sha384",
    };
    return names[static_cast<std::size_t>(work)];
}

}  // namespace lookaside::os
