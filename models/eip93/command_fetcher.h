// SPDX-License-Identifier: Apache-2.0
// Reads command descriptors ahead of the packet that is worked on.
#pragma once

#include <functional>

#include "models/base/ring.h"
#include "models/eip93/parameters.h"
#include "models/eip93/rings.h"
#include "models/soc/dma_master.h"

namespace lookaside::eip93 {

class CommandFetcher {
  public:
    struct Command {
        std::uint32_t slot = 0;
        datasheet::eip93::Descriptor descriptor;
        bool bus_error = false;
        SimTime fetched_at{0};
    };

    /// `fetched` runs when there is a command more.
    CommandFetcher(const EngineParameters& parameters, Agenda& agenda, Rings& rings,
                   soc::DmaMaster& reads, std::function<void()> fetched);

    /// Commands were added, or one was taken.
    void fetch();
    bool has_command() const { return !commands_.empty(); }
    const Command& next() const { return commands_.front(); }
    Command take();
    bool is_idle() const { return reading_ == 0 && commands_.empty(); }

  private:
    void arrived(std::uint32_t slot, soc::TransferResult result,
                 std::span<const std::uint8_t> data);

    const EngineParameters& parameters_;
    Agenda& agenda_;
    Rings& rings_;
    soc::DmaMaster& reads_;
    std::function<void()> fetched_;
    unsigned reading_ = 0;
    Ring<Command> commands_;
};

}  // namespace lookaside::eip93
