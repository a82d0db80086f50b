// SPDX-License-Identifier: Apache-2.0
// TLP headers as bytes (PCIe Base Specification 2.2).
#include <bit>

#include "base/error.h"
#include "models/pcie/tlp.h"

namespace lookaside::pcie {
namespace {

// Fmt[2:0] and Type[4:0] in byte 0 (table 2-3).
constexpr std::uint8_t fmt_with_data = 0x40;
constexpr std::uint8_t fmt_four_dw = 0x20;
constexpr std::uint8_t type_mask = 0x1F;
constexpr std::uint8_t type_memory = 0x00;
constexpr std::uint8_t type_config0 = 0x04;
constexpr std::uint8_t type_completion = 0x0A;
// Byte 1: T9 and T8 of a 10-bit tag.
constexpr std::uint8_t tag_bit9 = 0x80;
constexpr std::uint8_t tag_bit8 = 0x08;
// Byte 2.
constexpr std::uint8_t error_poisoned = 0x40;
constexpr std::uint8_t attr_relaxed = 0x20;

std::uint8_t fmt_type(const Tlp& tlp) {
    const std::uint8_t size = tlp.has_long_header() ? fmt_four_dw : 0;
    const std::uint8_t data = has_payload(tlp.type) ? fmt_with_data : 0;
    std::uint8_t type = type_memory;
    if (tlp.kind() == TlpClass::completion) {
        type = type_completion;
    } else if (tlp.type == TlpType::config_read0 || tlp.type == TlpType::config_write0) {
        type = type_config0;
    }
    return static_cast<std::uint8_t>(size | data | type);
}

TlpType type_of(std::uint8_t byte) {
    const bool data = (byte & fmt_with_data) != 0;
    switch (byte & type_mask) {
        case type_memory:
            return data ? TlpType::memory_write : TlpType::memory_read;
        case type_config0:
            return data ? TlpType::config_write0 : TlpType::config_read0;
        case type_completion:
            return data ? TlpType::completion_data : TlpType::completion;
        default:
            throw SimulationError("a TLP header has a Fmt/Type that is not modelled");
    }
}

// Completion status codes (table 2-29).
std::uint8_t status_code(CompletionStatus status) {
    switch (status) {
        case CompletionStatus::unsupported_request:
            return 1;
        case CompletionStatus::completer_abort:
            return 4;
        default:
            return 0;
    }
}
CompletionStatus status_of(unsigned code) {
    switch (code) {
        case 0:
            return CompletionStatus::successful;
        case 4:
            return CompletionStatus::completer_abort;
        default:
            return CompletionStatus::unsupported_request;
    }
}

void append16(std::vector<std::uint8_t>& bytes, std::uint64_t value) {
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
    bytes.push_back(static_cast<std::uint8_t>(value));
}
void append32(std::vector<std::uint8_t>& bytes, std::uint64_t value) {
    append16(bytes, value >> 16);
    append16(bytes, value);
}
std::uint64_t big_endian(std::span<const std::uint8_t> bytes) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : bytes) {
        value = value << 8 | byte;
    }
    return value;
}

std::uint16_t tag(std::uint8_t upper, std::uint8_t lower) {
    const unsigned bits =
        ((upper & tag_bit9) != 0 ? 0x200U : 0U) | ((upper & tag_bit8) != 0 ? 0x100U : 0U) | lower;
    return static_cast<std::uint16_t>(bits);
}

// Bytes that the enables select between the first and the last one set.
Bytes enabled_bytes(const Tlp& tlp) {
    const auto lead = static_cast<unsigned>(std::countr_zero(tlp.first_be));
    const auto trail = static_cast<unsigned>(
        std::countl_zero(tlp.length_dw == 1 ? tlp.first_be : tlp.last_be) - 4);
    return tlp.first_be == 0 ? 0 : Bytes{4} * tlp.length_dw - lead - trail;
}

}  // namespace

std::vector<std::uint8_t> encode_header(const Tlp& tlp) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(16);
    bytes.push_back(fmt_type(tlp));
    bytes.push_back(static_cast<std::uint8_t>(((tlp.tag & 0x200) != 0 ? tag_bit9 : 0) |
                                              ((tlp.tag & 0x100) != 0 ? tag_bit8 : 0)));  // TC 0
    const unsigned length = has_payload(tlp.type) || tlp.kind() != TlpClass::completion
                                ? tlp.length_dw & 0x3FFU  // 1024 is encoded as 0
                                : 0;
    bytes.push_back(static_cast<std::uint8_t>((tlp.poisoned ? error_poisoned : 0) |
                                              (tlp.relaxed_ordering ? attr_relaxed : 0) |
                                              (length >> 8)));
    bytes.push_back(static_cast<std::uint8_t>(length));
    if (tlp.kind() == TlpClass::completion) {
        append16(bytes, tlp.completer);
        append16(bytes, static_cast<unsigned>(status_code(tlp.status)) << 13 |
                            (tlp.byte_count & 0xFFFU));  // 4096 is encoded as 0
        append16(bytes, tlp.requester);
        bytes.push_back(static_cast<std::uint8_t>(tlp.tag));
        bytes.push_back(static_cast<std::uint8_t>(tlp.address & 0x7F));
        return bytes;
    }
    append16(bytes, tlp.requester);
    bytes.push_back(static_cast<std::uint8_t>(tlp.tag));
    bytes.push_back(static_cast<std::uint8_t>(tlp.last_be << 4 | tlp.first_be));
    if (tlp.type == TlpType::config_read0 || tlp.type == TlpType::config_write0) {
        append16(bytes, tlp.completer);
        append16(bytes, tlp.address & 0xFFC);
        return bytes;
    }
    if (tlp.has_long_header()) {
        append32(bytes, tlp.address >> 32);
    }
    append32(bytes, tlp.address & 0xFFFFFFFC);
    return bytes;
}

void decode_header(std::span<const std::uint8_t> header, Tlp& tlp) {
    const std::size_t size = !header.empty() && (header[0] & fmt_four_dw) != 0 ? 16 : 12;
    if (header.size() < size) {
        throw SimulationError("a TLP header is too short");
    }
    tlp.type = type_of(header[0]);
    tlp.poisoned = (header[2] & error_poisoned) != 0;
    tlp.relaxed_ordering = (header[2] & attr_relaxed) != 0;
    const auto length = static_cast<std::uint16_t>((header[2] & 3U) << 8 | header[3]);
    tlp.length_dw = length == 0 ? std::uint16_t{1024} : length;
    if (tlp.kind() == TlpClass::completion) {
        tlp.completer = static_cast<DeviceId>(big_endian(header.subspan(4, 2)));
        const auto word = static_cast<unsigned>(big_endian(header.subspan(6, 2)));
        tlp.status = status_of(word >> 13);
        tlp.byte_count = static_cast<std::uint16_t>((word & 0xFFF) == 0 ? 4096 : word & 0xFFF);
        tlp.requester = static_cast<DeviceId>(big_endian(header.subspan(8, 2)));
        tlp.tag = tag(header[1], header[10]);
        tlp.address = header[11] & 0x7F;
        return;
    }
    tlp.requester = static_cast<DeviceId>(big_endian(header.subspan(4, 2)));
    tlp.tag = tag(header[1], header[6]);
    const auto first = static_cast<std::uint8_t>(header[7] & 0xF);
    const auto last = static_cast<std::uint8_t>(header[7] >> 4);
    if (tlp.type == TlpType::config_read0 || tlp.type == TlpType::config_write0) {
        tlp.completer = static_cast<DeviceId>(big_endian(header.subspan(8, 2)));
        tlp.address = big_endian(header.subspan(10, 2));
    } else {
        tlp.address = big_endian(header.subspan(8, size - 8));
    }
    tlp.first_be = first;
    tlp.last_be = last;
    const Bytes length_bytes = enabled_bytes(tlp);
    tlp.set_extent(tlp.address + static_cast<unsigned>(std::countr_zero(first) & 3), length_bytes);
}

}  // namespace lookaside::pcie
