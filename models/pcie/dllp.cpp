// SPDX-License-Identifier: Apache-2.0
#include "models/pcie/dllp.h"

#include "models/pcie/crc.h"

namespace lookaside::pcie {

const char* name_of(DllpType type) {
    switch (type) {
        case DllpType::ack:
            return "Ack";
        case DllpType::nak:
            return "Nak";
        case DllpType::init_fc1:
            return "InitFC1";
        case DllpType::init_fc2:
            return "InitFC2";
        case DllpType::update_fc:
            return "UpdateFC";
    }
    return "?";
}

std::array<std::uint8_t, 6> encode(const Dllp& dllp) {
    std::array<std::uint8_t, 6> bytes{};
    if (dllp.type == DllpType::ack || dllp.type == DllpType::nak) {
        bytes[0] = dllp.type == DllpType::ack ? 0x00 : 0x10;
        bytes[2] = static_cast<std::uint8_t>(dllp.sequence >> 8);
        bytes[3] = static_cast<std::uint8_t>(dllp.sequence);
    } else {
        // Type codes 0100 InitFC1, 1100 InitFC2, 1000 UpdateFC; then class; VC 0.
        const unsigned base = dllp.type == DllpType::init_fc1   ? 0x40
                              : dllp.type == DllpType::init_fc2 ? 0xC0
                                                                : 0x80;
        const unsigned scale = dllp.scale_bits == 0 ? 0 : dllp.scale_bits / 2 + 1;
        const unsigned headers = (dllp.credits.headers >> dllp.scale_bits) & 0xFF;
        const unsigned data = (dllp.credits.data >> dllp.scale_bits) & 0xFFF;
        bytes[0] = static_cast<std::uint8_t>(base | static_cast<unsigned>(dllp.kind) << 4);
        bytes[1] = static_cast<std::uint8_t>(scale << 6 | headers >> 2);
        bytes[2] = static_cast<std::uint8_t>((headers & 3) << 6 | scale << 4 | data >> 8);
        bytes[3] = static_cast<std::uint8_t>(data);
    }
    const std::uint16_t crc = crc16({bytes.data(), 4});
    bytes[4] = static_cast<std::uint8_t>(crc >> 8);
    bytes[5] = static_cast<std::uint8_t>(crc);
    return bytes;
}

}  // namespace lookaside::pcie
