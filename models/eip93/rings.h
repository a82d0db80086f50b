// SPDX-License-Identifier: Apache-2.0
// The command and the result ring as the engine keeps them: where they are and how full.
#pragma once

#include <cstdint>

#include "datasheets/eip93.h"
#include "models/eip93/moderation.h"
#include "models/eip93/rule_book.h"

namespace lookaside::eip93 {

/// Both rings have the same number of entries. Software counts commands in and results out.
class Rings {
  public:
    Rings(Moderation& moderation, Interrupts& interrupts, RuleBook& rules)
        : moderation_(moderation), interrupts_(interrupts), rules_(rules) {}

    void set_command_base(std::uint32_t address) { command_base_ = address; }
    void set_result_base(std::uint32_t address) { result_base_ = address; }
    void set_config(std::uint32_t value) { config_ = value; }
    std::uint32_t command_base() const { return command_base_; }
    std::uint32_t result_base() const { return result_base_; }
    std::uint32_t config() const { return config_; }
    std::uint32_t pointers() const { return next_command_ | next_result_ << 16; }

    std::uint32_t commands() const { return commands_; }
    std::uint32_t results() const { return results_; }

    /// Doorbell. More than the ring holds are a ring error and do not count.
    void add_commands(std::uint32_t count) {
        if (commands_ + count > entries()) {
            refuse("more commands are waiting than the ring has entries");
            return;
        }
        commands_ += count;
        moderation_.commands_waiting(commands_);
    }
    /// Acknowledgement. More than are waiting are a ring error, and all count as read.
    void remove_results(std::uint32_t count) {
        if (count > results_) {
            refuse("more results are acknowledged than are waiting");
            count = results_;
        }
        results_ -= count;
        moderation_.results_waiting(results_);
    }

    /// Index of the next command, which is then not waiting any more. Only if there is one.
    std::uint32_t take_command() {
        const std::uint32_t index = next_command_;
        next_command_ = (next_command_ + 1) % entries();
        --commands_;
        moderation_.commands_waiting(commands_);
        return index;
    }
    /// Place of the next result; a place that software has not read the last result of is free
    /// only after it has acknowledged that.
    bool has_room_for_result() const { return results_ + being_written_ < entries(); }
    std::uint32_t take_result_place() {
        const std::uint32_t index = next_result_;
        next_result_ = (next_result_ + 1) % entries();
        ++being_written_;
        return index;
    }
    void result_counts() {
        --being_written_;
        ++results_;
        moderation_.results_waiting(results_);
    }

    std::uint32_t command_address(std::uint32_t index) const {
        return command_base_ + index * stride();
    }
    std::uint32_t result_address(std::uint32_t index) const {
        return result_base_ + index * stride();
    }
    void reset() {
        commands_ = 0;
        results_ = 0;
        being_written_ = 0;
        next_command_ = 0;
        next_result_ = 0;
        moderation_.reset();
    }

  private:
    std::uint32_t entries() const { return (config_ & 0x3FFU) + 1; }
    std::uint32_t stride() const { return 4 * (config_ >> 16 & 0xFFU); }
    void refuse(const char* what) {
        rules_.broken(what);
        interrupts_.raise(datasheet::eip93::interrupt::ring_error);
    }

    Moderation& moderation_;
    Interrupts& interrupts_;
    RuleBook& rules_;
    std::uint32_t command_base_ = 0;
    std::uint32_t result_base_ = 0;
    std::uint32_t config_ = 0;
    std::uint32_t commands_ = 0;
    std::uint32_t results_ = 0;
    std::uint32_t being_written_ = 0;
    std::uint32_t next_command_ = 0;
    std::uint32_t next_result_ = 0;
};

}  // namespace lookaside::eip93
