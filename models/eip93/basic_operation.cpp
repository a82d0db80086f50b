// SPDX-License-Identifier: Apache-2.0
#include "models/eip93/basic_operation.h"

#include <algorithm>

namespace lookaside::eip93 {

namespace sheet = datasheet::eip93;

namespace {

/// The null cipher for a packet that is hashed only.
CipherChoice choice_for(const BasicPlan& plan, const CipherChoice& cipher) {
    return plan.ciphers ? cipher : CipherChoice{};
}

void append_words(const sheet::StateRecord& state, Bytes bytes, std::vector<std::uint8_t>& output) {
    for (Bytes i = 0; i < bytes; ++i) {
        output.push_back(static_cast<std::uint8_t>(state.inner_digest[i / 4] >> (8 * (i % 4))));
    }
}

}  // namespace

BasicPlan basic_plan(const sheet::Descriptor& command, const sheet::SaRecord& sa) {
    const std::uint32_t opcode = sa.cmd0 & sheet::cmd0::opcode_mask;
    BasicPlan plan;
    plan.ciphers = opcode != sheet::cmd0::opcode_hash;
    plan.hashes = opcode != sheet::cmd0::opcode_crypt;
    plan.inbound = (sa.cmd0 & sheet::cmd0::inbound) != 0;
    plan.length = command.length & sheet::length::bytes_mask;
    if (plan.hashes) {
        // Software sets hash_final on a hash's last descriptor; a combined packet is always whole.
        plan.final_hash = plan.ciphers || (command.ctrl_stat & sheet::ctrl_stat::hash_final) != 0;
        plan.digest_bytes = Bytes{(sa.cmd0 >> sheet::cmd0::digest_words_shift) & 0xFU} * 4;
    }
    if (plan.ciphers && plan.hashes) {
        plan.offset = Bytes{(sa.cmd1 >> sheet::cmd1::hash_crypt_offset_shift) & 0xFFU} * 4;
    }
    return plan;
}

BasicOperation::BasicOperation(const BasicPlan& plan, const CipherChoice& cipher,
                               const sheet::SaRecord& sa, const sheet::StateRecord& state,
                               const CoreCycles& cycles)
    : plan_(plan),
      sa_(sa),
      state_(state),
      cipher_(choice_for(plan, cipher),
              std::span(state_.iv).first(choice_for(plan, cipher).iv_bytes()), cycles),
      hash_(sa, state, cycles) {}

Bytes BasicOperation::input_bytes() const {
    return plan_.length + (compares() ? plan_.digest_bytes : 0);
}

Work BasicOperation::feed(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output) {
    Work work;
    while (!piece.empty()) {
        const Bytes end = taken_ < plan_.offset   ? plan_.offset
                          : taken_ < plan_.length ? plan_.length
                                                  : input_bytes();
        const auto part = piece.first(std::min<Bytes>(piece.size(), end - taken_));
        if (taken_ >= plan_.length) {
            expected_.insert(expected_.end(), part.begin(), part.end());
        } else if (taken_ < plan_.offset || !plan_.ciphers) {
            work += hash_only(part, output);
        } else {
            work += crypt(part, output);
        }
        taken_ += part.size();
        piece = piece.subspan(part.size());
    }
    return work;
}

Work BasicOperation::hash_only(std::span<const std::uint8_t> piece,
                               std::vector<std::uint8_t>& output) {
    if (plan_.ciphers && (sa_.cmd1 & sheet::cmd1::copy_header) != 0) {
        output.insert(output.end(), piece.begin(), piece.end());
    }
    return {0, hash_.update(piece)};
}

Work BasicOperation::crypt(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output) {
    Work work;
    const std::size_t before = output.size();
    work.cipher = cipher_.update(piece, output);
    if (plan_.hashes) {
        work.hash = hash_.update(
            plan_.inbound ? piece : std::span<const std::uint8_t>(output).subspan(before));
    }
    return work;
}

Work BasicOperation::finish(std::vector<std::uint8_t>& output) {
    Work work;
    if (plan_.hashes && plan_.final_hash) {
        work.hash = hash_.finish();
    }
    save_state();
    if (plan_.hashes && plan_.final_hash && !hash_.is_null()) {
        use_digest(output);
    }
    return work;
}

void BasicOperation::use_digest(std::vector<std::uint8_t>& output) {
    const Bytes bytes = std::min<Bytes>(plan_.digest_bytes, hash_.digest().size());
    if (compares()) {
        const bool authentic =
            std::ranges::equal(std::span(hash_.digest()).first(bytes), expected_);
        if (!authentic) {
            outcome_.error |= sheet::ctrl_stat::authentication_error;
        }
    } else if ((sa_.cmd1 & sheet::cmd1::copy_digest) != 0) {
        sheet::StateRecord digest;
        hash_.save(digest);
        append_words(digest, bytes, output);
    }
}

void BasicOperation::save_state() {
    if (!changes_state(sa_)) {
        return;
    }
    if ((sa_.cmd0 & sheet::cmd0::save_iv) != 0) {
        std::ranges::copy(cipher_.next_iv(), state_.iv.begin());
    }
    if ((sa_.cmd0 & sheet::cmd0::save_hash) != 0) {
        hash_.save(state_);
    }
    outcome_.state = state_;
}

}  // namespace lookaside::eip93
