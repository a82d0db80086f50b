// SPDX-License-Identifier: Apache-2.0
#include "models/pcie/crc.h"

namespace lookaside::pcie {
namespace {

// Least significant bit first, so the polynomials are bit-reversed.
constexpr std::uint16_t polynomial16 = 0xD008;      // 100Bh
constexpr std::uint32_t polynomial32 = 0xEDB88320;  // 04C11DB7h

template <typename Word>
Word reflected_crc(std::span<const std::uint8_t> bytes, Word polynomial) {
    Word crc = static_cast<Word>(~Word{0});
    for (const std::uint8_t byte : bytes) {
        crc = static_cast<Word>(crc ^ byte);
        for (int bit = 0; bit < 8; ++bit) {
            crc = static_cast<Word>((crc >> 1) ^ ((crc & 1) != 0 ? polynomial : Word{0}));
        }
    }
    return static_cast<Word>(~crc);
}

}  // namespace

std::uint16_t crc16(std::span<const std::uint8_t> bytes) {
    return reflected_crc(bytes, polynomial16);
}

std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
    return reflected_crc(bytes, polynomial32);
}

std::vector<std::uint8_t> link_bytes(const Tlp& tlp, Sequence sequence) {
    std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(sequence >> 8),
                                    static_cast<std::uint8_t>(sequence)};
    const std::vector<std::uint8_t> header = encode_header(tlp);
    bytes.insert(bytes.end(), header.begin(), header.end());
    const auto payload = tlp.payload();
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    return bytes;
}

}  // namespace lookaside::pcie
