// SPDX-License-Identifier: Apache-2.0
// Fetches a channel's descriptors, block by block, ahead of their use.
#include "models/xdma/descriptor_fetcher.h"

#include <algorithm>

#include "base/error.h"

namespace lookaside::xdma {

namespace status = datasheet::xdma::status;

DescriptorFetcher::DescriptorFetcher(const Wiring& wiring, FetchListener& listener)
    : wire_(wiring),
      listener_(listener),
      requester_id_(wiring.requester.add(*this)),
      start_delay_(wiring.agenda, AlarmPriority::completion,
                   [this] { wire_.requester.request(requester_id_); }) {}

void DescriptorFetcher::start() {
    fetching_ = true;
    discarding_ = false;
    enter_block(wire_.registers.first_address(), wire_.registers.first_adjacent());
    start_delay_.arm(
        wire_.clock.edge_after(wire_.agenda.now(), wire_.parameters.cycles.start_to_fetch));
}

void DescriptorFetcher::stop() {
    fetching_ = false;
    discarding_ = true;
    block_remaining_ = 0;
    requested_ = 0;
    buffer_.clear();
    start_delay_.disarm();
}

void DescriptorFetcher::poke() {
    if (!start_delay_.is_armed()) {
        wire_.requester.request(requester_id_);
    }
}

void DescriptorFetcher::pop() {
    buffer_.pop();
    poke();
}

void DescriptorFetcher::enter_block(std::uint64_t address, unsigned adjacent) {
    address_ = address;
    block_remaining_ = adjacent + 1;
    block_expected_ = block_remaining_;
    if (block_remaining_ * descriptor_bytes > to_page_end(address)) {
        ++counts_.blocks_over_4k;
    }
}

unsigned DescriptorFetcher::space() const {
    return wire_.parameters.descriptor_buffer - requested_ - static_cast<unsigned>(buffer_.size());
}

unsigned DescriptorFetcher::next_read_count() const {
    if (!fetching_ || block_remaining_ == 0 || wire_.common.halted(wire_.gate_bit) ||
        reads_.size() == wire_.parameters.descriptor_reads) {
        return 0;
    }
    const Bytes bytes = std::min(wire_.config.max_read_request(), to_page_end(address_));
    unsigned count = static_cast<unsigned>(bytes / descriptor_bytes);
    count = std::min({count, block_remaining_, space()});
    if (wire_.common.credit_mode(wire_.gate_bit)) {
        count = std::min(count, wire_.registers.credits());
    }
    return count;
}

pcie::Turn DescriptorFetcher::take_turn() {
    const unsigned count = next_read_count();
    if (count == 0) {
        return pcie::Turn::nothing;
    }
    const auto tag = wire_.requester.read(*this, address_, count * descriptor_bytes);
    if (!tag) {
        return pcie::Turn::refused;
    }
    if (wire_.common.credit_mode(wire_.gate_bit)) {
        wire_.registers.take_credits(count);
    }
    Read& read = reads_.push();
    read.tag = *tag;
    read.count = count;
    read.parsed = 0;
    read.received = 0;
    read.complete = false;
    read.bytes.resize(count * descriptor_bytes);
    requested_ += count;
    block_remaining_ -= count;
    address_ += count * descriptor_bytes;
    ++counts_.reads;
    return pcie::Turn::sent;
}

DescriptorFetcher::Read& DescriptorFetcher::find(pcie::ReadTag tag) {
    for (std::size_t i = 0; i < reads_.size(); ++i) {
        if (reads_[i].tag == tag && !reads_[i].complete) {
            return reads_[i];
        }
    }
    throw SimulationError("XDMA: descriptor completion for a read that was not made");
}

void DescriptorFetcher::read_data(pcie::ReadTag tag, Bytes offset,
                                  std::span<const std::uint8_t> data, bool last) {
    Read& read = find(tag);
    std::copy(data.begin(), data.end(), read.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    read.received = offset + data.size();
    read.complete = last;
    parse();
    retire();
}

void DescriptorFetcher::read_failed(pcie::ReadTag tag, pcie::CompletionStatus completion) {
    find(tag).complete = true;
    if (!discarding_) {
        std::uint32_t bits = status::descriptor_completer_abort;
        if (completion == pcie::CompletionStatus::unsupported_request) {
            bits = status::descriptor_unsupported_request;
        } else if (completion == pcie::CompletionStatus::poisoned) {
            bits = status::descriptor_poisoned;
        }
        stop();
        listener_.fetch_failed(bits);
    }
    retire();
}

void DescriptorFetcher::parse() {
    for (std::size_t i = 0; i < reads_.size() && !discarding_; ++i) {
        Read& read = reads_[i];
        while (!discarding_ && read.parsed < read.count &&
               (read.parsed + 1) * descriptor_bytes <= read.received) {
            const auto bytes =
                std::span(read.bytes).subspan(read.parsed * descriptor_bytes, descriptor_bytes);
            ++read.parsed;
            accept(Descriptor::parse(bytes));
        }
        if (read.parsed < read.count) {
            return;  // later reads wait for this one
        }
    }
}

void DescriptorFetcher::accept(const Descriptor& descriptor) {
    --requested_;
    --block_expected_;
    Buffered& entry = buffer_.push();
    entry.descriptor = descriptor;
    entry.ready_at =
        wire_.clock.edge_after(wire_.agenda.now(), wire_.parameters.cycles.descriptor_decode);
    ++counts_.descriptors;
    if (descriptor.stop() || !descriptor.has_magic()) {
        // The list ends here; what was requested behind it is not part of it.
        fetching_ = false;
        discarding_ = true;
        block_remaining_ = 0;
        requested_ = 0;
    } else if (block_expected_ == 0) {
        enter_block(descriptor.next & ~std::uint64_t{31}, descriptor.next_adjacent());
    }
    listener_.descriptor_fetched();
}

void DescriptorFetcher::retire() {
    while (!reads_.empty() && reads_.front().complete) {
        reads_.pop();
    }
    if (reads_.empty() && !fetching_) {
        listener_.fetch_drained();
    } else {
        poke();
    }
}

std::string DescriptorFetcher::waits_for() const {
    if (!reads_.empty()) {
        return std::to_string(reads_.size()) + " descriptor reads outstanding";
    }
    if (!fetching_ || block_remaining_ == 0) {
        return {};
    }
    if (wire_.common.halted(wire_.gate_bit)) {
        return "descriptor fetch halted by software";
    }
    if (wire_.common.credit_mode(wire_.gate_bit) && wire_.registers.credits() == 0) {
        return "descriptor credits from software";
    }
    return space() == 0 ? std::string("descriptor buffer space")
                        : std::string("transmit queue or tag for a descriptor read");
}

}  // namespace lookaside::xdma
