// SPDX-License-Identifier: Apache-2.0
// A channel's status bits, which of them are logged and which of them interrupt.
#pragma once

#include <functional>

#include "datasheets/xdma.h"

namespace lookaside::xdma {

/// An event is logged if its ie_ bit in the control register is set, and raises the channel's
/// interrupt while it is logged and its bit in the interrupt enable mask is set (PG195).
class ChannelStatus {
  public:
    /// `interrupt` is told each new level of the channel's interrupt source.
    explicit ChannelStatus(std::function<void(bool level)> interrupt)
        : interrupt_(std::move(interrupt)) {}

    /// Control and status keep an event at the same bit position.
    void log(std::uint32_t bits, std::uint32_t control) {
        happened_ |= bits;
        logged_ |= bits & control & loggable;
        update();
    }
    /// The run bit rose: all events are forgotten.
    void reset() {
        happened_ = 0;
        logged_ = 0;
        update();
    }

    std::uint32_t logged() const { return logged_; }
    void clear(std::uint32_t bits) {
        logged_ &= ~bits;
        update();
    }
    std::uint32_t read_and_clear() {
        const std::uint32_t value = logged_;
        clear(value);
        return value;
    }
    /// An error happened since the run bit rose, logged or not.
    bool has_error() const { return (happened_ & datasheet::xdma::status::any_error) != 0; }

    std::uint32_t interrupt_mask() const { return mask_; }
    void set_interrupt_mask(std::uint32_t mask) {
        mask_ = mask & loggable;
        update();
    }

  private:
    static constexpr std::uint32_t loggable = 0x00FF'FE7E;

    void update() {
        const bool level = (logged_ & mask_) != 0;
        if (level != level_) {
            level_ = level;
            interrupt_(level);
        }
    }

    std::function<void(bool)> interrupt_;
    std::uint32_t happened_ = 0;
    std::uint32_t logged_ = 0;
    std::uint32_t mask_ = 0;
    bool level_ = false;
};

}  // namespace lookaside::xdma
