// SPDX-License-Identifier: Apache-2.0
// A block of 32-bit registers in the config BAR.
#pragma once

#include <cstdint>

#include "datasheets/xdma.h"

namespace lookaside::xdma {

class RegisterBlock {
  public:
    virtual ~RegisterBlock() = default;
    /// `offset` counts from the block's base and is a multiple of 4. Reading may have effects.
    /// Addresses without a register read 0 and ignore writes.
    virtual std::uint32_t read_register(std::uint32_t offset) = 0;
    virtual void write_register(std::uint32_t offset, std::uint32_t value) = 0;
};

/// Identifier word of a block (PG195 "H2C Channel Identifier" and its siblings): AXI-MM, so bit 15
/// is 0.
constexpr std::uint32_t identifier_word(std::uint32_t target_base, unsigned channel = 0) {
    using namespace datasheet::xdma;
    return (identifier_subsystem << 20) | ((target_base >> 12) << 16) | (channel << 8) |
           identifier_version;
}

/// A RW register with its write-one-to-set and write-one-to-clear aliases, which follow it at +4
/// and +8.
class SetClearRegister {
  public:
    explicit SetClearRegister(std::uint32_t writable) : writable_(writable) {}

    std::uint32_t value() const { return value_; }
    /// `alias`: 0 plain, 4 sets, 8 clears.
    void write(std::uint32_t alias, std::uint32_t value) {
        value &= writable_;
        value_ = alias == 0 ? value : alias == 4 ? value_ | value : value_ & ~value;
    }

  private:
    std::uint32_t writable_;
    std::uint32_t value_ = 0;
};

}  // namespace lookaside::xdma
