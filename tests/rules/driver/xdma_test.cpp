// SPDX-License-Identifier: Apache-2.0
// The XDMA driver's descriptors and engines.
#include "host/drivers/xdma/descriptor_ring.h"

#include <cstring>

#include "base/error.h"
#include "datasheets/xdma.h"
#include "host/drivers/xdma/device.h"
#include "tests/rules/driver/bench.h"

using namespace lookaside;
using namespace lookaside::test;
using drivers::xdma::AsyncRequest;
using drivers::xdma::DescriptorBlock;
using drivers::xdma::DescriptorRing;
using drivers::xdma::Direction;
using drivers::xdma::DmaStatus;
using drivers::xdma::Segment;
using drivers::xdma::XdmaDevice;
using drivers::xdma::XdmaEngine;
namespace sheet = datasheet::xdma;

namespace {

/// Gives out memory and maps nothing.
class PlainMapper final : public os::DmaMapper {
  public:
    os::DmaBuffer alloc_coherent(Bytes size) override {
        memory.assign(size, 0);
        return {memory, bus};
    }
    std::span<std::uint8_t> alloc_buffer(Bytes) override { return memory; }
    std::uint64_t map_single(std::span<std::uint8_t>, os::DmaDirection) override { return 0; }
    void unmap_single(std::uint64_t, Bytes, os::DmaDirection) override {}

    sheet::Descriptor descriptor(std::uint32_t index) const {
        sheet::Descriptor descriptor;
        std::memcpy(&descriptor, &memory[index * sizeof descriptor], sizeof descriptor);
        return descriptor;
    }
    static constexpr std::uint64_t bus = 0x1'2340'0000;
    std::vector<std::uint8_t> memory;
};

std::uint32_t adjacent_field(const sheet::Descriptor& descriptor) {
    return (descriptor.control & sheet::descriptor::adjacent_mask) >>
           sheet::descriptor::adjacent_shift;
}

std::vector<Segment> pieces(Bench& bench, std::size_t count, std::uint32_t length) {
    const auto buffer = bench.kernel.dma().alloc_buffer(4_KiB);
    const std::uint64_t bus =
        bench.kernel.dma().map_single(buffer, os::DmaDirection::bidirectional);
    return std::vector<Segment>(count, {bus, 0, length});
}

}  // namespace

TEST_CASE("a block's descriptors are linked, and only the last one stops and reports") {
    PlainMapper mapper;
    DescriptorRing ring(mapper);
    const std::vector<Segment> segments{{0x5'0000'1000, 0x40, 100}, {0x5'0000'2000, 0x800, 200}};
    const DescriptorBlock block = ring.append(Direction::c2h, segments);
    CHECK(block.bus == PlainMapper::bus);
    CHECK(block.count == 2);
    const sheet::Descriptor first = mapper.descriptor(0);
    CHECK(first.length == 100);
    CHECK(first.src_lo == 0x40);
    CHECK(first.dst_lo == 0x1000);
    CHECK(first.dst_hi == 5);
    CHECK(first.next_lo == 0x2340'0020);
    CHECK(first.next_hi == 1);
    CHECK((first.control & 0xFF) == 0);
    const sheet::Descriptor last = mapper.descriptor(1);
    CHECK(last.next_lo == 0);
    CHECK((last.control & 0xFF) ==
          (sheet::descriptor::stop | sheet::descriptor::completed | sheet::descriptor::eop));
    CHECK((last.control & sheet::descriptor::magic_mask) == sheet::descriptor::magic);
}

TEST_CASE("following adjacency never leads a fetch across 64 descriptors or a 4 KB page") {
    PlainMapper mapper;
    DescriptorRing ring(mapper);
    ring.append(Direction::h2c, std::vector<Segment>(50, {0, 0, 1}));
    const DescriptorBlock block = ring.append(Direction::h2c, std::vector<Segment>(150, {0, 0, 1}));
    // Walk the list as the hardware does: a fetch brings a descriptor and those adjacent to it.
    std::uint32_t fetched = 0;
    std::uint32_t index = block.first;
    std::uint32_t adjacent = block.adjacent;
    std::vector<std::uint32_t> fetches;
    while (fetched < block.count) {
        const std::uint32_t last = index + adjacent;
        REQUIRE(index / 64 == last / 64);
        REQUIRE(index * 32 / 4096 == last * 32 / 4096);
        fetches.push_back(adjacent + 1);
        fetched += adjacent + 1;
        adjacent = adjacent_field(mapper.descriptor(last));
        index = last + 1;
    }
    CHECK(fetched == block.count);
    CHECK(fetches == std::vector<std::uint32_t>{14, 64, 64, 8});
}

TEST_CASE("a block ends where the ring does") {
    PlainMapper mapper;
    DescriptorRing ring(mapper);
    const DescriptorBlock block =
        ring.append(Direction::h2c, std::vector<Segment>(2000, {0, 0, 1}));
    CHECK(ring.room() == 48);
    ring.release(block);
    CHECK(ring.room() == 48);
    ring.append(Direction::h2c, std::vector<Segment>(48, {0, 0, 1}));
    CHECK(ring.room() == 2000);
}

TEST_CASE("a request longer than the ring runs in as many transfers as it needs") {
    Bench bench;
    bench.run([&] {
        XdmaDevice device(bench.kernel, bench.device, {});
        XdmaEngine& engine = device.engine(Direction::h2c, 0);
        CHECK(engine.submit(pieces(bench, 5000, 16), 10_ms) == DmaStatus::ok);
        CHECK(bench.card.h2c.runs == 3);
        CHECK(bench.card.h2c.descriptors == 5000);
    });
}

TEST_CASE("one synchronous request at a time uses an engine") {
    Bench bench;
    bench.run([&] {
        XdmaDevice device(bench.kernel, bench.device, {});
        XdmaEngine& engine = device.engine(Direction::h2c, 0);
        const auto segments = pieces(bench, 1, 64);
        int done = 0;
        std::vector<std::unique_ptr<os::KThread>> threads;
        for (os::CpuId cpu = 0; cpu < 4; ++cpu) {
            threads.push_back(bench.kernel.run_kthread("writer", cpu, [&](os::KThread&) {
                CHECK(engine.submit(segments, 10_ms) == DmaStatus::ok);
                ++done;
            }));
        }
        const SimTime start = bench.kernel.now();
        while (done < 4) {
            bench.kernel.sleep(1_us);
        }
        CHECK(bench.card.h2c.runs == 4);
        CHECK(bench.kernel.now() - start > 4 * bench.card.h2c.time_a_transfer);
    });
}

TEST_CASE("asynchronous requests queue up and end in order, also across the ring's end") {
    Bench bench;
    bench.run([&] {
        XdmaDevice device(bench.kernel, bench.device, {});
        XdmaEngine& engine = device.engine(Direction::h2c, 0);
        const auto segments = pieces(bench, 600, 16);
        std::vector<int> ended;
        std::deque<AsyncRequest> requests;
        for (int i = 0; i < 6; ++i) {
            AsyncRequest& request = requests.emplace_back([&ended, i](DmaStatus status) {
                CHECK(status == DmaStatus::ok);
                ended.push_back(i);
            });
            while (engine.submit_nowait(request, segments) == DmaStatus::busy) {
                CHECK(i >= 3);  // three times 600 fit into 2048
                bench.kernel.sleep(1_us);
            }
        }
        bench.kernel.sleep(1_ms);
        CHECK(ended == std::vector{0, 1, 2, 3, 4, 5});
        CHECK(bench.card.h2c.descriptors == 3600);
        CHECK(bench.card.h2c.runs == 7);  // the fourth is cut in two
    });
}

TEST_CASE("an aborted request ends as timed out, and the ones behind it run") {
    Bench bench;
    bench.card.h2c.hanging = {0};
    bench.run([&] {
        XdmaDevice device(bench.kernel, bench.device, {});
        XdmaEngine& engine = device.engine(Direction::h2c, 0);
        const auto segments = pieces(bench, 1, 64);
        std::vector<DmaStatus> ended;
        const auto note = [&](DmaStatus status) { ended.push_back(status); };
        AsyncRequest stuck(note);
        AsyncRequest behind(note);
        CHECK(engine.submit_nowait(stuck, segments) == DmaStatus::ok);
        CHECK(engine.submit_nowait(behind, segments) == DmaStatus::ok);
        bench.kernel.sleep(100_us);
        CHECK(ended.empty());
        engine.abort(stuck);
        bench.kernel.sleep(100_us);
        CHECK(ended == std::vector{DmaStatus::timed_out, DmaStatus::ok});
        engine.abort(behind);  // has ended: nothing happens
        CHECK(ended.size() == 2);
    });
}

TEST_CASE("probing finds the BARs, one channel each way, and no more") {
    Bench bench;
    bench.run([&] {
        XdmaDevice device(bench.kernel, bench.device, {});
        CHECK(device.channels(Direction::h2c) == 1);
        CHECK(device.channels(Direction::c2h) == 1);
        CHECK_THROWS_AS(device.engine(Direction::c2h, 1), SimulationError);
        CHECK(device.user_bar().read32(0) == datasheet::ipsec_card::card_id);
    });
}
