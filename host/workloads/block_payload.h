// SPDX-License-Identifier: Apache-2.0
// The bytes a block job sends: cheap to make, and no two payloads alike.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/units.h"

namespace lookaside::workloads {

/// A random template with the payload's number stamped into every sector: random bytes for each
/// request would cost as much time as the rest of its simulation.
class BlockPayload {
  public:
    BlockPayload(Bytes size, std::uint64_t seed) : template_(size) { Random(seed).fill(template_); }

    Bytes size() const { return template_.size(); }
    /// Writes payload `number`; the same number gives the same bytes. `bytes` has the template's
    /// size.
    void fill(std::uint64_t number, std::span<std::uint8_t> bytes) const {
        std::memcpy(bytes.data(), template_.data(), template_.size());
        for (std::size_t at = 0; at < bytes.size(); at += sector) {
            // Sectors of one payload differ too, so that swapped ones are noticed.
            store(number << sector_bits | at / sector, bytes.subspan(at));
        }
    }

  private:
    static constexpr std::size_t sector = 512;
    static constexpr unsigned sector_bits = 8;

    /// Little endian whatever the machine.
    static void store(std::uint64_t value, std::span<std::uint8_t> bytes) {
        for (std::size_t i = 0; i < sizeof value; ++i, value >>= 8) {
            bytes[i] = static_cast<std::uint8_t>(value);
        }
    }

    std::vector<std::uint8_t> template_;
};

}  // namespace lookaside::workloads
