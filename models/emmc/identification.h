// SPDX-License-Identifier: Apache-2.0
// Finds the devices of an MMC bus: CMD0, CMD1, then CMD2 and CMD3 until nobody answers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/emmc/host_controller.h"
#include "models/emmc/registers.h"

namespace lookaside::emmc {

struct FoundDevice {
    std::uint16_t rca;
    Cid cid;
};

struct IdentificationResult {
    std::vector<FoundDevice> found;     // in order of their CIDs; RCAs 1, 2, 3...
    std::vector<std::string> problems;  // what went wrong, each with the bus's name
};

/// The flow of the multi-device bus (MultiMediaCard System Specification 3.31, section 4.3; Hitachi
/// HB28 data sheet), at the identification clock, one line, open drain.
class Identification {
  public:
    using Done = std::function<void()>;

    /// The host controller must be idle when it begins, and is its alone until `on_done`.
    Identification(HostController& host, Done on_done);

    void begin();
    /// Valid when it is over.
    const IdentificationResult& result() const { return result_; }

  private:
    void send(unsigned index, std::uint32_t argument);
    void advance();
    void after_op_cond();
    void after_cid();
    void after_address();
    void after_cid_again();
    std::uint32_t address() const;
    void problem(const std::string& text);
    void end();

    HostController& host_;
    Done on_done_;
    HostController::Done step_;
    Transaction transaction_;
    IdentificationResult result_;
    SimTime began_{0};
    bool damaged_ = false;   // CID or answer to CMD3 of the last device found
    unsigned failures_ = 0;  // in succession
};

}  // namespace lookaside::emmc
