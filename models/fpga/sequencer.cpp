// SPDX-License-Identifier: Apache-2.0
// Takes started slots through the crypto engine, one after the other.
#include "models/fpga/sequencer.h"

#include <algorithm>
#include <cstring>

namespace lookaside::fpga {

namespace card = datasheet::ipsec_card;

namespace {

bool is_valid(const card::RequestHeader& header) {
    constexpr std::uint32_t known = card::command::decrypt | card::command::key_mask;
    const std::uint32_t key =
        (header.command & card::command::key_mask) >> card::command::key_shift;
    return (header.command & ~known) == 0 && key < card::key_slots &&
           header.aad_length <= card::max_aad && header.data_length <= card::max_data;
}

}  // namespace

Sequencer::Sequencer(Agenda& agenda, const Parameters& parameters, crypto::Engine& engine,
                     SlotRam& inbound, SlotRam& outbound, const KeySlots& keys,
                     SlotTimelines& timelines, Done done)
    : agenda_(agenda),
      parameters_(parameters),
      axi_clock_(parameters.axi.clock),
      engine_clock_(parameters.engine_clock.value_or(parameters.axi.clock)),
      crossing_(parameters.engine_clock ? parameters.cycles.crossing : 0),
      engine_(engine),
      inbound_(inbound),
      outbound_(outbound),
      keys_(keys),
      timelines_(timelines),
      done_(std::move(done)),
      header_read_(agenda, AlarmPriority::completion, [this] { header_read(); }),
      finished_(agenda, AlarmPriority::completion, [this] { finish_front(); }) {}

void Sequencer::start(unsigned slot, SimTime at) {
    queue_.push_back({slot, at});
    meter_.arrive(agenda_.now());
    if (queue_.size() == 1) {
        begin_front(at);
    }
}

void Sequencer::begin_front(SimTime at) {
    header_read_.arm(axi_clock_.edge_after(at, parameters_.cycles.header));
}

void Sequencer::header_read() {
    Header header;
    std::memcpy(&header, inbound_.slot(queue_.front().slot).data(), sizeof header);
    SimTime end = agenda_.now();
    outcome_ = is_valid(header) ? run_engine(header, end) : Fail::bad_header;
    counts_.bad_headers += outcome_ == Fail::bad_header;
    finished_.arm(axi_clock_.edge_after(end, parameters_.cycles.result));
}

/// Runs the job at once, in zero simulated time; `end` becomes when its cycles are over.
Sequencer::Fail Sequencer::run_engine(const Header& header, SimTime& end) {
    const unsigned slot = queue_.front().slot;
    const std::uint32_t key_slot =
        (header.command & card::command::key_mask) >> card::command::key_shift;
    const auto key = keys_.find(key_slot);
    if (!key) {
        ++counts_.missing_keys;
        return Fail::no_key;
    }
    const bool decrypt = (header.command & card::command::decrypt) != 0;
    const std::span<const std::uint8_t> data = inbound_.slot(slot).subspan(card::data_offset);
    crypto::Job job;
    job.algorithm = key->algorithm;
    job.direction = decrypt ? crypto::Direction::decrypt : crypto::Direction::encrypt;
    job.key_id = key_slot;
    job.key = key->bytes;
    job.iv = header.iv;
    job.aad = std::span(header.aad).first(header.aad_length);
    job.data = data.first(header.data_length);
    if (decrypt) {
        job.tag = data.subspan(header.data_length, card::tag_bytes);
    }
    result_ = engine_.run(job);

    const SimTime begin = engine_clock_.edge_after(agenda_.now(), crossing_);
    const SimTime engine_end = begin + engine_clock_.span(result_.cycles);
    timelines_.stamp(slot, Moment::engine_start, begin);
    timelines_.stamp(slot, Moment::engine_end, engine_end);
    meter_.add_busy_span(begin, engine_end);
    counts_.engine_cycles += result_.cycles;
    end = axi_clock_.edge_after(engine_end, crossing_);
    if (!result_.authentic) {
        ++counts_.bad_tags;
        return Fail::bad_tag;
    }
    ++counts_.packets;
    counts_.bytes += header.data_length;
    return Fail::none;
}

void Sequencer::finish_front() {
    const Queued done = queue_.front();
    queue_.pop();
    if (outcome_ == Fail::none) {
        const auto out = outbound_.slot(done.slot);
        const auto tag = std::copy(result_.data.begin(), result_.data.end(), out.begin());
        std::copy(result_.tag.begin(), result_.tag.end(), tag);
    }
    const SimTime now = agenda_.now();
    meter_.depart(now, done.since);
    if (!queue_.empty()) {
        begin_front(std::max(now, queue_.front().since));
    }
    done_(done.slot, outcome_);
}

void Sequencer::reset_statistics(SimTime now) {
    counts_ = {};
    meter_.reset(now);
}

void Sequencer::describe_waits(std::vector<std::string>& lines) const {
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        lines.push_back("card: slot " + std::to_string(queue_[i].slot) +
                        (i == 0 ? " is in the engine" : " waits for the engine"));
    }
}

}  // namespace lookaside::fpga
