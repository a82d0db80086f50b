// SPDX-License-Identifier: Apache-2.0
#include "models/array/bus_operator.h"

#include <utility>

namespace lookaside::array {

using emmc::TransactionError;

namespace {

constexpr std::uint32_t queue_status_bit = 1U << 15;

/// R1 bits that say that a command, or the one before it, did not do what it should (JESD84-B51
/// section 6.13: 31..29, 26, 23..19 and 7).
constexpr std::uint32_t r1_errors = 0xE4F8'0080;

bool is_hopeless(TransactionError error) {
    return error == TransactionError::busy_timeout || error == TransactionError::data_timeout;
}

}  // namespace

BusOperator::BusOperator(emmc::HostController& host, unsigned attempts,
                         std::function<void()> on_over)
    : host_(host),
      attempts_(attempts),
      on_over_(std::move(on_over)),
      step_over_([this](emmc::Transaction&) { advance(); }) {}

void BusOperator::begin(const BusOperation& operation) {
    operation_ = operation;
    busy_ = true;
    attempt_ = 1;
    failure_.reset();
    first_step();
}

std::size_t BusOperator::blocks() const {
    const std::size_t bytes = operation_.kind == BusOperation::Kind::write
                                  ? operation_.write_data.size()
                                  : operation_.read_data.size();
    return bytes / emmc::block_bytes;
}

void BusOperator::first_step() {
    if (operation_.kind == BusOperation::Kind::queue_status) {
        take_step(Step::transfer);
    } else if (selected_ != operation_.rca) {
        take_step(Step::select);
    } else {
        take_step(blocks() > 1 ? Step::count : Step::transfer);
    }
}

void BusOperator::take_step(Step step) {
    step_ = step;
    const std::uint32_t address = std::uint32_t{operation_.rca} << 16;
    switch (step) {
        case Step::select:
            ++selections_;
            return send(7, address);
        case Step::count:
            return send(23, static_cast<std::uint32_t>(blocks()));
        case Step::transfer:
            return transfer();
        case Step::stop:
            return send(12, 0);
        case Step::find_state:
            return send(13, address);
    }
}

void BusOperator::send(unsigned index, std::uint32_t argument) {
    transaction_.index = static_cast<std::uint8_t>(index);
    transaction_.argument = argument;
    transaction_.write_data = {};
    transaction_.read_data = {};
    ++commands_;
    host_.start(transaction_, step_over_);
}

void BusOperator::transfer() {
    transaction_.write_data = operation_.write_data;
    transaction_.read_data = operation_.read_data;
    transaction_.argument = operation_.sector;
    const bool several = blocks() > 1;
    switch (operation_.kind) {
        case BusOperation::Kind::write:
            transaction_.index = several ? 25 : 24;
            break;
        case BusOperation::Kind::read:
            transaction_.index = several ? 18 : 17;
            break;
        case BusOperation::Kind::queue_status:
            transaction_.index = 13;
            transaction_.argument = std::uint32_t{operation_.rca} << 16 | queue_status_bit;
            break;
    }
    ++commands_;
    host_.start(transaction_, step_over_);
}

bool BusOperator::went_wrong() const {
    if (transaction_.error != TransactionError::none) {
        return true;
    }
    const bool is_r1 = operation_.kind != BusOperation::Kind::queue_status;
    return is_r1 && (transaction_.status & r1_errors) != 0;
}

void BusOperator::advance() {
    switch (step_) {
        case Step::stop:
            // It is illegal, and not answered, unless the device was in the middle of a transfer.
            return take_step(Step::find_state);
        case Step::find_state: {
            const bool answered = transaction_.error == TransactionError::none;
            const auto state = emmc::r1::state_of(transaction_.status);
            const bool is_selected =
                answered && state != emmc::DeviceState::stby && state != emmc::DeviceState::dis;
            selected_ = is_selected ? std::optional(operation_.rca) : std::nullopt;
            return failure_ ? end() : first_step();
        }
        default:
            break;
    }
    if (went_wrong()) {
        return repeat();
    }
    switch (step_) {
        case Step::select:
            selected_ = operation_.rca;
            return take_step(blocks() > 1 ? Step::count : Step::transfer);
        case Step::count:
            return take_step(Step::transfer);
        default:
            return end();
    }
}

void BusOperator::repeat() {
    const TransactionError error = transaction_.error == TransactionError::none
                                       ? TransactionError::refused
                                       : transaction_.error;
    if (attempt_ >= attempts_ || is_hopeless(error)) {
        failure_ = error;
    } else {
        ++attempt_;
        ++retries_;
    }
    if (operation_.kind == BusOperation::Kind::queue_status) {
        return failure_ ? end() : take_step(Step::transfer);
    }
    // Also if it is given up: a device in the middle of a transfer would disturb the others.
    take_step(Step::stop);
}

void BusOperator::end() {
    busy_ = false;
    on_over_();
}

}  // namespace lookaside::array
