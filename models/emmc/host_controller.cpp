// SPDX-License-Identifier: Apache-2.0
// Commands and responses; blocks of data are in host_read.cpp and host_write.cpp.
#include "models/emmc/host_controller.h"

#include <algorithm>
#include <stdexcept>

namespace lookaside::emmc {

const char* name_of(TransactionError error) {
    switch (error) {
        case TransactionError::none:
            return "none";
        case TransactionError::response_timeout:
            return "response time-out";
        case TransactionError::response_crc:
            return "wrong CRC7 in a response";
        case TransactionError::response_index:
            return "wrong index in a response";
        case TransactionError::response_end_bit:
            return "missing end bit of a response";
        case TransactionError::data_timeout:
            return "read data time-out";
        case TransactionError::data_crc:
            return "wrong CRC16 in a read block";
        case TransactionError::data_end_bit:
            return "missing end bit of a read block";
        case TransactionError::crc_status:
            return "a written block was refused with CRC status 101";
        case TransactionError::no_crc_status:
            return "no CRC status after a written block";
        case TransactionError::busy_timeout:
            return "busy time-out";
        case TransactionError::refused:
            return "the device refused the address";
    }
    return "unknown";
}

HostController::HostController(std::string name, Agenda& agenda, Bus& bus, Done on_done)
    : name_(std::move(name)),
      agenda_(agenda),
      bus_(bus),
      on_done_(std::move(on_done)),
      alarm_(agenda, AlarmPriority::arrival, [this] { step(); }) {}

void HostController::start(Transaction& transaction, const Done& done) {
    if (busy()) {
        throw std::logic_error(name_ + ": a transaction is under way already");
    }
    current_ = &transaction;
    done_ = &done;
    transaction.error = TransactionError::none;
    transaction.status = 0;
    transaction.blocks = 0;
    block_starts_.clear();
    moved_ = 0;
    phase_ = Phase::command;
    begin_ = first_edge();
    command_end_ = begin_ + clocks(short_frame_clocks);
    alarm_.arm(command_end_);
}

/// Where the command may begin.
SimTime HostController::first_edge() const {
    const bool is_stop = current_->index == 12;
    const SimTime free = is_stop ? command_free_ : std::max(command_free_, data_free_);
    return bus_.clock().next_edge(std::max(agenda_.now(), free));
}

void HostController::pause(Picoseconds duration) {
    command_free_ = std::max(command_free_, agenda_.now() + duration);
}

void HostController::step() {
    switch (phase_) {
        case Phase::command:
            return end_command();
        case Phase::read:
            return end_read();
        case Phase::write:
            return end_write();
        case Phase::finish:
            return finish();
    }
}

void HostController::fail(TransactionError error) {
    if (current_->error == TransactionError::none) {
        current_->error = error;
    }
}

void HostController::end_command() {
    const Frame command = command_frame(current_->index, current_->argument);
    const ResponseKind kind = response_of(current_->index, current_->argument);
    const BusParameters& p = bus_.parameters();
    usage_.clocks.commands += short_frame_clocks;
    for (BusObserver* observer : bus_.observers()) {
        observer->command(command, begin_, command_end_);
    }
    const auto response = bus_.carry(command, command_end_);
    if (kind == ResponseKind::none) {
        response_end_ = command_end_;
        command_free_ = command_end_ + clocks(p.n_cc);
        return finish();
    }
    if (!response) {
        // After a CMD2 that nobody answers, a whole CID's length must pass.
        const Cycles quiet = current_->index == 2 ? p.n_cc + long_frame_clocks : p.n_cc;
        response_end_ = command_end_ + clocks(p.response_timeout);
        command_free_ = std::max(response_end_, command_end_ + clocks(quiet));
        fail(TransactionError::response_timeout);
        if (reads_blocks(current_->index) && bus_.faults().hits(FaultKind::no_response)) {
            leave_read();  // a device sends, but nobody knows
        }
        return finish_at(response_end_);
    }
    take_response(*response, kind);
    begin_data_or_finish(kind);
}

void HostController::take_response(const Frame& response, ResponseKind kind) {
    const BusParameters& p = bus_.parameters();
    const bool identification = current_->index == 1 || current_->index == 2;
    const SimTime start = command_end_ + clocks(identification ? p.n_id : p.n_cr);
    response_end_ = start + clocks(response.clocks());
    command_free_ = response_end_ + clocks(p.n_rc);
    usage_.clocks.responses += response.clocks();
    for (BusObserver* observer : bus_.observers()) {
        observer->response(response, bus_.responders(), start, response_end_);
    }
    if (kind == ResponseKind::r2) {
        std::copy_n(response.bytes.begin() + 1, 16, current_->register_bits.begin());
    } else {
        current_->status = response.argument();
    }
    const bool numbered = kind == ResponseKind::r1 || kind == ResponseKind::r1b;
    if (kind != ResponseKind::r3 && !response.crc_fits()) {
        fail(TransactionError::response_crc);
    } else if (numbered && response.index() != current_->index) {
        fail(TransactionError::response_index);
    } else if (!response.end_bit()) {
        fail(TransactionError::response_end_bit);
    } else if ((reads_blocks(current_->index) || writes_blocks(current_->index)) &&
               (current_->status & r1::refused) != 0) {
        fail(TransactionError::refused);
    }
}

/// Blocks go one by one if any of them may fail: errors are injected, two devices have one
/// address, or host and device do not agree on the lines. Else all blocks arrive as they left,
/// with the CRC16s that they need, and one alarm is enough.
bool HostController::must_be_careful() const {
    if (bus_.faults().hits_data() || bus_.selected().size() != 1) {
        return true;
    }
    const Device& device = *bus_.selected().front();
    return device.width() != bus_.setting().width || device.ddr() != bus_.setting().ddr;
}

/// A block that a device sends is awaited even if its response was damaged: the lines are not free
/// before.
void HostController::begin_data_or_finish(ResponseKind kind) {
    const bool sends = std::any_of(bus_.selected().begin(), bus_.selected().end(),
                                   [](const Device* device) { return device->is_sending(); });
    if (reads_blocks(current_->index) && sends) {
        blocks_asked_ = static_cast<unsigned>(current_->read_data.size() / block_bytes);
        data_end_ = command_end_;
        return plan_read();
    }
    if (current_->error == TransactionError::none) {
        if (writes_blocks(current_->index)) {
            blocks_asked_ = static_cast<unsigned>(current_->write_data.size() / block_bytes);
            data_end_ = response_end_;
            return plan_write();
        }
        if (kind == ResponseKind::r1b) {
            return wait_while_busy(command_end_ + clocks(bus_.parameters().n_st));
        }
    }
    finish_at(response_end_);
}

/// Devices that hold DAT0 do so from `from` on, which lies at or before the end of the response.
void HostController::wait_while_busy(SimTime from) {
    SimTime until = agenda_.now();
    for (Device* device : bus_.selected()) {
        const SimTime device_until = device->busy_until(agenda_.now());
        until = std::max(until, device_until);
        if (device_until > from) {
            for (BusObserver* observer : bus_.observers()) {
                observer->busy(*device, from, device_until);
            }
        }
    }
    const SimTime earliest = std::max(agenda_.now(), response_end_);
    if (!current_->wait_while_busy || until <= earliest) {
        return finish_at(earliest);
    }
    const SimTime limit = from + bus_.parameters().busy_timeout;
    if (until > limit) {
        fail(TransactionError::busy_timeout);
        until = std::max(earliest, limit);
    }
    until = bus_.clock().next_edge(until);
    data_free_ = until + clocks(bus_.parameters().n_rc);
    usage_.held_busy += until - from;
    finish_at(until);
}

void HostController::finish_at(SimTime at) {
    phase_ = Phase::finish;
    if (at <= agenda_.now()) {
        finish();
    } else {
        alarm_.arm(at);
    }
}

void HostController::finish() {
    usage_.occupy(begin_, std::max({agenda_.now(), command_free_, data_free_}));
    ++usage_.transactions;
    usage_.blocks += current_->blocks;
    if (current_->error != TransactionError::none) {
        ++usage_.failed;
    }
    Transaction& over = *current_;
    const Done& done = *done_;
    current_ = nullptr;
    if (done) {
        done(over);
    }
}

void HostController::describe_waits(std::vector<std::string>& lines) const {
    if (!busy()) {
        return;
    }
    static constexpr const char* awaited[] = {"the end of the command", "read data",
                                              "the answer to written data",
                                              "the response or the end of busy"};
    std::string line = name_ + ": CMD" + std::to_string(current_->index) + " waits for " +
                       awaited[static_cast<std::size_t>(phase_)];
    for (const Device* device : bus_.selected()) {
        line += ", selected is " + device->name();
    }
    lines.push_back(line);
}

}  // namespace lookaside::emmc
