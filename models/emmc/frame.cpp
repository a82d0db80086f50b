// SPDX-License-Identifier: Apache-2.0
#include "models/emmc/frame.h"

#include <algorithm>

#include "models/emmc/crc.h"

namespace lookaside::emmc {
namespace {

Frame short_frame(unsigned first, std::uint32_t word) {
    Frame frame;
    frame.bytes[0] = static_cast<std::uint8_t>(first);
    for (unsigned i = 0; i < 4; ++i) {
        frame.bytes[1 + i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
    }
    return frame;
}

Frame with_crc(Frame frame) {
    frame.bytes[5] = static_cast<std::uint8_t>(crc7(frame.view().first(5)) << 1 | 1);
    return frame;
}

}  // namespace

bool Frame::crc_fits() const {
    const std::size_t skipped = size == 6 ? 0 : 1;
    const auto covered = view().subspan(skipped, size - 1U - skipped);
    return crc7(covered) == bytes[size - 1U] >> 1;
}

Frame command_frame(unsigned index, std::uint32_t argument) {
    return with_crc(short_frame(0x40U | index, argument));
}

Frame r1_frame(unsigned index, std::uint32_t status) {
    return with_crc(short_frame(index, status));
}

Frame r2_frame(std::span<const std::uint8_t, 16> register_bits) {
    Frame frame;
    frame.size = 17;
    frame.bytes[0] = 0x3F;
    std::copy(register_bits.begin(), register_bits.end(), frame.bytes.begin() + 1);
    return frame;
}

Frame r3_frame(std::uint32_t ocr) {
    Frame frame = short_frame(0x3F, ocr);
    frame.bytes[5] = 0xFF;
    return frame;
}

Frame wired_and(const Frame& a, const Frame& b) {
    Frame frame;
    frame.size = std::max(a.size, b.size);
    for (std::size_t i = 0; i < frame.size; ++i) {
        const unsigned left = i < a.size ? a.bytes[i] : 0xFFU;
        const unsigned right = i < b.size ? b.bytes[i] : 0xFFU;
        frame.bytes[i] = static_cast<std::uint8_t>(left & right);
    }
    return frame;
}

ResponseKind response_of(unsigned index, std::uint32_t argument) {
    switch (index) {
        case 0:
        case 4:
        case 15:
            return ResponseKind::none;
        case 1:
            return ResponseKind::r3;
        case 2:
        case 9:
        case 10:
            return ResponseKind::r2;
        case 7:
            return argument >> 16 == 0 ? ResponseKind::none : ResponseKind::r1b;
        case 5:
        case 6:
        case 12:
        case 28:
        case 29:
        case 38:
        case 48:
            return ResponseKind::r1b;
        default:
            return ResponseKind::r1;
    }
}

}  // namespace lookaside::emmc
