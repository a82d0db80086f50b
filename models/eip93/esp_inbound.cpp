// SPDX-License-Identifier: Apache-2.0
#include "models/eip93/esp_inbound.h"

#include <algorithm>

namespace lookaside::eip93 {

namespace sheet = datasheet::eip93;

namespace {

constexpr Bytes longest_trailer = 255 + esp_trailer_bytes;
constexpr std::uint32_t window = 64;  // bits of the SA record's sequence mask

std::uint32_t big_endian(std::span<const std::uint8_t> bytes) {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
           std::uint32_t{bytes[2]} << 8 | bytes[3];
}

}  // namespace

EspInbound::EspInbound(const EspShape& shape, const CipherChoice& cipher, const sheet::SaRecord& sa,
                       const sheet::StateRecord& state, const CoreCycles& cycles)
    : shape_(shape), choice_(cipher), sa_(sa), cycles_(cycles), hash_(sa, state, cycles) {
    choice_.key = std::span(sa_.key).first(cipher.key.size());
}

std::uint32_t EspInbound::sequence() const {
    return big_endian(std::span(head_).subspan(4));
}

bool EspInbound::is_fresh(std::uint32_t sequence) const {
    const std::uint32_t top = sa_.sequence[0];
    if (sequence > top) {
        return true;
    }
    const std::uint32_t behind = top - sequence;
    const std::uint64_t seen = sa_.sequence_mask[0] | std::uint64_t{sa_.sequence_mask[1]} << 32;
    return sequence != 0 && behind < window && ((seen >> behind) & 1U) == 0;
}

void EspInbound::advance_window(std::uint32_t sequence) {
    const std::uint32_t top = sa_.sequence[0];
    std::uint64_t seen = sa_.sequence_mask[0] | std::uint64_t{sa_.sequence_mask[1]} << 32;
    if (sequence > top) {
        const std::uint32_t steps = sequence - top;
        seen = steps < window ? seen << steps | 1U : 1U;
        sa_.sequence[0] = sequence;
    } else {
        seen |= std::uint64_t{1} << (top - sequence);
    }
    sa_.sequence_mask = {static_cast<std::uint32_t>(seen), static_cast<std::uint32_t>(seen >> 32)};
    outcome_.sa = sa_;
}

Work EspInbound::feed(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output) {
    Work work;
    const Bytes head = esp_header_bytes + shape_.iv_bytes;
    const Bytes body_end = shape_.length - shape_.icv_bytes;
    while (!piece.empty() && outcome_.error == 0) {
        const Bytes end = taken_ < head ? head : taken_ < body_end ? body_end : shape_.length;
        const auto part = piece.first(std::min<Bytes>(piece.size(), end - taken_));
        if (taken_ < head) {
            work += take_head(part, output);
        } else if (taken_ < body_end) {
            work += decrypt(part, output);
        } else {
            icv_.insert(icv_.end(), part.begin(), part.end());
        }
        taken_ += part.size();
        piece = piece.subspan(part.size());
    }
    return work;
}

Work EspInbound::take_head(std::span<const std::uint8_t> part, std::vector<std::uint8_t>& output) {
    head_.insert(head_.end(), part.begin(), part.end());
    const Work work{0, hash_.update(part)};
    if (head_.size() == esp_header_bytes + shape_.iv_bytes) {
        begin(output);
    }
    return work;
}

void EspInbound::begin(std::vector<std::uint8_t>& output) {
    if (big_endian(head_) != sa_.spi) {
        outcome_.error = error_bits(sheet::ExtendedError::spi);
    } else if ((sa_.cmd1 & sheet::cmd1::sequence_check) != 0 && !is_fresh(sequence())) {
        outcome_.error = sheet::ctrl_stat::sequence_error;
    } else {
        const auto iv = std::span(head_).subspan(esp_header_bytes);
        cipher_.emplace(choice_, esp_start_block(sa_, choice_, iv), cycles_);
        if ((sa_.cmd1 & sheet::cmd1::copy_header) != 0) {
            output.insert(output.end(), head_.begin(), head_.end());
        }
    }
}

Work EspInbound::decrypt(std::span<const std::uint8_t> part, std::vector<std::uint8_t>& output) {
    Work work;
    work.hash = hash_.update(part);
    work.cipher = cipher_->update(part, plain_);
    release_all_but(longest_trailer, output);
    return work;
}

void EspInbound::release_all_but(Bytes held, std::vector<std::uint8_t>& output) {
    if (plain_.size() > held) {
        const auto end = plain_.end() - static_cast<std::ptrdiff_t>(held);
        output.insert(output.end(), plain_.begin(), end);
        payload_ += plain_.size() - held;
        plain_.erase(plain_.begin(), end);
    }
}

bool EspInbound::authentic() const {
    const Bytes compared = std::min<Bytes>(icv_.size(), hash_.digest().size());
    return std::equal(icv_.begin(), icv_.begin() + static_cast<std::ptrdiff_t>(compared),
                      hash_.digest().begin());
}

Work EspInbound::finish(std::vector<std::uint8_t>& output) {
    Work work;
    if (outcome_.error != 0) {
        return work;
    }
    work.hash = hash_.finish();
    if (!authentic()) {
        outcome_.error = sheet::ctrl_stat::authentication_error;
        return work;
    }
    advance_window(sequence());
    strip_trailer(output);
    return work;
}

void EspInbound::strip_trailer(std::vector<std::uint8_t>& output) {
    const Bytes padding = plain_[plain_.size() - esp_trailer_bytes];
    outcome_.next_header = plain_.back();
    bool valid = padding + esp_trailer_bytes <= plain_.size();
    for (Bytes i = 1; valid && i <= padding; ++i) {
        valid = plain_[plain_.size() - esp_trailer_bytes - padding + i - 1] == i;
    }
    if (!valid) {
        outcome_.error = sheet::ctrl_stat::pad_error;
        return;
    }
    const Bytes trailer = padding + esp_trailer_bytes;
    const bool copies_pad = (sa_.cmd1 & sheet::cmd1::copy_pad) != 0;
    release_all_but(copies_pad ? 0 : trailer, output);
    if (copies_pad) {
        const bool copies_header = (sa_.cmd1 & sheet::cmd1::copy_header) != 0;
        outcome_.length = payload_ - trailer + (copies_header ? head_.size() : 0);
    }
}

}  // namespace lookaside::eip93
