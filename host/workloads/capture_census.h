// SPDX-License-Identifier: Apache-2.0
// What a capture holds, and which of its frames cannot be replayed and why.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace lookaside::workloads {

/// Frames are numbered from 1, as Wireshark and tcpdump do.
struct CaptureCensus {
    struct Truncated {
        std::uint64_t frame;
        Bytes captured;  // of the frame
        Bytes length;    // of the frame on the wire
    };
    struct Malformed {
        std::uint64_t frame;
        std::string_view reason;
    };
    struct TooLarge {
        std::uint64_t frame;
        Bytes packet;
    };

    std::string link_type;  // libpcap's description
    std::uint64_t frames = 0;
    std::uint64_t ipv4 = 0;                       // packets to replay
    std::uint64_t ipv6 = 0;                       // packets to replay
    Bytes bytes = 0;                              // of the packets to replay
    Bytes limit = 0;                              // largest packet that can be replayed
    std::map<std::string, std::uint64_t> not_ip;  // frames by protocol
    std::vector<Truncated> truncated;             // cut off by the snapshot length
    std::vector<Malformed> malformed;
    std::vector<TooLarge> too_large;  // above the limit

    std::uint64_t packets() const { return ipv4 + ipv6; }
};

/// One line for the totals and one for each kind of frame left out; of these at most `named` frames
/// are named, the others counted.
std::vector<std::string> describe(const CaptureCensus& census, std::size_t named = 10);

}  // namespace lookaside::workloads
