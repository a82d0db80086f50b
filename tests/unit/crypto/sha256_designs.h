// SPDX-License-Identifier: Apache-2.0
// What the tests of SHA-256 engines share: every design point, and a message as a job.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "models/crypto/engine.h"

namespace lookaside::crypto {

inline constexpr std::array sha256_designs = {Sha256Design::one_round, Sha256Design::two_rounds,
                                              Sha256Design::four_rounds};

inline Job hash_job(std::span<const std::uint8_t> message) {
    Job job;
    job.algorithm = Algorithm::sha_256;
    job.data = message;
    return job;
}

inline std::string describe(Sha256Design design) {
    switch (design) {
        case Sha256Design::one_round:
            return "1 round a cycle";
        case Sha256Design::two_rounds:
            return "2 rounds a cycle";
        case Sha256Design::four_rounds:
            break;
    }
    return "4 rounds a cycle";
}

}  // namespace lookaside::crypto
