// SPDX-License-Identifier: Apache-2.0
#include "tests/support/captures.h"

#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "base/random.h"

namespace lookaside::testing {
namespace {

// Appends integers in one byte order.
class Writer {
  public:
    explicit Writer(bool big_endian) : big_endian_(big_endian) {}

    Writer& u16(std::uint64_t value) { return integer(value, 2); }
    Writer& u32(std::uint64_t value) { return integer(value, 4); }
    Writer& bytes(const CaptureBytes& more) {
        std::ranges::copy(more, std::back_inserter(bytes_));
        return *this;
    }
    Writer& zeros(std::size_t count) {
        bytes_.resize(bytes_.size() + count);
        return *this;
    }
    CaptureBytes take() { return std::move(bytes_); }
    std::size_t size() const { return bytes_.size(); }

  private:
    Writer& integer(std::uint64_t value, unsigned size) {
        for (unsigned i = 0; i < size; ++i) {
            const unsigned shift = 8 * (big_endian_ ? size - 1 - i : i);
            bytes_.push_back(static_cast<std::uint8_t>(value >> shift));
        }
        return *this;
    }

    bool big_endian_;
    CaptureBytes bytes_;
};

CaptureBytes captured_part(const Frame& frame) {
    const std::size_t size =
        std::min<std::size_t>(frame.captured.value_or(0xFFFF'FFFF), frame.bytes.size());
    return {frame.bytes.begin(), frame.bytes.begin() + static_cast<std::ptrdiff_t>(size)};
}

// A pcapng block: type, length, body padded to 32 bits, length.
CaptureBytes block(std::uint32_t type, const CaptureBytes& body) {
    const std::size_t padding = (4 - body.size() % 4) % 4;
    const std::size_t length = 12 + body.size() + padding;
    return Writer(false).u32(type).u32(length).bytes(body).zeros(padding).u32(length).take();
}

CaptureBytes mac_addresses() {
    return {0x02, 0, 0, 0, 0, 0x02, 0x02, 0, 0, 0, 0, 0x01};  // locally administered
}

}  // namespace

ScratchFolder::ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "lookaside-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw std::runtime_error("cannot make a scratch folder");
    }
    folder_ = pattern;
}
ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

std::filesystem::path ScratchFolder::write(const std::string& name,
                                           const CaptureBytes& bytes) const {
    std::ofstream file(path(name), std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return path(name);
}

CaptureBytes read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

CaptureBytes pcap_file(const std::vector<Frame>& frames, PcapFormat format) {
    constexpr std::uint64_t ns_per_s = 1'000'000'000;
    Writer file(format.big_endian);
    file.u32(format.nanoseconds ? 0xA1B2'3C4D : 0xA1B2'C3D4).u16(2).u16(4).u32(0).u32(0);
    file.u32(262'144).u32(format.link_type);
    for (const auto& frame : frames) {
        const CaptureBytes captured = captured_part(frame);
        const std::uint64_t fraction = frame.ns % ns_per_s;
        file.u32(frame.ns / ns_per_s).u32(format.nanoseconds ? fraction : fraction / 1000);
        file.u32(captured.size()).u32(frame.bytes.size()).bytes(captured);
    }
    return file.take();
}

CaptureBytes pcapng_file(const std::vector<Frame>& frames, std::uint32_t link_type) {
    Writer file(false);
    // Section header: byte-order magic, version 1.0, unknown section length.
    file.bytes(block(
        0x0A0D'0D0A,
        Writer(false).u32(0x1A2B'3C4D).u16(1).u16(0).u32(0xFFFF'FFFF).u32(0xFFFF'FFFF).take()));
    file.bytes(block(1, Writer(false).u16(link_type).u16(0).u32(262'144).take()));
    for (const auto& frame : frames) {
        const CaptureBytes captured = captured_part(frame);
        const std::uint64_t us = frame.ns / 1000;
        file.bytes(block(6, Writer(false)
                                .u32(0)
                                .u32(us >> 32)
                                .u32(us)
                                .u32(captured.size())
                                .u32(frame.bytes.size())
                                .bytes(captured)
                                .take()));
    }
    return file.take();
}

CaptureBytes ipv4(std::size_t bytes, std::uint64_t seed) {
    CaptureBytes payload(bytes - 20);
    Random(seed).fill(payload);
    return Writer(true)
        .u16(0x4500)
        .u16(bytes)
        .u32(0x4000)  // identification 0, DF
        .u16(0x4011)  // TTL 64, UDP
        .u16(0)
        .u32(0xC000'0201)
        .u32(0xC633'6401)
        .bytes(payload)
        .take();
}

CaptureBytes ipv6(std::size_t bytes, std::uint64_t seed) {
    CaptureBytes payload(bytes - 40);
    Random(seed).fill(payload);
    return Writer(true)
        .u32(0x6000'0000)
        .u16(bytes - 40)
        .u16(0x1140)  // UDP, hop limit 64
        .u32(0x2001'0DB8)
        .zeros(12)
        .u32(0x2001'0DB8)
        .zeros(12)
        .bytes(payload)
        .take();
}

CaptureBytes ethernet(std::uint16_t type, const CaptureBytes& packet, std::size_t padded_to) {
    Writer frame(true);
    frame.bytes(mac_addresses()).u16(type).bytes(packet);
    frame.zeros(padded_to > frame.size() ? padded_to - frame.size() : 0);
    return frame.take();
}

CaptureBytes ethernet_vlan(const std::vector<VlanTag>& tags, std::uint16_t type,
                           const CaptureBytes& packet) {
    Writer frame(true);
    frame.bytes(mac_addresses());
    for (const auto& tag : tags) {
        frame.u16(tag.type).u16(tag.id);
    }
    return frame.u16(type).bytes(packet).take();
}

CaptureBytes loopback(std::uint32_t family, bool big_endian, const CaptureBytes& packet) {
    return Writer(big_endian).u32(family).bytes(packet).take();
}

CaptureBytes cooked(std::uint16_t protocol, const CaptureBytes& packet) {
    // Packet type, ARPHRD_ETHER, address length, address, protocol.
    return Writer(true).u16(0).u16(1).u16(6).zeros(8).u16(protocol).bytes(packet).take();
}

CaptureBytes cooked2(std::uint16_t protocol, const CaptureBytes& packet) {
    // Protocol, reserved, interface index, ARPHRD_ETHER, packet type and address length, address.
    return Writer(true).u16(protocol).u16(0).u32(1).u16(1).u16(6).zeros(8).bytes(packet).take();
}

CaptureBytes arp() {
    return ethernet(0x0806, CaptureBytes(28, 0), 60);
}

}  // namespace lookaside::testing
