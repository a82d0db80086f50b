// SPDX-License-Identifier: Apache-2.0
#include "models/eip93/cipher_unit.h"

namespace lookaside::eip93 {

namespace sheet = datasheet::eip93;

namespace {

BlockAlgorithm algorithm_of(sheet::Cipher cipher) {
    switch (cipher) {
        case sheet::Cipher::des:
            return BlockAlgorithm::des;
        case sheet::Cipher::triple_des:
            return BlockAlgorithm::triple_des;
        default:
            return BlockAlgorithm::aes;
    }
}

BlockMode mode_of(sheet::CipherMode mode) {
    switch (mode) {
        case sheet::CipherMode::ecb:
            return BlockMode::ecb;
        case sheet::CipherMode::cbc:
            return BlockMode::cbc;
        default:
            return BlockMode::ctr;
    }
}

Cycles block_cycles(const CipherChoice& choice, const CoreCycles& cycles) {
    switch (choice.cipher) {
        case sheet::Cipher::des:
            return cycles.des_block;
        case sheet::Cipher::triple_des:
            return cycles.triple_des_block;
        case sheet::Cipher::aes:
            // FIPS 197: 10, 12 and 14 rounds.
            return cycles.aes_block + cycles.aes_round * (choice.key.size() / 4 + 6);
        default:
            return 0;
    }
}

}  // namespace

std::optional<CipherChoice> cipher_choice(const sheet::SaRecord& sa) {
    CipherChoice choice;
    choice.cipher = static_cast<sheet::Cipher>((sa.cmd0 >> sheet::cmd0::cipher_shift) & 0xFU);
    choice.mode = static_cast<sheet::CipherMode>((sa.cmd1 >> sheet::cmd1::mode_shift) & 3U);
    choice.encrypt = (sa.cmd0 & sheet::cmd0::inbound) == 0;
    const bool counter =
        choice.mode == sheet::CipherMode::ctr || choice.mode == sheet::CipherMode::icm;
    Bytes key_length = 0;
    switch (choice.cipher) {
        case sheet::Cipher::des:
            key_length = 8;
            break;
        case sheet::Cipher::triple_des:
            key_length = 24;
            break;
        case sheet::Cipher::aes:
            key_length = Bytes{(sa.cmd1 >> sheet::cmd1::aes_key_shift) & 7U} * 8;
            break;
        case sheet::Cipher::null:
            return choice;
        default:
            return std::nullopt;
    }
    if ((counter && choice.cipher != sheet::Cipher::aes) ||
        !is_key_length(algorithm_of(choice.cipher), key_length)) {
        return std::nullopt;
    }
    choice.key = std::span(sa.key).first(key_length);
    return choice;
}

Bytes CipherChoice::granularity() const {
    const bool blocks = mode == sheet::CipherMode::ecb || mode == sheet::CipherMode::cbc;
    return cipher == sheet::Cipher::null || !blocks ? 1 : block_bytes(algorithm_of(cipher));
}

Bytes CipherChoice::iv_bytes() const {
    if (cipher == sheet::Cipher::null || mode == sheet::CipherMode::ecb) {
        return 0;
    }
    return block_bytes(algorithm_of(cipher));
}

CipherUnit::CipherUnit(const CipherChoice& choice, std::span<const std::uint8_t> iv,
                       const CoreCycles& cycles) {
    if (choice.cipher != sheet::Cipher::null) {
        const BlockAlgorithm algorithm = algorithm_of(choice.cipher);
        stream_.emplace(algorithm, mode_of(choice.mode), choice.encrypt, choice.key, iv);
        block_ = block_bytes(algorithm);
        cycles_per_block_ = block_cycles(choice, cycles);
    }
}

Cycles CipherUnit::update(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output) {
    if (!stream_) {
        output.insert(output.end(), piece.begin(), piece.end());
        return 0;
    }
    const Bytes before = (taken_ + block_ - 1) / block_;
    taken_ += piece.size();
    stream_->update(piece, output);
    return ((taken_ + block_ - 1) / block_ - before) * cycles_per_block_;
}

std::vector<std::uint8_t> CipherUnit::next_iv() const {
    return stream_ ? stream_->next_iv() : std::vector<std::uint8_t>{};
}

}  // namespace lookaside::eip93
