// SPDX-License-Identifier: Apache-2.0
// Writes IP packets to a pcap file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "base/units.h"

namespace lookaside::workloads {

/// A pcap file of raw IP packets (LINKTYPE_RAW) with nanosecond timestamps, time 0 being the epoch.
/// It is written beside its place under a temporary name and appears there at commit(); without one
/// nothing is left. The same packets at the same times give the same bytes.
class CaptureWriter {
  public:
    /// Throws InputError if the file cannot be made.
    explicit CaptureWriter(std::filesystem::path path);
    ~CaptureWriter();
    CaptureWriter(const CaptureWriter&) = delete;
    CaptureWriter& operator=(const CaptureWriter&) = delete;

    /// Appends a packet of at most 65,535 bytes.
    void write(SimTime at, std::span<const std::uint8_t> packet);
    /// Closes the file and gives it its name. Throws InputError if the disk did not take it all.
    void commit();

  private:
    struct Handles;

    std::filesystem::path path_;
    std::filesystem::path temporary_;
    std::unique_ptr<Handles> handles_;
};

}  // namespace lookaside::workloads
