// SPDX-License-Identifier: Apache-2.0
#include "models/eip93/esp_outbound.h"

namespace lookaside::eip93 {

namespace sheet = datasheet::eip93;

namespace {

std::vector<std::uint8_t> make_iv(const EspShape& shape, const sheet::SaRecord& sa,
                                  const sheet::StateRecord& state, Random& prng) {
    std::vector<std::uint8_t> iv(shape.iv_bytes);
    if ((sa.cmd0 & sheet::cmd0::iv_mask) == sheet::cmd0::iv_prng) {
        prng.fill(iv);
    } else {
        std::copy_n(state.iv.begin(), iv.size(), iv.begin());
    }
    return iv;
}

void append_big_endian(std::vector<std::uint8_t>& output, std::uint32_t word) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        output.push_back(static_cast<std::uint8_t>(word >> shift));
    }
}

}  // namespace

EspOutbound::EspOutbound(const EspShape& shape, const CipherChoice& cipher,
                         const sheet::SaRecord& sa, const sheet::StateRecord& state,
                         OperationContext& context)
    : shape_(shape),
      sa_(sa),
      iv_(make_iv(shape, sa, state, context.prng)),
      cipher_(cipher, esp_start_block(sa, cipher, iv_), context.cycles),
      hash_(sa, state, context.cycles) {
    ++sa_.sequence[0];
    outcome_.sa = sa_;
}

Work EspOutbound::put_header(std::vector<std::uint8_t>& output) {
    header_done_ = true;
    const std::size_t before = output.size();
    append_big_endian(output, sa_.spi);
    append_big_endian(output, sa_.sequence[0]);
    output.insert(output.end(), iv_.begin(), iv_.end());
    return {0, hash_.update(std::span<const std::uint8_t>(output).subspan(before))};
}

Work EspOutbound::crypt(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output) {
    const std::size_t before = output.size();
    Work work;
    work.cipher = cipher_.update(piece, output);
    work.hash = hash_.update(std::span<const std::uint8_t>(output).subspan(before));
    return work;
}

Work EspOutbound::feed(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output) {
    Work work;
    if (!header_done_) {
        work += put_header(output);
    }
    work += crypt(piece, output);
    return work;
}

Work EspOutbound::finish(std::vector<std::uint8_t>& output) {
    const Bytes with_trailer = shape_.length + esp_trailer_bytes;
    const Bytes padding = (shape_.alignment - with_trailer % shape_.alignment) % shape_.alignment;
    std::vector<std::uint8_t> trailer;
    for (Bytes i = 1; i <= padding; ++i) {
        trailer.push_back(static_cast<std::uint8_t>(i));
    }
    trailer.push_back(static_cast<std::uint8_t>(padding));
    trailer.push_back(shape_.pad_value);
    Work work = crypt(trailer, output);
    work.hash += hash_.finish();
    const Bytes icv = std::min<Bytes>(shape_.icv_bytes, hash_.digest().size());
    output.insert(output.end(), hash_.digest().begin(),
                  hash_.digest().begin() + static_cast<std::ptrdiff_t>(icv));
    return work;
}

}  // namespace lookaside::eip93
