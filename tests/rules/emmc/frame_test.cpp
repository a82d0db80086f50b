// SPDX-License-Identifier: Apache-2.0
// Frames and checksums, bit for bit, against vectors worked out independently of this code.
#include "models/emmc/frame.h"

#include <array>
#include <numeric>
#include <vector>

#include "models/emmc/crc.h"
#include "models/emmc/registers.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::emmc;

namespace {

std::uint64_t bits(const Frame& frame) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : frame.view()) {
        value = value << 8 | byte;
    }
    return value;
}

std::vector<std::uint8_t> ascending() {
    std::vector<std::uint8_t> block(block_bytes);
    std::iota(block.begin(), block.end(), std::uint8_t{0});
    return block;
}

}  // namespace

TEST_CASE("commands carry index and argument and CRC7") {
    struct Vector {
        unsigned index;
        std::uint32_t argument;
        std::uint64_t frame;
    };
    const auto [index, argument, frame] = GENERATE(values<Vector>({
        {0, 0, 0x4000'0000'0095},
        {0, 0xF0F0'F0F0, 0x40F0'F0F0'F0FD},
        {0, 0xFFFF'FFFA, 0x40FF'FFFF'FAE5},
        {1, 0, 0x4100'0000'00F9},
        {1, 0x40FF'8080, 0x4140'FF80'8089},
        {2, 0, 0x4200'0000'004D},
        {3, 0x0001'0000, 0x4300'0100'007F},
        {3, 0x0002'0000, 0x4300'0200'009D},
        {7, 0x0001'0000, 0x4700'0100'00DD},
        {8, 0, 0x4800'0000'00C3},
        {9, 0x0001'0000, 0x4900'0100'00F1},
        {13, 0x0001'0000, 0x4D00'0100'0053},
        {12, 0, 0x4C00'0000'0061},
        {17, 0, 0x5100'0000'0055},
        {18, 0, 0x5200'0000'00E1},
        {24, 0, 0x5800'0000'006F},
        {25, 0, 0x5900'0000'0003},
        {23, 8, 0x5700'0000'08BF},
        {6, write_byte_argument(183, 2), 0x4603'B702'0017},
        {6, write_byte_argument(185, 1), 0x4603'B901'002F},
        {6, write_byte_argument(183, 6), 0x4603'B706'004F},
        {6, write_byte_argument(185, 3), 0x4603'B903'0003},
    }));
    const Frame command = command_frame(index, argument);
    CHECK(bits(command) == frame);
    CHECK(command.crc_fits());
    CHECK(command.end_bit());
}

TEST_CASE("R1 carries the index of its command and the status and CRC7") {
    CHECK(bits(r1_frame(17, 0x900)) == 0x1100'0009'0067);
    CHECK(bits(r1_frame(13, 0x900)) == 0x0D00'0009'003F);
    CHECK(bits(r1_frame(3, 0x500)) == 0x0300'0005'00FB);
    CHECK(bits(r1_frame(7, 0x700)) == 0x0700'0007'0075);
}

TEST_CASE("R3 has ones in place of index and CRC7") {
    CHECK(bits(r3_frame(0xC0FF'8080)) == 0x3FC0'FF80'80FF);
}

TEST_CASE("R2 is 136 bits whose CRC7 covers the register alone") {
    const Cid cid = make_cid(0x15, "ENGINE", 0x1234);
    Frame frame = r2_frame(cid);
    CHECK(frame.clocks() == 136);
    CHECK(frame.bytes[0] == 0x3F);
    CHECK(frame.crc_fits());
    frame.bytes[0] ^= 0x01;  // outside
    CHECK(frame.crc_fits());
    frame.bytes[9] ^= 0x01;  // inside
    CHECK_FALSE(frame.crc_fits());
}

TEST_CASE("a flipped bit anywhere in a command breaks its CRC7") {
    const unsigned bit = GENERATE(range(0U, 47U));
    Frame frame = command_frame(18, 0x0012'3456);
    frame.bytes[bit / 8] ^= static_cast<std::uint8_t>(0x80U >> (bit % 8));
    CHECK_FALSE(frame.crc_fits());
}

TEST_CASE("every line of a block has its CRC16") {
    const std::vector<std::uint8_t> ones(block_bytes, 0xFF);
    CHECK(line_crcs(ones, 1, false)[0][0] == 0x7FA1);
    for (std::size_t line = 0; line < 4; ++line) {
        CHECK(line_crcs(ones, 4, false)[0][line] == 0xEDA9);
    }
    for (std::size_t line = 0; line < 8; ++line) {
        CHECK(line_crcs(ones, 8, false)[0][line] == 0x278E);
    }
    CHECK(line_crcs(std::vector<std::uint8_t>(block_bytes), 8, false) == LineCrcs{});
}

TEST_CASE("bits go to the lines in the order of the standard") {
    const auto block = ascending();
    CHECK(line_crcs(block, 1, false)[0][0] == 0x40DA);
    const auto four = line_crcs(block, 4, false)[0];
    CHECK(four == std::array<std::uint16_t, 8>{0x6AA3, 0xA97D, 0x10B5, 0x7357});
    const auto eight = line_crcs(block, 8, false)[0];
    CHECK(eight == std::array<std::uint16_t, 8>{0xED65, 0x5B23, 0x125F, 0x8127, 0xD4DE, 0x8CBA,
                                                0x68A7, 0x1029});
}

TEST_CASE("with two edges a clock every other byte belongs to the other edge's CRC16") {
    const auto block = ascending();
    std::vector<std::uint8_t> rising;
    std::vector<std::uint8_t> falling;
    for (std::size_t i = 0; i < block.size(); i += 2) {
        rising.push_back(block[i]);
        falling.push_back(block[i + 1]);
    }
    const unsigned width = GENERATE(4U, 8U);
    const LineCrcs crcs = line_crcs(block, width, true);
    CHECK(crcs[0] == line_crcs(rising, width, false)[0]);
    CHECK(crcs[1] == line_crcs(falling, width, false)[0]);
    CHECK(crcs[0] != crcs[1]);
}

TEST_CASE("a flipped bit of a block changes the CRC16 of its line and edge alone") {
    auto block = ascending();
    const LineCrcs before = line_crcs(block, 8, true);
    block[101] ^= 0x20;
    const LineCrcs after = line_crcs(block, 8, true);
    for (std::size_t edge = 0; edge < 2; ++edge) {
        for (std::size_t line = 0; line < 8; ++line) {
            const bool hit = edge == 1 && line == 5;
            CHECK((before[edge][line] != after[edge][line]) == hit);
        }
    }
}
