// SPDX-License-Identifier: Apache-2.0
// The output capture: its bytes, and when it is there.
#include "host/workloads/capture_writer.h"

#include "base/error.h"
#include "tests/support/captures.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::testing;
using namespace lookaside::workloads;

namespace {

std::size_t files_in(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder),
                                                  std::filesystem::directory_iterator()));
}

}  // namespace

TEST_CASE("the file is a nanosecond pcap of raw IP packets stamped with simulated time") {
    const ScratchFolder folder;
    CaptureWriter writer(folder.path("out.pcap"));
    writer.write(Picoseconds{1'999}, ipv4(40, 1));
    writer.write(Picoseconds{3'000'000'002'000}, ipv6(60, 2));
    writer.commit();
    auto expected = pcap_file({{ipv4(40, 1), 1}, {ipv6(60, 2), 3'000'000'002}},
                              {.link_type = linktype_raw, .nanoseconds = true});
    expected[16] = 0xFF;  // snapshot length 65535
    expected[17] = 0xFF;
    expected[18] = 0;
    CHECK(read_file(folder.path("out.pcap")) == expected);
}

TEST_CASE("the file appears at commit and nothing else stays") {
    const ScratchFolder folder;
    CaptureWriter writer(folder.path("out.pcap"));
    writer.write(SimTime{0}, ipv4(40));
    CHECK_FALSE(std::filesystem::exists(folder.path("out.pcap")));
    writer.commit();
    CHECK(std::filesystem::exists(folder.path("out.pcap")));
    CHECK(files_in(folder.path("")) == 1);
}

TEST_CASE("without a commit nothing stays and an older file is not touched") {
    const ScratchFolder folder;
    folder.write("out.pcap", {1, 2, 3});
    {
        CaptureWriter writer(folder.path("out.pcap"));
        writer.write(SimTime{0}, ipv4(40));
    }
    CHECK(read_file(folder.path("out.pcap")) == CaptureBytes{1, 2, 3});
    CHECK(files_in(folder.path("")) == 1);
}

TEST_CASE("a place that cannot be written is an input error") {
    const ScratchFolder folder;
    CHECK_THROWS_AS(CaptureWriter(folder.path("missing") / "out.pcap"), InputError);
    CHECK_THROWS_AS(CaptureWriter(folder.path("")), InputError);
}

TEST_CASE("a disk that is full is an input error at commit") {
    if (!std::filesystem::exists("/dev/full")) {
        return;
    }
    const ScratchFolder folder;
    std::filesystem::create_symlink("/dev/full", folder.path("out.pcap.partial"));
    CaptureWriter writer(folder.path("out.pcap"));
    writer.write(SimTime{0}, ipv4(40));
    CHECK_THROWS_AS(writer.commit(), InputError);
    CHECK_FALSE(std::filesystem::exists(folder.path("out.pcap")));
}
