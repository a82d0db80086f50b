// SPDX-License-Identifier: Apache-2.0
// What stands behind a device's bus protocol: the crypto engines and the buffers that blocks fill.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/units.h"

namespace lookaside::emmc {

/// Implemented by the device author. Every call comes from an agenda action and must not wait.
/// Sectors are 512-byte addresses (OCR bit 30 set).
class DeviceLogic {
  public:
    virtual ~DeviceLogic() = default;

    /// Sectors that a command may address; a command beyond gets ADDRESS_OUT_OF_RANGE.
    virtual std::uint32_t sectors() const = 0;

    /// One block of a write arrived whole and with right CRCs, and its CRC status was sent. The
    /// blocks of a transfer are handed over together, at the end of the last one's CRC status: now.
    virtual void block_written(std::uint32_t sector, std::span<const std::uint8_t> block) = 0;
    /// The write that began at `first` ended after `blocks` good blocks. Returns how long the
    /// device stays in the programming state, holding DAT0; none: for ever (it hangs).
    virtual std::optional<Picoseconds> write_ended(std::uint32_t first, unsigned blocks) = 0;

    /// How long from now until a block is at hand; the start bit follows N_AC later, and N_AC after
    /// the block before at the earliest. None: it never comes. Asked for all blocks of a transfer
    /// at its command's end bit.
    virtual std::optional<Picoseconds> read_access(std::uint32_t sector) = 0;
    /// Fills a block. Asked for all blocks of a transfer when the last is out, just before
    /// read_ended(): what is sent must not change from read_access() on.
    virtual void read_block(std::uint32_t sector, std::span<std::uint8_t> block) = 0;
    /// The read that began at `first` ended after `blocks` blocks left the device.
    virtual void read_ended(std::uint32_t first, unsigned blocks) = 0;

    /// Answer to CMD13 with bit 15 set (queue status register): what is ready, one bit a task.
    virtual std::uint32_t queue_status() const = 0;
};

}  // namespace lookaside::emmc
