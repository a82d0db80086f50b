// SPDX-License-Identifier: Apache-2.0
// Carries out the manager's operations on one eMMC bus, each a few commands, with retries.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "models/emmc/host_controller.h"

namespace lookaside::array {

/// What is wanted of a device.
struct BusOperation {
    enum class Kind : std::uint8_t {
        write,         // CMD23 and CMD25, or CMD24 for one sector
        read,          // CMD23 and CMD18, or CMD17
        queue_status,  // CMD13 with bit 15
    };
    Kind kind = Kind::queue_status;
    std::uint16_t rca = 0;
    std::uint32_t sector = 0;
    std::span<const std::uint8_t> write_data;
    std::span<std::uint8_t> read_data;
};

/// One operation at a time. A device is selected (CMD7) when the one before was another's; a failed
/// operation is repeated from there, after CMD12 and CMD13 have brought the device to a known
/// state. An operation that is given up leaves its device that way, too.
class BusOperator {
  public:
    /// `on_over` is called when an operation is over, and may begin the next.
    BusOperator(emmc::HostController& host, unsigned attempts, std::function<void()> on_over);

    void begin(const BusOperation& operation);
    bool busy() const { return busy_; }

    /// Of the operation that is over: why it was given up, if it was.
    std::optional<emmc::TransactionError> failure() const { return failure_; }
    std::uint32_t queue_status() const { return transaction_.status; }

    std::uint64_t commands() const { return commands_; }
    std::uint64_t selections() const { return selections_; }
    std::uint64_t retries() const { return retries_; }
    void reset_counts() { commands_ = selections_ = retries_ = 0; }

  private:
    enum class Step : std::uint8_t { select, count, transfer, stop, find_state };

    void first_step();
    void take_step(Step step);
    void send(unsigned index, std::uint32_t argument);
    void transfer();
    void advance();
    void repeat();
    bool went_wrong() const;
    void end();
    std::size_t blocks() const;

    emmc::HostController& host_;
    const unsigned attempts_;
    std::function<void()> on_over_;
    emmc::HostController::Done step_over_;
    emmc::Transaction transaction_;
    BusOperation operation_;
    Step step_ = Step::select;
    bool busy_ = false;
    unsigned attempt_ = 0;
    std::optional<std::uint16_t> selected_;  // RCA
    std::optional<emmc::TransactionError> failure_;
    std::uint64_t commands_ = 0;
    std::uint64_t selections_ = 0;
    std::uint64_t retries_ = 0;
};

}  // namespace lookaside::array
