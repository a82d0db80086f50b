// SPDX-License-Identifier: Apache-2.0
// Mode, width, clock and timing constants of an MMC bus.
#pragma once

#include <cstdint>
#include <string>

#include "base/units.h"

namespace lookaside::emmc {

inline constexpr Bytes block_bytes = 512;

/// Bus modes of JESD84-B51, by rising demands.
enum class BusMode : std::uint8_t {
    legacy,      // up to 26 MHz, data on one edge, 1, 4 or 8 lines
    high_speed,  // up to 52 MHz, one edge, 1, 4 or 8 lines
    ddr52,       // up to 52 MHz, both edges, 4 or 8 lines
    hs200,       // up to 200 MHz, one edge, 4 or 8 lines
    hs400,       // up to 200 MHz, both edges, 8 lines
};
inline constexpr unsigned bus_mode_count = 5;

/// "legacy", "hs", "ddr52", "hs200", "hs400".
const char* name_of(BusMode mode);
Hertz max_clock(BusMode mode);
constexpr bool is_ddr(BusMode mode) {
    return mode == BusMode::ddr52 || mode == BusMode::hs400;
}

/// Clocks of a block of `bytes` on the data lines: start bit, payload, CRC16, end bit. With two
/// edges a clock the payload halves; the CRC16 of both edges share 16 clocks, and start and end bit
/// still take a whole clock each.
constexpr Cycles block_clocks(unsigned width, bool ddr, Bytes bytes = block_bytes) {
    return 1 + bytes * 8 / width / (ddr ? 2 : 1) + 16 + 1;
}

/// Clocks of the frames on CMD and of the CRC status token (start, three bits, end).
inline constexpr Cycles short_frame_clocks = 48;
inline constexpr Cycles long_frame_clocks = 136;
inline constexpr Cycles crc_status_clocks = 5;

/// Timing constants are in bus clocks and named as in JESD84; ranges are those of the Hitachi
/// HB28 and Samsung MultiMediaCard data sheets. Defaults are the fastest that is allowed.
struct BusParameters {
    BusMode mode = BusMode::hs200;
    unsigned width = 8;
    Hertz clock{200'000'000};
    Hertz identification_clock{400'000};  // at most 400 kHz

    Cycles n_cr = 2;   // command to response, 2..64
    Cycles n_id = 5;   // command to response of CMD1 and CMD2, always 5
    Cycles n_ac = 2;   // command to read data, and from block to block, at least 2
    Cycles n_rc = 8;   // response or data to next command, at least 8
    Cycles n_cc = 8;   // command without response to next command, at least 8
    Cycles n_wr = 2;   // response or CRC status to written block, at least 2
    Cycles n_crc = 2;  // written block to CRC status: 2; 2..8 in HS200 and HS400 (AM335x TRM)
    Cycles n_st = 2;   // end of CMD12 to release of the data lines, always 2

    Cycles power_up_clocks = 74;                          // before the first command
    Cycles response_timeout = 64;                         // for the response's start bit
    Cycles crc_status_timeout = 8;                        // for the CRC status's start bit
    Picoseconds power_up_wait = 1'000'000'000_ps;         // 1 ms before the first command
    Picoseconds power_up_timeout = 1'000'000'000'000_ps;  // 1 s of CMD1 answered "busy"
    Picoseconds read_timeout = 100'000'000'000_ps;        // 100 ms for a block's start bit
    Picoseconds busy_timeout = 1'000'000'000'000_ps;      // 1 s of DAT0 low
};

/// Throws InputError, beginning with `name`, for what the mode or the standard does not allow.
void check(const BusParameters& parameters, const std::string& name);

}  // namespace lookaside::emmc
