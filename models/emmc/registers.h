// SPDX-License-Identifier: Apache-2.0
// A device's CID, CSD and EXT_CSD, and what CMD6 does to the last.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/units.h"
#include "models/emmc/bus_parameters.h"

namespace lookaside::emmc {

/// 16 bytes, most significant first; the last is CRC7 and a one.
using Cid = std::array<std::uint8_t, 16>;
using Csd = std::array<std::uint8_t, 16>;
using ExtCsd = std::array<std::uint8_t, 512>;

/// Sets the CRC7 and the last bit of a CID or CSD.
void seal(std::array<std::uint8_t, 16>& register_bits);

/// CID with manufacturer, product name (up to six characters) and serial number.
Cid make_cid(std::uint8_t manufacturer, std::string_view product, std::uint32_t serial);

/// Indexes into EXT_CSD (JESD84-B51 section 7.4).
namespace ext_csd {
inline constexpr unsigned bus_width = 183;
inline constexpr unsigned hs_timing = 185;
inline constexpr unsigned revision = 192;
inline constexpr unsigned structure = 194;
inline constexpr unsigned device_type = 196;
inline constexpr unsigned sector_count = 212;  // four bytes, lowest first
inline constexpr unsigned generic_cmd6_time = 248;
}  // namespace ext_csd

/// Bits of EXT_CSD byte DEVICE_TYPE.
namespace device_type {
inline constexpr std::uint8_t hs26 = 0x01;
inline constexpr std::uint8_t hs52 = 0x02;
inline constexpr std::uint8_t ddr52 = 0x04 | 0x08;
inline constexpr std::uint8_t hs200 = 0x10 | 0x20;
inline constexpr std::uint8_t hs400 = 0x40 | 0x80;
inline constexpr std::uint8_t all = 0xFF;
}  // namespace device_type

/// Does a device of this DEVICE_TYPE know the mode? Legacy needs no bit.
bool supports(std::uint8_t device_type_byte, BusMode mode);

/// Values of the bytes that select a mode.
std::uint8_t bus_width_byte(unsigned width, bool ddr);
std::uint8_t hs_timing_byte(BusMode mode);

/// Argument of CMD6 that writes one byte of EXT_CSD.
constexpr std::uint32_t write_byte_argument(unsigned index, unsigned value) {
    return 3U << 24 | index << 16 | value << 8;
}

/// A CSD for 512-byte blocks and up to 26 MHz before the speed-up, with the largest C_SIZE: the
/// capacity is in EXT_CSD.
Csd make_csd();

/// EXT_CSD of a device and the bus setting that follows from it.
class ExtCsdRegister {
  public:
    ExtCsdRegister(std::uint8_t device_type_byte, std::uint32_t sectors);

    const ExtCsd& bytes() const { return bytes_; }
    /// Carries out CMD6; false: SWITCH_ERROR, and nothing has changed.
    [[nodiscard]] bool switch_byte(std::uint32_t argument);
    /// After power-up and CMD0: one line, slow.
    void reset_bus();

    unsigned width() const { return width_; }
    bool ddr() const { return ddr_; }

  private:
    bool allows_width(std::uint8_t value) const;
    bool allows_timing(std::uint8_t value) const;

    ExtCsd bytes_{};
    unsigned width_ = 1;
    bool ddr_ = false;
};

}  // namespace lookaside::emmc
