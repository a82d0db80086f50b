// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/capture_verifier.h"

#include <algorithm>

#include "host/stacks/esp/byte_order.h"

namespace lookaside::workloads {

CaptureVerifier::CaptureVerifier(const esp::SecurityAssociation& sa) : tunnel_(sa), cipher_(sa) {}

bool CaptureVerifier::holds(std::span<const std::uint8_t> packet, std::uint64_t sequence,
                            std::span<const std::uint8_t> inner) {
    using esp::load_big_endian;
    const auto outer = esp::outer_header_bytes(packet);
    if (!outer) {
        return false;
    }
    const esp::PacketLayout where(*outer, inner.size(), esp::sizes_of(tunnel_.sa().suite));
    if (packet.size() != where.total_bytes() ||
        load_big_endian<std::uint32_t>(packet, where.esp_offset()) != tunnel_.sa().spi ||
        load_big_endian<std::uint32_t>(packet, where.esp_offset() + 4) !=
            static_cast<std::uint32_t>(sequence)) {
        return false;
    }
    const auto inputs =
        tunnel_.cipher_inputs(sequence, packet.subspan(where.iv_offset(), where.iv_bytes()));
    const auto payload = packet.subspan(where.payload_offset(), where.payload_bytes());
    plain_.assign(payload.begin(), payload.end());
    if (!cipher_.open(inputs, plain_, packet.subspan(where.icv_offset(), where.icv_bytes()))) {
        return false;
    }
    const auto found = esp::EspTunnel::decapsulate(plain_);
    return found && std::ranges::equal(*found, inner);
}

}  // namespace lookaside::workloads
