// SPDX-License-Identifier: Apache-2.0
// A receiver of ESP tunnel packets that shares nothing with the stack: libpcap and OpenSSL alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/units.h"
#include "host/stacks/esp/security_association.h"
#include "tests/support/captures.h"

namespace lookaside::testing {

struct WirePacket {
    SimTime at;
    CaptureBytes bytes;
};

/// The packets of a raw-IP capture.
std::vector<WirePacket> read_with_libpcap(const std::filesystem::path& path);

/// The inner packet, by RFC 4303 and 4106; empty if the ICV is wrong. `sequence_high`: the half of
/// an extended sequence number that the packet does not carry.
CaptureBytes open_with_openssl(const esp::SecurityAssociation& sa, std::uint32_t sequence_high,
                               const CaptureBytes& packet);

}  // namespace lookaside::testing
