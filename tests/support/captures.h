// SPDX-License-Identifier: Apache-2.0
// Capture files and frames that tests make byte by byte, without libpcap.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lookaside::testing {

using CaptureBytes = std::vector<std::uint8_t>;

/// A folder of its own for a test's files, removed with it.
class ScratchFolder {
  public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::filesystem::path path(const std::string& name) const { return folder_ / name; }
    /// Writes a file and returns its path.
    std::filesystem::path write(const std::string& name, const CaptureBytes& bytes) const;

  private:
    std::filesystem::path folder_;
};

CaptureBytes read_file(const std::filesystem::path& path);

// Savefile link types (tcpdump.org/linktypes.html).
inline constexpr std::uint32_t linktype_null = 0;
inline constexpr std::uint32_t linktype_ethernet = 1;
inline constexpr std::uint32_t linktype_raw = 101;
inline constexpr std::uint32_t linktype_linux_sll = 113;
inline constexpr std::uint32_t linktype_linux_sll2 = 276;

struct Frame {
    CaptureBytes bytes;
    std::uint64_t ns = 0;                        // timestamp
    std::optional<std::uint32_t> captured = {};  // snapshot length; unset: the whole frame
};

/// How a pcap file is written.
struct PcapFormat {
    std::uint32_t link_type = linktype_ethernet;
    bool nanoseconds = false;
    bool big_endian = false;
};
CaptureBytes pcap_file(const std::vector<Frame>& frames, PcapFormat format = {});

/// A pcapng file: section header, one interface description, enhanced packet blocks; timestamps in
/// microseconds, the format's default.
CaptureBytes pcapng_file(const std::vector<Frame>& frames,
                         std::uint32_t link_type = linktype_ethernet);

/// IP packets with arbitrary payload; `bytes` is the whole packet.
CaptureBytes ipv4(std::size_t bytes, std::uint64_t seed = 1);
CaptureBytes ipv6(std::size_t bytes, std::uint64_t seed = 1);

/// Ethernet II around a packet, `padded_to` at least so many bytes.
CaptureBytes ethernet(std::uint16_t type, const CaptureBytes& packet, std::size_t padded_to = 0);
/// The same with VLAN tags, outermost first.
struct VlanTag {
    std::uint16_t type;
    std::uint16_t id;
};
CaptureBytes ethernet_vlan(const std::vector<VlanTag>& tags, std::uint16_t type,
                           const CaptureBytes& packet);
/// BSD loopback header with the address family in the given byte order.
CaptureBytes loopback(std::uint32_t family, bool big_endian, const CaptureBytes& packet);
/// Linux "cooked" headers, version 1 and 2.
CaptureBytes cooked(std::uint16_t protocol, const CaptureBytes& packet);
CaptureBytes cooked2(std::uint16_t protocol, const CaptureBytes& packet);
/// An ARP request in its Ethernet frame.
CaptureBytes arp();

}  // namespace lookaside::testing
