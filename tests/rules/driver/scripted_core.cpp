// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/driver/scripted_core.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/error.h"

namespace lookaside::test {

namespace sheet = datasheet::ipsec_card;

std::uint32_t ScriptedCore::read(std::uint32_t offset) const {
    switch (offset) {
        case sheet::reg::id:
            return sheet::card_id;
        case sheet::reg::busy:
            return busy_;
        case sheet::reg::done:
            return done_;
        case sheet::reg::failed:
            return failed_;
        case sheet::reg::fail_reason:
            return reasons_;
        case sheet::reg::irq_enable:
            return irq_enable_;
        default:
            return 0;
    }
}

void ScriptedCore::write(std::uint32_t offset, std::uint32_t value) {
    if (offset >= sheet::reg::key_base) {
        KeySlot& key = keys_.at((offset - sheet::reg::key_base) / sheet::reg::key_stride);
        const std::uint32_t within = (offset - sheet::reg::key_base) % sheet::reg::key_stride;
        if (within == sheet::reg::key_control) {
            key.control = value;
        } else {
            std::memcpy(&key.bytes.at(within), &value, sizeof value);
        }
    } else if (offset == sheet::reg::start) {
        start(value);
    } else if (offset == sheet::reg::done) {
        done_ &= ~value;
        failed_ &= ~value;
        update_irq();
    } else if (offset == sheet::reg::irq_enable) {
        irq_enable_ = value;
        update_irq();
    }
}

std::span<std::uint8_t> ScriptedCore::ram(std::uint64_t axi, std::size_t length) {
    if (axi + length <= sheet::ram_bytes) {
        return std::span(inbound_).subspan(axi, length);
    }
    if (axi >= sheet::outbound_ram && axi + length <= sheet::outbound_ram + sheet::ram_bytes) {
        return std::span(outbound_).subspan(axi - sheet::outbound_ram, length);
    }
    throw SimulationError("AXI address outside of the card's RAM");
}

void ScriptedCore::start(std::uint32_t slots) {
    ++start_writes;
    busy_ |= slots;
    most_busy = std::max(most_busy, static_cast<unsigned>(std::popcount(busy_)));
    for (; slots != 0; slots &= slots - 1) {
        if (!unanswered.contains(jobs++)) {
            waiting_.push_back(static_cast<unsigned>(std::countr_zero(slots)));
        }
    }
    begin_next();
}

void ScriptedCore::begin_next() {
    if (!working_ && !waiting_.empty()) {
        working_ = true;
        timelines_.stamp(waiting_.front(), Moment::engine_start, agenda_.now());
        finish_.arm_in(time_a_job);
    }
}

void ScriptedCore::finish() {
    const unsigned slot = waiting_.front();
    waiting_.pop_front();
    working_ = false;
    const auto reason = static_cast<std::uint32_t>(run(slot));
    timelines_.stamp(slot, Moment::engine_end, agenda_.now());
    busy_ &= ~(1U << slot);
    done_ |= 1U << slot;
    failed_ |= (reason != 0 ? 1U : 0U) << slot;
    reasons_ = (reasons_ & ~(3U << 2 * slot)) | reason << 2 * slot;
    update_irq();
    begin_next();
}

sheet::Fail ScriptedCore::run(unsigned slot) {
    const auto in = std::span(inbound_).subspan(slot * sheet::slot_bytes, sheet::slot_bytes);
    const auto out = std::span(outbound_).subspan(slot * sheet::slot_bytes, sheet::slot_bytes);
    sheet::RequestHeader header;
    std::memcpy(&header, in.data(), sizeof header);
    if (header.data_length > sheet::max_data || header.aad_length > sheet::max_aad) {
        return sheet::Fail::bad_header;
    }
    const KeySlot& key = keys_.at(header.command >> sheet::command::key_shift & 0xF);
    if ((key.control & sheet::key_control::valid) == 0) {
        return sheet::Fail::no_key;
    }
    const bool long_key = (key.control & sheet::key_control::bits_256) != 0;
    AesGcm cipher(std::span(key.bytes).first(long_key ? 32 : 16));
    const auto aad = std::span(header.aad).first(header.aad_length);
    const auto data = in.subspan(sheet::data_offset, header.data_length);
    const auto result = out.first(header.data_length);
    if ((header.command & sheet::command::decrypt) == 0) {
        cipher.encrypt(header.iv, aad, data, result,
                       out.subspan(header.data_length, sheet::tag_bytes));
        return sheet::Fail::none;
    }
    const auto tag = in.subspan(sheet::data_offset + header.data_length, sheet::tag_bytes);
    return cipher.decrypt(header.iv, aad, data, result, tag) ? sheet::Fail::none
                                                             : sheet::Fail::bad_tag;
}

}  // namespace lookaside::test
