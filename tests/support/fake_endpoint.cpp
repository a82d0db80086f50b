// SPDX-License-Identifier: Apache-2.0
// A PCIe endpoint without a link, for tests of device logic.
#include "tests/support/fake_endpoint.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace lookaside::test {

FakeEndpoint::FakeEndpoint(Agenda& agenda, const Settings& chosen)
    : memory(memory_bytes),
      settings(chosen),
      agenda_(agenda),
      tag_used_(chosen.tags, false),
      piece_(agenda, AlarmPriority::arrival, [this] { send_piece(); }),
      drain_(agenda, AlarmPriority::completion, [this] { drain(); }) {}

void FakeEndpoint::host_write(unsigned bar, Bytes offset, std::uint32_t value) {
    std::uint8_t bytes[4];
    std::memcpy(bytes, &value, sizeof value);
    logic_->bar_write(bar, offset, bytes);
}

std::uint32_t FakeEndpoint::host_read(unsigned bar, Bytes offset) {
    answer_status_.reset();
    logic_->bar_read({bar, offset, 4, 0});
    for (int i = 0; i < 10'000 && !answer_status_; ++i) {
        sc_core::sc_start(to_sc_time(10_ns));
    }
    if (!answer_status_) {
        throw std::runtime_error("the device did not answer a host read");
    }
    return answer_;
}

void FakeEndpoint::complete(const pcie::BarRead& read, std::span<const std::uint8_t> data,
                            pcie::CompletionStatus status) {
    if (status == pcie::CompletionStatus::successful && data.size() != read.length) {
        throw std::runtime_error("completion of the wrong length");
    }
    answer_ = 0;
    std::memcpy(&answer_, data.data(), std::min<std::size_t>(data.size(), sizeof answer_));
    answer_status_ = status;
}

bool FakeEndpoint::take_place() {
    if (queued_ == settings.queue_depth) {
        refused_ = true;
        return false;
    }
    ++queued_;
    if (!drain_.is_armed()) {
        drain_.arm_in(settings.drain_interval);
    }
    return true;
}

void FakeEndpoint::drain() {
    --queued_;
    if (queued_ > 0) {
        drain_.arm_in(settings.drain_interval);
    }
    if (refused_) {
        refused_ = false;
        logic_->transmit_ready();
    }
}

bool FakeEndpoint::write(std::uint64_t address, std::span<const std::uint8_t> data) {
    if (data.empty() || data.size() > settings.max_payload_size ||
        address % 4096 + data.size() > 4096) {
        throw std::runtime_error("a memory write breaks MPS or 4 KB");
    }
    if (!take_place()) {
        return false;
    }
    const Write record{agenda_.now(), address, {data.begin(), data.end()}};
    if (address >= message_address) {
        messages.push_back(record);
    } else {
        std::copy(data.begin(), data.end(), memory.begin() + static_cast<std::ptrdiff_t>(address));
        writes.push_back(record);
    }
    return true;
}

bool FakeEndpoint::send_msi(unsigned vector) {
    if (!take_place()) {
        return false;
    }
    msi_vectors.push_back(vector);
    return true;
}

std::optional<pcie::ReadTag> FakeEndpoint::read(std::uint64_t address, Bytes length) {
    if (length == 0 || length > settings.max_read_request_size || address % 4096 + length > 4096) {
        throw std::runtime_error("a memory read breaks MRRS or 4 KB");
    }
    const auto free = std::find(tag_used_.begin(), tag_used_.end(), false);
    if (free == tag_used_.end()) {
        refused_ = true;
        return std::nullopt;
    }
    if (!take_place()) {
        return std::nullopt;
    }
    *free = true;
    const auto tag = static_cast<pcie::ReadTag>(free - tag_used_.begin());
    reads.push_back({agenda_.now(), address, length});
    outstanding_.push_back({tag, address, length, 0, agenda_.now() + settings.read_latency});
    most_outstanding = std::max(most_outstanding, outstanding_.size());
    if (!piece_.is_armed()) {
        piece_.arm(outstanding_.back().ready);
    }
    return tag;
}

std::optional<std::size_t> FakeEndpoint::pick() const {
    const SimTime now = agenda_.now();
    for (std::size_t i = 0; i < outstanding_.size(); ++i) {
        std::size_t index = i;
        if (settings.order == Order::interleaved) {
            index = (turn_ + i) % outstanding_.size();
        } else if (settings.order == Order::newest_first) {
            index = outstanding_.size() - 1 - i;
        }
        if (outstanding_[index].ready <= now) {
            return index;
        }
    }
    return std::nullopt;
}

void FakeEndpoint::send_piece() {
    const auto index = pick();
    if (index) {
        Outstanding& read = outstanding_[*index];
        const std::uint64_t address = read.address + read.sent;
        const bool fails = failing_address && *failing_address >= read.address &&
                           *failing_address < read.address + read.length;
        const Bytes length =
            std::min(read.length - read.sent, settings.piece - address % settings.piece);
        const Outstanding before = read;
        read.sent += length;
        const bool last = fails || read.sent == read.length;
        turn_ = *index + 1;
        if (last) {
            tag_used_[before.tag] = false;
            outstanding_.erase(outstanding_.begin() + static_cast<std::ptrdiff_t>(*index));
            turn_ = *index;
        }
        if (fails) {
            logic_->read_failed(before.tag, failure);
        } else {
            logic_->read_data(before.tag, before.sent, std::span(memory).subspan(address, length),
                              last);
        }
        if (last && refused_) {
            refused_ = false;
            logic_->transmit_ready();
        }
    }
    if (outstanding_.empty()) {
        return;
    }
    SimTime next = agenda_.now() + settings.piece_interval;
    if (!pick()) {
        next = std::min_element(outstanding_.begin(), outstanding_.end(),
                                [](const auto& a, const auto& b) { return a.ready < b.ready; })
                   ->ready;
    }
    piece_.arm(next);
}

}  // namespace lookaside::test
