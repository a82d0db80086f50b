// SPDX-License-Identifier: Apache-2.0
// The card behind a real link: what a packet's whole way through the hardware must obey.
#include "tests/rules/fpga/system.h"
#include "base/aes_gcm.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

constexpr std::size_t packet_bytes = 1500;
constexpr std::uint32_t request_bytes = chip::data_offset + packet_bytes;
constexpr std::uint32_t result_bytes = packet_bytes + chip::tag_bytes;

struct Packet {
    explicit Packet(std::uint64_t seed) : key(16), plain(packet_bytes) {
        Random random(seed);
        random.fill(key);
        random.fill(plain);
        header.data_length = packet_bytes;
        header.aad_length = 12;
        random.fill(header.iv);
        random.fill(header.aad);
    }
    std::vector<std::uint8_t> request() const {
        std::vector<std::uint8_t> bytes(request_bytes);
        std::memcpy(bytes.data(), &header, sizeof header);
        std::memcpy(bytes.data() + chip::data_offset, plain.data(), plain.size());
        return bytes;
    }
    std::vector<std::uint8_t> expected() const {
        std::vector<std::uint8_t> bytes(result_bytes);
        const std::span<std::uint8_t> all(bytes);
        AesGcm(key).encrypt(header.iv, std::span(header.aad).first(12), plain,
                            all.first(packet_bytes), all.subspan(packet_bytes));
        return bytes;
    }
    std::vector<std::uint8_t> key;
    std::vector<std::uint8_t> plain;
    chip::RequestHeader header;
};

pcie::LinkParameters gen2(unsigned width) {
    pcie::LinkParameters link;
    link.generation = pcie::Generation::gen2;
    link.width = width;
    return link;
}

void load_key(CardSystem& system, std::span<const std::uint8_t> key) {
    for (std::uint32_t word = 0; word < 4; ++word) {
        std::uint32_t value = 0;
        std::memcpy(&value, key.data() + 4 * word, sizeof value);
        system.write_card(chip::reg::key_base + 4 * word, value);
    }
    system.write_card(chip::reg::key_base + chip::reg::key_control, chip::key_control::valid);
    system.write_card(chip::reg::irq_enable, 0xFF);
}

/// One packet through slot 0, as the serial driver does it.
void encrypt_one(CardSystem& system, std::uint64_t source, std::uint64_t destination) {
    system.start(true, source, chip::inbound_ram, request_bytes);
    system.wait_interrupt(CardSystem::h2c_vector);
    system.finish(true);
    system.write_card(chip::reg::start, 1);
    system.wait_interrupt(CardSystem::user_vector);
    system.write_card(chip::reg::done, 1);
    system.start(false, chip::outbound_ram, destination, result_bytes);
    system.wait_interrupt(CardSystem::c2h_vector);
    system.finish(false);
}

}  // namespace

TEST_CASE("a packet goes to the card, is encrypted and comes back over the link") {
    CardSystem system(gen2(4));
    const Packet packet(1);
    const std::uint64_t source = system.memory.allocate(4096);
    const std::uint64_t destination = system.memory.allocate(4096);
    system.memory.write(source, packet.request());
    std::uint32_t reread = 0;
    system.run(
        [&] {
            load_key(system, packet.key);
            encrypt_one(system, source, destination);
            reread = system.read_card(chip::reg::done);
        },
        1_ms);
    REQUIRE(system.finished);
    std::vector<std::uint8_t> result(result_bytes);
    system.memory.read(destination, result);
    CHECK(result == packet.expected());
    CHECK(reread == 0);
    CHECK(system.card.protocol_errors() == 0);
}

TEST_CASE("the hardware's moments of a packet come in the order of the chain") {
    CardSystem system(gen2(1));
    const Packet packet(2);
    const std::uint64_t source = system.memory.allocate(4096);
    const std::uint64_t destination = system.memory.allocate(4096);
    system.memory.write(source, packet.request());
    Timeline request;
    system.timelines.bind(0, request);
    system.run(
        [&] {
            load_key(system, packet.key);
            request.stamp(Moment::h2c_doorbell, sim_now());
            system.start(true, source, chip::inbound_ram, request_bytes);
            system.wait_interrupt(CardSystem::h2c_vector);
            request.stamp(Moment::h2c_interrupt, sim_now());
            system.finish(true);
            request.stamp(Moment::core_doorbell, sim_now());
            system.write_card(chip::reg::start, 1);
            system.wait_interrupt(CardSystem::user_vector);
            request.stamp(Moment::user_interrupt, sim_now());
            system.write_card(chip::reg::done, 1);
            request.stamp(Moment::c2h_doorbell, sim_now());
            system.start(false, chip::outbound_ram, destination, result_bytes);
            system.wait_interrupt(CardSystem::c2h_vector);
            request.stamp(Moment::c2h_interrupt, sim_now());
        },
        1_ms);
    REQUIRE(system.finished);
    for (const Moment moment :
         {Moment::h2c_first_data, Moment::h2c_last_data, Moment::engine_start, Moment::engine_end,
          Moment::c2h_first_data, Moment::c2h_last_data}) {
        CHECK(request.has(moment));
    }
    CHECK(request.is_ordered());
    // The engine runs on the 62.5 MHz AXI clock of a x1 link: 94 blocks of 11 cycles and less than
    // 100 more (key expansion, additional data, lengths).
    const Picoseconds engine = request.at(Moment::engine_end) - request.at(Moment::engine_start);
    CHECK(engine >= 16_ns * (94 * 11));
    CHECK(engine < 16_ns * (94 * 11 + 100));
}

TEST_CASE("a large H2C transfer comes near the rate of its link") {
    CardSystem system(gen2(4));
    const std::uint32_t bytes = chip::ram_bytes;
    const std::uint64_t source = system.memory.allocate(bytes);
    SimTime begin{0};
    SimTime end{0};
    Timeline first;
    Timeline last;
    system.timelines.bind(0, first);
    system.timelines.bind(7, last);
    system.run(
        [&] {
            system.start(true, source, chip::inbound_ram, bytes);
            system.wait_interrupt(CardSystem::h2c_vector);
        },
        1_ms);
    REQUIRE(system.finished);
    begin = first.at(Moment::h2c_first_data);
    end = last.at(Moment::h2c_last_data);
    // 2 GB/s, of which completions of 128 bytes leave 128 / (128 + 20).
    const double rate = bytes / to_seconds(end - begin);
    CHECK(rate < 2e9 * 128 / 148 * 1.01);
    CHECK(rate > 2e9 * 128 / 148 * 0.90);
}

TEST_CASE("a large C2H transfer comes near the rate of its link") {
    CardSystem system(gen2(4));
    const std::uint32_t bytes = chip::ram_bytes;
    const std::uint64_t destination = system.memory.allocate(bytes);
    Timeline first;
    Timeline last;
    system.timelines.bind(0, first);
    system.timelines.bind(7, last);
    system.run(
        [&] {
            system.start(false, chip::outbound_ram, destination, bytes);
            system.wait_interrupt(CardSystem::c2h_vector);
        },
        1_ms);
    REQUIRE(system.finished);
    const double rate =
        bytes / to_seconds(last.at(Moment::c2h_last_data) - first.at(Moment::c2h_first_data));
    // Writes to addresses above 4 GB: 128 / (128 + 24). AXI may run ahead by its write buffers.
    CHECK(rate < 2e9 * 128 / 152 * 1.20);
    CHECK(rate > 2e9 * 128 / 152 * 0.90);
}
