// SPDX-License-Identifier: Apache-2.0
// SGDMA registers: where a channel's descriptors are, and the gates on their fetching.
#pragma once

#include <algorithm>
#include <functional>

#include "models/xdma/register_block.h"

namespace lookaside::xdma {

/// Halt and credit-mode bits of all channels (target 6).
class SgdmaCommon : public RegisterBlock {
  public:
    /// `changed` is called after each write that may open a gate or end credit mode.
    explicit SgdmaCommon(std::function<void()> changed) : changed_(std::move(changed)) {}

    /// `bit`: channel number for H2C, 16 + channel number for C2H.
    bool halted(unsigned bit) const { return (halt_.value() >> bit & 1U) != 0; }
    bool credit_mode(unsigned bit) const { return (credit_mode_.value() >> bit & 1U) != 0; }

    std::uint32_t read_register(std::uint32_t offset) override {
        namespace reg = datasheet::xdma::sgdma_common;
        switch (offset) {
            case reg::identifier:
                return identifier_word(datasheet::xdma::target_sgdma_common);
            case reg::descriptor_control:
                return halt_.value();
            case reg::credit_mode_enable:
                return credit_mode_.value();
            default:
                return 0;
        }
    }
    void write_register(std::uint32_t offset, std::uint32_t value) override {
        namespace reg = datasheet::xdma::sgdma_common;
        if (offset >= reg::descriptor_control && offset <= reg::descriptor_control_w1c) {
            halt_.write(offset - reg::descriptor_control, value);
        } else if (offset >= reg::credit_mode_enable && offset <= reg::credit_mode_enable_w1c) {
            credit_mode_.write(offset - reg::credit_mode_enable, value);
        } else {
            return;
        }
        changed_();
    }

  private:
    std::function<void()> changed_;
    SetClearRegister halt_{0x000F'000F};
    SetClearRegister credit_mode_{0x000F'000F};
};

/// A channel's own SGDMA registers (targets 4 and 5).
class SgdmaRegisters : public RegisterBlock {
  public:
    static constexpr std::uint32_t max_credits = 0x3FF;

    SgdmaRegisters(std::uint32_t identifier, std::function<void()> credits_added)
        : identifier_(identifier), credits_added_(std::move(credits_added)) {}

    /// Descriptors are 32-byte aligned: the low five address bits do not count.
    std::uint64_t first_address() const { return first_address_ & ~std::uint64_t{31}; }
    unsigned first_adjacent() const { return first_adjacent_; }
    unsigned credits() const { return credits_; }
    void take_credits(unsigned count) { credits_ -= count; }
    void clear_credits() { credits_ = 0; }

    std::uint32_t read_register(std::uint32_t offset) override {
        namespace reg = datasheet::xdma::sgdma;
        switch (offset) {
            case reg::identifier:
                return identifier_;
            case reg::first_descriptor_lo:
                return static_cast<std::uint32_t>(first_address_);
            case reg::first_descriptor_hi:
                return static_cast<std::uint32_t>(first_address_ >> 32);
            case reg::first_descriptor_adjacent:
                return first_adjacent_;
            case reg::descriptor_credits:
                return credits_;
            default:
                return 0;
        }
    }
    void write_register(std::uint32_t offset, std::uint32_t value) override {
        namespace reg = datasheet::xdma::sgdma;
        constexpr std::uint64_t low_half = 0xFFFF'FFFF;
        switch (offset) {
            case reg::first_descriptor_lo:
                first_address_ = (first_address_ & ~low_half) | value;
                break;
            case reg::first_descriptor_hi:
                first_address_ = (first_address_ & low_half) | std::uint64_t{value} << 32;
                break;
            case reg::first_descriptor_adjacent:
                first_adjacent_ = value & 0x3FU;
                break;
            case reg::descriptor_credits:
                credits_ = std::min(credits_ + (value & max_credits), max_credits);
                credits_added_();
                break;
            default:
                break;
        }
    }

  private:
    std::uint32_t identifier_;
    std::function<void()> credits_added_;
    std::uint64_t first_address_ = 0;
    std::uint32_t first_adjacent_ = 0;
    std::uint32_t credits_ = 0;
};

}  // namespace lookaside::xdma
