// SPDX-License-Identifier: Apache-2.0
// Opens encrypted packets with OpenSSL and compares them with what went in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "host/stacks/esp/esp_tunnel.h"
#include "host/stacks/esp/reference_cipher.h"

namespace lookaside::workloads {

/// The receiver's view of a tunnel: everything but the sequence number's high half is taken from
/// the packet. Costs no simulated time.
class CaptureVerifier {
  public:
    explicit CaptureVerifier(const esp::SecurityAssociation& sa);

    /// True if `packet` is an ESP packet of the SA with this sequence number, its ICV is right, and
    /// it holds `inner` and nothing but regular padding.
    bool holds(std::span<const std::uint8_t> packet, std::uint64_t sequence,
               std::span<const std::uint8_t> inner);

  private:
    esp::EspTunnel tunnel_;
    esp::ReferenceCipher cipher_;
    std::vector<std::uint8_t> plain_;
};

}  // namespace lookaside::workloads
