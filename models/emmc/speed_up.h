// SPDX-License-Identifier: Apache-2.0
// Takes identified devices from one slow line to the bus's mode, width and clock.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/emmc/host_controller.h"
#include "models/emmc/identification.h"

namespace lookaside::emmc {

struct SpeedUpResult {
    std::vector<FoundDevice> ready;     // devices that work in the bus's mode
    std::vector<std::string> problems;  // one for each other device, which it names by CID and RCA
};

/// "CID 15...01, RCA 3": how reports name a device whose CID was read.
std::string describe(const FoundDevice& device);

/// Device by device: CMD7, CMD8, the CMD6s that its mode needs, each followed by a CMD13 that
/// shows SWITCH_ERROR. Until the last is done the clock stays at 26 MHz or the mode's own, if
/// slower. Devices that fail keep one slow line, stay deselected and are not in the result.
/// The tuning of HS200 (CMD21) is a matter of analogue delays and is left out.
class SpeedUp {
  public:
    using Done = std::function<void()>;

    SpeedUp(HostController& host, Done on_done);

    /// The host controller must be idle, and is its own until `on_done`. Afterwards no device is
    /// selected.
    void begin(std::vector<FoundDevice> devices);
    const SpeedUpResult& result() const { return result_; }

  private:
    struct Switch {
        unsigned index;
        unsigned value;
    };

    void send(unsigned index, std::uint32_t argument);
    void advance();
    void select_next();
    void after_ext_csd();
    void after_status();
    void next_switch();
    void give_up(const std::string& why);
    void plan_switches();
    std::uint32_t address() const;
    void drive(unsigned width, bool ddr);

    HostController& host_;
    Done on_done_;
    HostController::Done step_;
    Transaction transaction_;
    SpeedUpResult result_;
    std::vector<FoundDevice> devices_;
    std::size_t next_ = 0;          // device, one beyond the one at work
    std::vector<Switch> switches_;  // of the mode
    std::size_t switched_ = 0;      // of the device at work
    std::array<std::uint8_t, block_bytes> ext_csd_{};
};

}  // namespace lookaside::emmc
