// SPDX-License-Identifier: Apache-2.0
// States of a device and the bits of its status, as R1 carries them.
#pragma once

#include <cstdint>

namespace lookaside::emmc {

/// Values are those of R1 bits [12:9]; inactive has no code of its own.
enum class DeviceState : std::uint8_t {
    idle = 0,   // reset
    ready = 1,  // operating conditions agreed
    ident = 2,  // won the arbitration of CMD2
    stby = 3,   // has an address
    tran = 4,   // selected
    data = 5,   // sending
    rcv = 6,    // receiving
    prg = 7,    // programming
    dis = 8,    // programming, but not selected
    inactive = 15,
};
const char* name_of(DeviceState state);

/// R1 bits (JESD84-B51 section 6.13).
namespace r1 {
inline constexpr std::uint32_t address_out_of_range = 1U << 31;
inline constexpr std::uint32_t address_misalign = 1U << 30;
inline constexpr std::uint32_t com_crc_error = 1U << 23;
inline constexpr std::uint32_t illegal_command = 1U << 22;
inline constexpr std::uint32_t ready_for_data = 1U << 8;
inline constexpr std::uint32_t switch_error = 1U << 7;

/// Errors of the very command that is answered, which then has no data phase.
inline constexpr std::uint32_t refused = address_out_of_range | address_misalign;

constexpr DeviceState state_of(std::uint32_t status) {
    return static_cast<DeviceState>((status >> 9) & 0xFU);
}
constexpr std::uint32_t with_state(DeviceState state) {
    return (static_cast<std::uint32_t>(state) & 0xFU) << 9;
}
}  // namespace r1

/// Bits of the OCR.
namespace ocr {
inline constexpr std::uint32_t powered_up = 1U << 31;
inline constexpr std::uint32_t sector_mode = 1U << 30;
inline constexpr std::uint32_t voltages = 0x00FF'FF80;
}  // namespace ocr

}  // namespace lookaside::emmc
