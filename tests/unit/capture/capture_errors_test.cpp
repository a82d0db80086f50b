// SPDX-License-Identifier: Apache-2.0
// What a capture that cannot be replayed gets: one error that names the file, the fault and the
// fix.
#include <functional>

#include "base/error.h"
#include "host/workloads/capture_file.h"
#include "tests/support/captures.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::testing;
using namespace lookaside::workloads;

namespace {

// The message of the InputError that reading `path` ends with; empty if there is none.
std::string error_of(const std::filesystem::path& path) {
    try {
        read_capture(path, 1966);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

std::string error_of(const CaptureBytes& file) {
    const ScratchFolder folder;
    const auto message = error_of(folder.write("bad.pcap", file));
    CHECK(message.find("bad.pcap: ") != std::string::npos);
    CHECK(message.find("; ") != std::string::npos);  // the fix comes behind it
    return message;
}

bool contains(const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
    return text.find(part) != std::string::npos;
}

CaptureBytes two_frames() {
    return pcap_file({{ethernet(0x0800, ipv4(100))}, {ethernet(0x0800, ipv4(100))}});
}

}  // namespace

TEST_CASE("a missing file") {
    const ScratchFolder folder;
    const auto message = error_of(folder.path("none.pcap"));
    CHECK(contains(message, "none.pcap: cannot be opened: No such file or directory"));
    CHECK(contains(message, "give the path of a pcap or pcapng file"));
}

TEST_CASE("a folder") {
    const ScratchFolder folder;
    CHECK(contains(error_of(folder.path("")), "is a directory"));
}

TEST_CASE("a file of 0 bytes") {
    CHECK(contains(error_of(CaptureBytes{}), "is empty"));
}

TEST_CASE("a file that is no capture") {
    CHECK(contains(error_of(CaptureBytes(100, 'x')), "unknown file format"));
}

TEST_CASE("a compressed capture") {
    CHECK(contains(error_of(CaptureBytes{0x1F, 0x8B, 8, 0, 0, 0, 0, 0}), "gunzip"));
}

TEST_CASE("a file that ends within its own header") {
    auto file = two_frames();
    file.resize(20);
    CHECK(contains(error_of(file), "truncated"));
}

TEST_CASE("a file that ends within a packet or within a packet's header") {
    auto file = two_frames();
    const auto cut = GENERATE(1u, 50u, 114u, 120u, 129u);
    file.resize(file.size() - cut);
    const auto message = error_of(file);
    CHECK(contains(message, "cannot be read beyond frame 1: truncated"));
}

TEST_CASE("a pcapng file that ends within a block") {
    auto file = pcapng_file({{ethernet(0x0800, ipv4(100))}, {ethernet(0x0800, ipv4(100))}});
    const auto cut = GENERATE(1u, 60u);
    file.resize(file.size() - cut);
    CHECK(contains(error_of(file), "cannot be read beyond frame 1: truncated"));
}

TEST_CASE("a pcapng file with two link types") {
    auto file = pcapng_file({{ethernet(0x0800, ipv4(100))}});
    const auto second = pcapng_file({}, linktype_raw);
    file.insert(file.end(), second.begin() + 28, second.end());  // its interface description
    const auto frame = pcapng_file({{ethernet(0x0800, ipv4(100))}});
    CHECK(contains(error_of(file), "cannot be read beyond frame 1"));
}

TEST_CASE("a link type that is not read") {
    const auto message = error_of(pcap_file({{CaptureBytes(100)}}, {.link_type = 127}));
    CHECK(contains(message, "has link type 127 (IEEE802_11_RADIO)"));
    CHECK(contains(message, "Ethernet, raw IP, BSD loopback, Linux cooked"));
}

TEST_CASE("a capture without a frame") {
    CHECK(contains(error_of(pcap_file({})), "has no IP packet to replay (0 frames"));
    CHECK(contains(error_of(pcapng_file({})), "has no IP packet to replay (0 frames"));
}

TEST_CASE("a capture of ARP alone") {
    const auto message = error_of(pcap_file({{arp()}, {arp()}}));
    CHECK(contains(message, "has no IP packet to replay (2 frames"));
    CHECK(contains(message, "2 not IP: ARP (0x0806)"));
}

TEST_CASE("a capture whose packets are all above the limit") {
    const auto message = error_of(pcap_file({{ethernet(0x0800, ipv4(9000))}}));
    CHECK(contains(message, "1 over the limit of 1966 bytes: frame 1 (9000 bytes)"));
    CHECK(contains(message, "give a capture with whole IP packets of at most 1966 bytes"));
}
