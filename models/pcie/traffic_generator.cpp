// SPDX-License-Identifier: Apache-2.0
#include "models/pcie/traffic_generator.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "models/pcie/tlp.h"

namespace lookaside::pcie {
namespace {

constexpr std::size_t most_tags = 1024;

}  // namespace

TrafficGenerator::TrafficGenerator(Agenda& agenda, Endpoint& endpoint,
                                   const TrafficParameters& parameters,
                                   std::function<void(Picoseconds)> seen_read)
    : agenda_(agenda),
      endpoint_(endpoint),
      parameters_(parameters),
      seen_read_(std::move(seen_read)),
      write_next_(parameters.pattern != TrafficPattern::read),
      requests_(parameters.outstanding),
      slot_of_tag_(most_tags),
      left_of_tag_(most_tags),
      data_(page_bytes, 0xA5),
      status_(agenda, AlarmPriority::decision, [this] { send_status(); }) {
    if (parameters.request_size == 0 ||
        parameters.request_size + parameters.misalignment > parameters.buffer_size) {
        throw InputError("a DMA request has 1 byte to the size of the buffer");
    }
    if (parameters.outstanding == 0) {
        throw InputError("a traffic generator has at least 1 read in flight");
    }
    for (unsigned slot = parameters.outstanding; slot-- > 0;) {
        free_slots_.push_back(slot);
    }
    endpoint.attach(*this);
}

void TrafficGenerator::start() {
    running_ = true;
    if (parameters_.status_interval > 0_ps) {
        status_.arm_in(parameters_.status_interval);
    }
    pump();
}

void TrafficGenerator::stop() {
    running_ = false;
    status_.disarm();
}

// Requests start at multiples of a power of two that holds one, so that only their size and the
// misalignment decide how they are split.
void TrafficGenerator::begin(Cursor& cursor, Bytes& walk) {
    const Bytes needed = parameters_.request_size + parameters_.misalignment;
    const Bytes stride = needed >= page_bytes ? (needed + page_bytes - 1) / page_bytes * page_bytes
                                              : std::max(std::bit_ceil(needed), Bytes{512});
    if (walk + stride > parameters_.buffer_size) {
        walk = 0;
    }
    cursor = {parameters_.buffer + walk + parameters_.misalignment, parameters_.request_size};
    walk += stride;
}

Bytes TrafficGenerator::piece(const Cursor& cursor, Bytes limit) const {
    return std::min(cursor.left, limit - cursor.address % limit);
}

// With both kinds, a write request and a read request take turns.
void TrafficGenerator::pump() {
    if (pumping_) {
        return;
    }
    pumping_ = true;
    for (;;) {
        const bool writing = parameters_.pattern == TrafficPattern::write || write_next_;
        Cursor& cursor = writing ? write_ : read_;
        if (cursor.left == 0 && !running_) {
            break;
        }
        if (writing ? !push_write() : !push_read()) {
            break;
        }
        if (cursor.left == 0 && parameters_.pattern == TrafficPattern::both) {
            write_next_ = !write_next_;
        }
    }
    pumping_ = false;
}

bool TrafficGenerator::push_write() {
    if (write_.left == 0) {
        begin(write_, write_walk_);
    }
    const Bytes size = piece(write_, endpoint_.max_payload_size());
    if (!endpoint_.write(write_.address, std::span(data_).first(size))) {
        return false;
    }
    write_.address += size;
    write_.left -= size;
    counters_.written += size;
    if (write_.left == 0) {
        ++counters_.write_requests;
    }
    return true;
}

bool TrafficGenerator::push_read() {
    if (read_.left == 0) {
        if (free_slots_.empty()) {
            return false;
        }
        begin(read_, read_walk_);
        slot_ = free_slots_.back();
        free_slots_.pop_back();
        requests_[slot_] = {agenda_.now(), parameters_.request_size, false};
    }
    const Bytes size = piece(read_, endpoint_.max_read_request_size());
    const std::optional<ReadTag> tag = endpoint_.read(read_.address, size);
    if (!tag) {
        return false;
    }
    slot_of_tag_[*tag] = slot_;
    left_of_tag_[*tag] = size;
    read_.address += size;
    read_.left -= size;
    return true;
}

void TrafficGenerator::read_data(ReadTag tag, Bytes, std::span<const std::uint8_t> data, bool) {
    counters_.read += data.size();
    left_of_tag_[tag] -= data.size();
    received(tag, data.size());
}

void TrafficGenerator::read_failed(ReadTag tag, CompletionStatus) {
    requests_[slot_of_tag_[tag]].failed = true;
    received(tag, left_of_tag_[tag]);
}

// The request is over when all its bytes came or were given up.
void TrafficGenerator::received(ReadTag tag, Bytes bytes) {
    const unsigned slot = slot_of_tag_[tag];
    ReadRequest& request = requests_[slot];
    request.left -= bytes;
    if (request.left > 0) {
        return;
    }
    if (request.failed) {
        ++counters_.failed_reads;
    } else {
        ++counters_.read_requests;
        seen_read_(agenda_.now() - request.issued);
    }
    free_slots_.push_back(slot);
    pump();
}

void TrafficGenerator::bar_write(unsigned, Bytes, std::span<const std::uint8_t>) {}

void TrafficGenerator::bar_read(const BarRead& read) {
    endpoint_.complete(read, std::vector<std::uint8_t>(read.length));
}

void TrafficGenerator::send_status() {
    endpoint_.write(parameters_.buffer + parameters_.buffer_size - 4, std::span(data_).first(4));
    status_.arm_in(parameters_.status_interval);
}

}  // namespace lookaside::pcie
