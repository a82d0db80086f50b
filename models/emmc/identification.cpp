// SPDX-License-Identifier: Apache-2.0
#include "models/emmc/identification.h"

namespace lookaside::emmc {
namespace {

/// A device that disappears spoils one CID; a line that stays low spoils everything.
constexpr unsigned attempts = 3;

}  // namespace

Identification::Identification(HostController& host, Done on_done)
    : host_(host), on_done_(std::move(on_done)), step_([this](Transaction&) { advance(); }) {}

void Identification::begin() {
    const BusParameters& p = host_.bus().parameters();
    result_ = {};
    failures_ = 0;
    host_.bus().change({p.identification_clock, 1, false, true});
    host_.pause(std::max(p.power_up_wait, host_.bus().clock().span(p.power_up_clocks)));
    began_ = host_.agenda().now();
    send(0, 0);
}

void Identification::send(unsigned index, std::uint32_t argument) {
    transaction_ = {};
    transaction_.index = static_cast<std::uint8_t>(index);
    transaction_.argument = argument;
    host_.start(transaction_, step_);
}

void Identification::advance() {
    switch (transaction_.index) {
        case 0:
            return send(1, ocr::sector_mode | ocr::voltages);
        case 1:
            return after_op_cond();
        case 2:
            return after_cid();
        case 3:
            return after_address();
        default:
            return after_cid_again();
    }
}

/// Open drain: "powered up" shows only when it is true of all.
void Identification::after_op_cond() {
    if (transaction_.error == TransactionError::response_timeout) {
        problem("no device answers CMD1");
        return end();
    }
    if ((transaction_.status & ocr::powered_up) != 0) {
        return send(2, 0);
    }
    if (host_.agenda().now() - began_ > host_.bus().parameters().power_up_timeout) {
        problem("a device is still busy after the power-up time-out");
        return end();
    }
    send(1, transaction_.argument);
}

void Identification::after_cid() {
    if (transaction_.error == TransactionError::response_timeout) {
        return end();
    }
    const auto rca = static_cast<std::uint16_t>(result_.found.size() + 1);
    damaged_ = transaction_.error != TransactionError::none;
    if (damaged_) {
        problem(std::string("CMD2: ") + name_of(transaction_.error));
    }
    result_.found.push_back({rca, transaction_.register_bits});
    send(3, address());
}

void Identification::after_address() {
    if (transaction_.error == TransactionError::response_timeout) {
        if (++failures_ < attempts) {
            return send(3, address());
        }
        problem("CMD3 with RCA " + std::to_string(result_.found.back().rca) +
                ": the device that won CMD2 does not answer");
        result_.found.pop_back();
        failures_ = 0;
        return send(2, 0);
    }
    failures_ = 0;
    if (transaction_.error != TransactionError::none) {
        problem(std::string("CMD3: ") + name_of(transaction_.error));
        damaged_ = true;
    }
    // A device is there, although not all of what it sent came through: CMD10 shows which.
    return damaged_ ? send(10, address()) : send(2, 0);
}

void Identification::after_cid_again() {
    if (transaction_.error == TransactionError::none) {
        result_.found.back().cid = transaction_.register_bits;
        failures_ = 0;
        return send(2, 0);
    }
    if (++failures_ < attempts) {
        return send(10, address());
    }
    problem("CMD10 with RCA " + std::to_string(result_.found.back().rca) +
            ": no readable CID in three attempts");
    result_.found.pop_back();
    end();
}

std::uint32_t Identification::address() const {
    return static_cast<std::uint32_t>(result_.found.back().rca) << 16;
}

void Identification::problem(const std::string& text) {
    result_.problems.push_back(host_.bus().name() + ": " + text);
}

void Identification::end() {
    if (on_done_) {
        on_done_();
    }
}

}  // namespace lookaside::emmc
