// SPDX-License-Identifier: Apache-2.0
// Raw interrupts, their mask, and the level of the engine's interrupt line.
#pragma once

#include <cstdint>

#include "datasheets/eip93.h"
#include "models/base/interrupt_line.h"

namespace lookaside::eip93 {

/// A raw bit stays set until software clears it, and is set again at once if its cause still
/// holds then. The line is high while an enabled bit is set.
class Interrupts {
  public:
    explicit Interrupts(InterruptLine& line) : line_(line) {}

    /// Sets bits for something that happened.
    void raise(std::uint32_t bits) {
        if ((raw_ | bits) != raw_) {
            ++raised_;
        }
        raw_ |= bits;
        drive();
    }
    /// Says whether a cause that lasts holds.
    void set_cause(std::uint32_t bit, bool holds) {
        causes_ = holds ? causes_ | bit : causes_ & ~bit;
        if (holds) {
            raise(bit);
        }
    }
    void clear(std::uint32_t bits) {
        raw_ = (raw_ & ~bits) | causes_;
        drive();
    }
    void set_mask(std::uint32_t enabled) {
        mask_ = enabled;
        drive();
    }
    void reset() {
        raw_ = 0;
        causes_ = 0;
        mask_ = 0;
        drive();
    }

    std::uint32_t raw() const { return raw_; }
    std::uint32_t mask() const { return mask_; }
    /// Times that a bit was set that was not.
    std::uint64_t raised() const { return raised_; }
    void reset_counts() { raised_ = 0; }

  private:
    void drive() { line_.set_level((raw_ & mask_) != 0); }

    InterruptLine& line_;
    std::uint32_t raw_ = 0;
    std::uint32_t causes_ = 0;
    std::uint32_t mask_ = 0;
    std::uint64_t raised_ = 0;
};

}  // namespace lookaside::eip93
