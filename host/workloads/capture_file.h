// SPDX-License-Identifier: Apache-2.0
// Reads the IP packets out of a pcap or pcapng file.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/units.h"
#include "host/workloads/capture_census.h"

namespace lookaside::workloads {

struct CapturedPacket {
    std::uint64_t frame = 0;          // its number in the file, from 1
    std::chrono::nanoseconds at{0};   // after the first packet to replay; negative if the file's
                                      // timestamps go back
    std::vector<std::uint8_t> bytes;  // IP header to the end of the IP packet
};

struct Capture {
    std::vector<CapturedPacket> packets;  // in file order, at least one
    CaptureCensus census;
};

/// Reads a whole capture; packets above `limit` bytes are left out and named in the census. Throws
/// InputError, with the file, what is wrong and the fix: the file is missing, unreadable, empty, of
/// an unknown format or link type, ends in the middle of a packet, or has no packet to replay.
Capture read_capture(const std::filesystem::path& path, Bytes limit);

}  // namespace lookaside::workloads
