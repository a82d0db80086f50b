// SPDX-License-Identifier: Apache-2.0
// Watches an MMC bus and ends the run when a rule of the protocol is broken.
#pragma once

#include "models/emmc/bus.h"
#include "models/emmc/checker/command_line_rule.h"
#include "models/emmc/checker/data_line_rule.h"
#include "models/emmc/checker/selection_rule.h"

namespace lookaside::emmc {

/// Checks the standard's minima, not the bus's own parameters. A broken rule throws
/// SimulationError. Costs the CRC16s of every block: for tests, not for benchmarks.
class ProtocolChecker final : public BusObserver {
  public:
    explicit ProtocolChecker(const Bus& bus) : bus_(bus) {}

    /// Frames and blocks seen, so that a test can tell that something was checked.
    std::uint64_t seen() const { return seen_; }

    void command(const Frame& frame, SimTime start, SimTime end) override {
        ++seen_;
        command_line_.command(frame, start, end, period());
        if (reads_blocks(frame.index()) || writes_blocks(frame.index())) {
            data_lines_.data_command(start);
        }
        data_lines_.command(frame, end);
        selection_.command(frame, start);
    }
    void response(const Frame& frame, std::span<Device* const> drivers, SimTime start,
                  SimTime end) override {
        ++seen_;
        command_line_.response(start, end, period());
        data_lines_.response(end);
        selection_.response(frame, drivers, start);
    }
    void block(const BlockSeen& block) override {
        ++seen_;
        data_lines_.block(block, bus_.setting(), period());
        for (const Device* device : block.drivers) {
            selection_.drives_data(*device, block.start);
        }
    }
    void crc_status(const Device& device, bool, SimTime start, SimTime end) override {
        ++seen_;
        data_lines_.crc_status(start, end, period());
        selection_.drives_data(device, start);
    }
    void busy(const Device& device, SimTime from, SimTime until) override {
        data_lines_.busy(from, until);
        selection_.drives_data(device, from);
    }

  private:
    Picoseconds period() const { return bus_.clock().period(); }

    const Bus& bus_;
    checker::CommandLineRule command_line_;
    checker::DataLineRule data_lines_;
    checker::SelectionRule selection_;
    std::uint64_t seen_ = 0;
};

}  // namespace lookaside::emmc
