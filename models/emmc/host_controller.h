// SPDX-License-Identifier: Apache-2.0
// The host's end of an MMC bus: carries out one transaction at a time, to the clock.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "models/base/agenda.h"
#include "models/emmc/bus.h"
#include "models/emmc/bus_usage.h"
#include "models/emmc/transaction.h"

namespace lookaside::emmc {

/// Clocks are added up in closed form: a transaction takes an alarm where its command ends, one
/// where its last block or response ends, and one where a busy device releases DAT0.
///
/// The device logic gets the blocks of a write together, when the CRC status of the last has been
/// sent, and programming begins then; it is asked for the times of a read at the command's end bit
/// and for the bytes of all its blocks when the last is out.
class HostController {
  public:
    using Done = std::function<void(Transaction&)>;

    /// `on_done` is called when a transaction is over, and may start the next.
    HostController(std::string name, Agenda& agenda, Bus& bus, Done on_done = {});

    /// Begins at the next clock edge that N_RC and N_CC allow. One at a time. CMD12 may follow
    /// immediately on the last block; all others keep N_RC to it.
    void start(Transaction& transaction) { start(transaction, on_done_); }
    /// The same with a callback for this transaction; it must outlive it.
    void start(Transaction& transaction, const Done& done);
    bool busy() const { return current_ != nullptr; }
    /// No command begins for this long from now; the clock runs.
    void pause(Picoseconds duration);

    const std::string& name() const { return name_; }
    Bus& bus() { return bus_; }
    Agenda& agenda() { return agenda_; }
    const BusUsage& usage() const { return usage_; }
    BusUsage& usage() { return usage_; }

    /// Appends what the transaction under way waits for.
    void describe_waits(std::vector<std::string>& lines) const;

  private:
    enum class Phase : std::uint8_t { command, read, write, finish };

    Picoseconds clocks(Cycles count) const { return bus_.clock().span(count); }
    Cycles block_length() const { return block_clocks(bus_.setting().width, bus_.setting().ddr); }

    void step();
    SimTime first_edge() const;
    void end_command();
    void take_response(const Frame& response, ResponseKind kind);
    void begin_data_or_finish(ResponseKind kind);
    void fail(TransactionError error);

    bool must_be_careful() const;
    void plan_read();
    void await_read();
    void end_read();
    TransactionError fetch_planned();
    TransactionError fetch_block(unsigned block, std::span<std::uint8_t> bytes);
    void leave_read();
    void plan_write();
    void end_write();
    void await_next_write();
    void fail_write(TransactionError error);
    TransactionError deliver_blocks(unsigned first, std::span<const std::uint8_t> bytes);
    void show_written(unsigned first, std::span<const std::uint8_t> bytes, bool accepted);

    void wait_while_busy(SimTime from);
    void finish_at(SimTime at);
    void finish();

    std::string name_;
    Agenda& agenda_;
    Bus& bus_;
    Done on_done_;
    BusUsage usage_;
    Alarm alarm_;

    Transaction* current_ = nullptr;
    const Done* done_ = nullptr;
    Phase phase_ = Phase::command;
    SimTime begin_{0};         // of the command
    SimTime command_end_{0};   // end bit of the command
    SimTime response_end_{0};  // of the response, if any
    SimTime command_free_{0};  // N_RC or N_CC after the last frame: the next may begin
    SimTime data_free_{0};     // N_RC after the last data or busy: the next but CMD12 may
    // The transfer under way.
    unsigned blocks_asked_ = 0;
    std::vector<SimTime> block_starts_;  // of the blocks planned so far
    SimTime data_end_{0};                // of the last of them, or of the command or response
    unsigned moved_ = 0;                 // blocks, of them
    unsigned planned_ = 0;               // blocks until the alarm
    bool times_out_ = false;             // after all that are planned
    std::vector<std::uint8_t> scratch_;
};

}  // namespace lookaside::emmc
