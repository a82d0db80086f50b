// SPDX-License-Identifier: Apache-2.0
// The IRQ block: sources, masks, vector numbers.
#pragma once

#include <array>
#include <functional>

#include "models/xdma/register_block.h"
#include "models/xdma/user_irq.h"

namespace lookaside::xdma {

/// request = source AND enable. Each rising request sends the message of its vector; requests that
/// rise together and share a vector share the message (PG195 "IRQ Block").
class InterruptBlock : public RegisterBlock, public UserIrqInputs {
  public:
    /// `raise` is told the vectors of the requests that rose (bit n: vector n).
    explicit InterruptBlock(std::function<void(std::uint32_t vectors)> raise)
        : raise_(std::move(raise)) {}

    void set_user_irq(unsigned index, bool level) override {
        users_.set_source(*this, index, level);
    }
    /// Channels in the block's order: H2C channels, then C2H channels.
    void set_channel_source(unsigned index, bool level) {
        channels_.set_source(*this, index, level);
    }
    std::uint64_t user_requests() const { return users_.risen; }
    std::uint64_t channel_requests() const { return channels_.risen; }
    void reset_counts() { users_.risen = channels_.risen = 0; }

    std::uint32_t read_register(std::uint32_t offset) override;
    void write_register(std::uint32_t offset, std::uint32_t value) override;

  private:
    static constexpr unsigned max_sources = 16;

    struct Group {
        explicit Group(std::uint32_t sources) : enable(sources) {}
        std::uint32_t source = 0;
        std::uint32_t request = 0;
        SetClearRegister enable;
        std::array<std::uint8_t, max_sources> vectors{};
        std::uint64_t risen = 0;

        void set_source(InterruptBlock& block, unsigned index, bool level);
        void update(InterruptBlock& block);
        std::uint32_t read_vectors(std::uint32_t word) const;
        void write_vectors(std::uint32_t word, std::uint32_t value);
    };

    std::function<void(std::uint32_t)> raise_;
    Group users_{0xFFFF};
    Group channels_{0xFF};
};

}  // namespace lookaside::xdma
