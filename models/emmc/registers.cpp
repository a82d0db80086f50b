// SPDX-License-Identifier: Apache-2.0
#include "models/emmc/registers.h"

#include <algorithm>
#include <span>

#include "models/emmc/crc.h"

namespace lookaside::emmc {
namespace {

/// Writes `value` into bits [high:low] of a register whose first byte holds bit 127.
void set_field(std::array<std::uint8_t, 16>& bits, unsigned high, unsigned low,
               std::uint32_t value) {
    for (unsigned bit = low; bit <= high; ++bit, value >>= 1) {
        auto& byte = bits[15 - bit / 8];
        const unsigned mask = 1U << (bit % 8);
        byte = static_cast<std::uint8_t>((value & 1) != 0 ? byte | mask : byte & ~mask);
    }
}

}  // namespace

void seal(std::array<std::uint8_t, 16>& register_bits) {
    const auto covered = std::span<const std::uint8_t>(register_bits).first(15);
    register_bits[15] = static_cast<std::uint8_t>(crc7(covered) << 1 | 1);
}

Cid make_cid(std::uint8_t manufacturer, std::string_view product, std::uint32_t serial) {
    Cid cid{};
    cid[0] = manufacturer;
    std::copy_n(product.begin(), std::min<std::size_t>(product.size(), 6), cid.begin() + 3);
    set_field(cid, 47, 16, serial);
    seal(cid);
    return cid;
}

bool supports(std::uint8_t device_type_byte, BusMode mode) {
    switch (mode) {
        case BusMode::legacy:
            return true;
        case BusMode::high_speed:
            return (device_type_byte & device_type::hs52) != 0;
        case BusMode::ddr52:
            return (device_type_byte & device_type::ddr52) != 0;
        case BusMode::hs200:
            return (device_type_byte & device_type::hs200) != 0;
        case BusMode::hs400:
            return (device_type_byte & device_type::hs400) != 0;
    }
    return false;
}

std::uint8_t bus_width_byte(unsigned width, bool ddr) {
    const unsigned value = width == 8 ? 2 : width == 4 ? 1 : 0;
    return static_cast<std::uint8_t>(ddr ? value + 4 : value);
}

std::uint8_t hs_timing_byte(BusMode mode) {
    switch (mode) {
        case BusMode::legacy:
            return 0;
        case BusMode::high_speed:
        case BusMode::ddr52:
            return 1;
        case BusMode::hs200:
            return 2;
        case BusMode::hs400:
            return 3;
    }
    return 0;
}

Csd make_csd() {
    Csd csd{};
    set_field(csd, 127, 126, 3);     // CSD_STRUCTURE: see EXT_CSD
    set_field(csd, 125, 122, 4);     // SPEC_VERS: 4.1 and later
    set_field(csd, 119, 112, 0x0E);  // TAAC: 1 ms
    set_field(csd, 111, 104, 1);     // NSAC: 100 clocks
    set_field(csd, 103, 96, 0x32);   // TRAN_SPEED: 26 MHz
    set_field(csd, 95, 84, 0x015);   // CCC: basic, block read, block write
    set_field(csd, 83, 80, 9);       // READ_BL_LEN: 512
    set_field(csd, 73, 62, 0xFFF);   // C_SIZE: see EXT_CSD
    set_field(csd, 28, 26, 2);       // R2W_FACTOR: 4
    set_field(csd, 25, 22, 9);       // WRITE_BL_LEN: 512
    seal(csd);
    return csd;
}

ExtCsdRegister::ExtCsdRegister(std::uint8_t device_type_byte, std::uint32_t sectors) {
    bytes_[ext_csd::revision] = 8;  // eMMC 5.1
    bytes_[ext_csd::structure] = 2;
    bytes_[ext_csd::device_type] = device_type_byte;
    for (unsigned i = 0; i < 4; ++i) {
        bytes_[ext_csd::sector_count + i] = static_cast<std::uint8_t>(sectors >> (8 * i));
    }
    bytes_[ext_csd::generic_cmd6_time] = 5;  // 50 ms
}

void ExtCsdRegister::reset_bus() {
    bytes_[ext_csd::bus_width] = 0;
    bytes_[ext_csd::hs_timing] = 0;
    width_ = 1;
    ddr_ = false;
}

bool ExtCsdRegister::switch_byte(std::uint32_t argument) {
    const unsigned access = (argument >> 24) & 3;
    const unsigned index = (argument >> 16) & 0xFF;
    const auto value = static_cast<std::uint8_t>(argument >> 8);
    if (access == 0) {
        return true;  // a command set; there is one alone
    }
    if (index >= 192) {
        return false;  // the properties segment is read-only
    }
    const std::uint8_t old = bytes_[index];
    const auto next = static_cast<std::uint8_t>(access == 1   ? old | value
                                                : access == 2 ? old & ~value
                                                              : value);
    if (index == ext_csd::bus_width) {
        if (!allows_width(next)) {
            return false;
        }
        ddr_ = next >= 5;
        width_ = (next & 3) == 0 ? 1 : (next & 3) == 1 ? 4 : 8;
    } else if (index == ext_csd::hs_timing && !allows_timing(next)) {
        return false;
    }
    bytes_[index] = next;
    return true;
}

bool ExtCsdRegister::allows_width(std::uint8_t value) const {
    if (value <= 2) {
        return true;
    }
    const std::uint8_t type = bytes_[ext_csd::device_type];
    const bool knows_ddr = supports(type, BusMode::ddr52) || supports(type, BusMode::hs400);
    return (value == 5 || value == 6) && knows_ddr && bytes_[ext_csd::hs_timing] == 1;
}

bool ExtCsdRegister::allows_timing(std::uint8_t value) const {
    const std::uint8_t type = bytes_[ext_csd::device_type];
    switch (value) {
        case 0:
            return true;
        case 1:
            return supports(type, BusMode::high_speed);
        case 2:
            return supports(type, BusMode::hs200) && width_ >= 4 && !ddr_;
        case 3:
            return supports(type, BusMode::hs400) && width_ == 8 && ddr_;
        default:
            return false;
    }
}

}  // namespace lookaside::emmc
