// SPDX-License-Identifier: Apache-2.0
#include "models/emmc/arbitration.h"

#include <cstddef>

#include "models/emmc/bus_parameters.h"

namespace lookaside::emmc {
namespace {

bool bit_of(const Frame& frame, unsigned bit) {
    return (frame.bytes[bit / 8] >> (7 - bit % 8) & 1) != 0;
}

}  // namespace

ArbitrationResult arbitrate(std::span<const Frame> contenders) {
    ArbitrationResult result{{}, std::vector<bool>(contenders.size(), true)};
    result.wire.size = 17;
    for (unsigned bit = 0; bit < long_frame_clocks; ++bit) {
        bool wire = true;
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            wire = wire && (!result.won[i] || bit_of(contenders[i], bit));
        }
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            if (bit_of(contenders[i], bit) && !wire) {
                result.won[i] = false;
            }
        }
        auto& byte = result.wire.bytes[bit / 8];
        byte = static_cast<std::uint8_t>(byte << 1 | (wire ? 1 : 0));
    }
    return result;
}

}  // namespace lookaside::emmc
