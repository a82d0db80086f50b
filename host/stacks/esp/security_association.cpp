// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/esp/security_association.h"

namespace lookaside::esp {

const SuiteSizes& sizes_of(Suite suite) {
    switch (suite) {
        case Suite::aes_gcm:
            break;
        case Suite::aes_cbc_hmac_sha1:
            return aes_cbc_hmac_sha1_sizes;
        case Suite::aes_cbc_hmac_sha256:
            return aes_cbc_hmac_sha256_sizes;
    }
    return aes_gcm_sizes;
}

std::size_t auth_key_bytes(Suite suite) {
    switch (suite) {
        case Suite::aes_gcm:
            break;
        case Suite::aes_cbc_hmac_sha1:
            return 20;
        case Suite::aes_cbc_hmac_sha256:
            return 32;
    }
    return 0;
}

}  // namespace lookaside::esp
