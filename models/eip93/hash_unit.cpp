// SPDX-License-Identifier: Apache-2.0
#include "models/eip93/hash_unit.h"

#include <algorithm>

namespace lookaside::eip93 {

namespace sheet = datasheet::eip93;

namespace {

sheet::Hash hash_of(const sheet::SaRecord& sa) {
    return static_cast<sheet::Hash>((sa.cmd0 >> sheet::cmd0::hash_shift) & 0xFU);
}

}  // namespace

bool HashUnit::is_known_hash(const sheet::SaRecord& sa) {
    return hash_of(sa) <= sheet::Hash::sha_256 || hash_of(sa) == sheet::Hash::null;
}

HashUnit::HashUnit(const sheet::SaRecord& sa, const sheet::StateRecord& state,
                   const CoreCycles& cycles) {
    switch (hash_of(sa)) {
        case sheet::Hash::md5:
            algorithm_ = HashAlgorithm::md5;
            cycles_per_block_ = cycles.md5_block;
            break;
        case sheet::Hash::sha_1:
            algorithm_ = HashAlgorithm::sha_1;
            cycles_per_block_ = cycles.sha_1_block;
            break;
        case sheet::Hash::sha_224:
            algorithm_ = HashAlgorithm::sha_224;
            cycles_per_block_ = cycles.sha_256_block;
            break;
        case sheet::Hash::sha_256:
            algorithm_ = HashAlgorithm::sha_256;
            cycles_per_block_ = cycles.sha_256_block;
            break;
        default:
            return;
    }
    const bool hmac = (sa.cmd1 & sheet::cmd1::hmac) != 0;
    switch (sa.cmd0 & sheet::cmd0::hash_mask) {
        case sheet::cmd0::hash_from_sa:
            hash_.emplace(algorithm_, HashState{sa.inner_digest, hash_block_bytes});
            break;
        case sheet::cmd0::hash_from_state:
            hash_.emplace(algorithm_,
                          HashState{state.inner_digest,
                                    state.byte_count[0] | Bytes{state.byte_count[1]} << 32});
            break;
        default:
            hash_.emplace(algorithm_);
    }
    if (hmac) {
        outer_ = HashState{sa.outer_digest, hash_block_bytes};
    }
}

Cycles HashUnit::update(std::span<const std::uint8_t> piece) {
    return hash_ ? hash_->update(piece) * cycles_per_block_ : 0;
}

Cycles HashUnit::finish() {
    if (!hash_) {
        return 0;
    }
    std::uint64_t blocks = 0;
    digest_ = hash_->finish(blocks);
    if (outer_) {
        ChainedHash outer(algorithm_, *outer_);
        std::uint64_t outer_blocks = outer.update(digest_);
        digest_ = outer.finish(outer_blocks);
        blocks += outer_blocks;
    }
    return blocks * cycles_per_block_;
}

void HashUnit::save(sheet::StateRecord& state) const {
    if (!hash_) {
        return;
    }
    state.inner_digest = digest_.empty() ? hash_->state().words : digest_words(algorithm_, digest_);
    state.byte_count[0] = static_cast<std::uint32_t>(hash_->state().hashed);
    state.byte_count[1] = static_cast<std::uint32_t>(hash_->state().hashed >> 32);
}

}  // namespace lookaside::eip93
