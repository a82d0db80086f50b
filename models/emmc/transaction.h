// SPDX-License-Identifier: Apache-2.0
// One command on an MMC bus and all that follows it, as the host controller is asked for it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace lookaside::emmc {

/// Why a transaction did not end well; what a host controller's status register says.
enum class TransactionError : std::uint8_t {
    none,
    response_timeout,  // no start bit within 64 clocks
    response_crc,      // CRC7 of the response is wrong
    response_index,    // the response answers another command
    response_end_bit,  // end bit of the response is 0
    data_timeout,      // no start bit of a read block in time
    data_crc,          // CRC16 of a read block is wrong on some line
    data_end_bit,      // end bit of a read block is 0 on some line
    crc_status,        // the device answered a written block with 101
    no_crc_status,     // it answered nothing
    busy_timeout,      // DAT0 was held longer than the limit
    refused,           // R1 says why (address out of range, misaligned); no data follow
};

/// "none", "response time-out", ...
const char* name_of(TransactionError error);

/// The caller owns it and its buffers until the host controller says that it is over.
struct Transaction {
    std::uint8_t index = 0;  // CMD0..CMD63; its kind of response follows from it
    std::uint32_t argument = 0;
    std::span<const std::uint8_t> write_data;  // CMD24, 25: one or more blocks of 512 bytes
    std::span<std::uint8_t> read_data;         // CMD8, 17, 18: the same
    /// Commands that are followed by busy (R1b, writes): the transaction is over when DAT0 is
    /// released; else with the last CRC status or the response.
    bool wait_while_busy = true;

    // Set when it is over.
    TransactionError error = TransactionError::none;
    std::uint32_t status = 0;  // R1: device status (CMD13 bit 15: queue status);
                               // R3: OCR
    std::array<std::uint8_t, 16> register_bits{};  // R2: CID or CSD, most significant byte first
    unsigned blocks = 0;                           // moved without error
};

}  // namespace lookaside::emmc
