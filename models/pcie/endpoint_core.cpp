// SPDX-License-Identifier: Apache-2.0
#include "models/pcie/endpoint_core.h"

#include <fmt/format.h>

#include "base/error.h"
#include "models/pcie/completion_split.h"
#include "models/pcie/tlp.h"

namespace lookaside::pcie {
namespace {

// Completions of an endpoint are cut at multiples of 128 bytes.
constexpr Bytes read_completion_boundary = 128;
// 10-bit tags leave out those whose upper two bits are zero (Base Specification 4.0, 2.2.6.2).
constexpr unsigned plain_tags = 32;
constexpr unsigned extended_tags = 256;
constexpr unsigned ten_bit_tags = 768;

FunctionConfig with_tags(FunctionConfig function, unsigned tags) {
    function.ten_bit_tags = tags > extended_tags;
    return function;
}

}  // namespace

EndpointCore::EndpointCore(const sc_core::sc_module_name& module_name, Agenda& agenda,
                           TlpPool& pool, const LinkParameters& link,
                           const EndpointParameters& parameters)
    : sc_module(module_name),
      to_link("to_link"),
      from_link("from_link"),
      agenda_(agenda),
      pool_(pool),
      parameters_(parameters),
      config_(with_tags(parameters.function, parameters.tags), link),
      timeout_(agenda, AlarmPriority::observer, [this] { check_timeouts(); }) {
    if (parameters.tags < 1 || parameters.tags > ten_bit_tags) {
        throw InputError("an endpoint has 1 to 768 tags");
    }
    to_link.bind(static_cast<TlpBackwardInterface&>(*this));
    from_link.bind(static_cast<TlpForwardInterface&>(*this));
}

void EndpointCore::check_request(std::uint64_t address, Bytes length, Bytes limit,
                                 const char* what) const {
    if (!config_.bus_master()) {
        throw SimulationError(fmt::format("{}: {} while Bus Master Enable is off", name(), what));
    }
    if (length == 0 || length > limit) {
        throw SimulationError(
            fmt::format("{}: {} of {} bytes, the limit is {}", name(), what, length, limit));
    }
    if (address / page_bytes != (address + length - 1) / page_bytes) {
        throw SimulationError(
            fmt::format("{}: {} of {} bytes at {:#x} crosses 4 KB", name(), what, length, address));
    }
}

bool EndpointCore::write(std::uint64_t address, std::span<const std::uint8_t> data) {
    check_request(address, data.size(), config_.max_payload_size(), "memory write");
    if (is_held(TlpClass::posted)) {
        refused_ = true;
        return false;
    }
    const TlpPtr tlp = pool_.make(TlpType::memory_write);
    tlp->requester = id_;
    tlp->tag = 0;
    tlp->set_data(address, data);
    send(tlp);
    return true;
}

std::optional<ReadTag> EndpointCore::read(std::uint64_t address, Bytes length) {
    check_request(address, length, config_.max_read_request_size(), "memory read");
    if (is_held(TlpClass::non_posted) || outstanding_ >= tag_limit()) {
        refused_ = true;
        return std::nullopt;
    }
    const ReadTag tag = free_tags_.empty() ? static_cast<ReadTag>(first_tag() + tags_made_++)
                                           : free_tags_.pop_front();
    ++outstanding_;
    reads_[tag] = {true, false, address, length, 0, agenda_.now() + parameters_.completion_timeout};
    if (!timeout_.is_armed()) {
        timeout_.arm(reads_[tag].deadline);
    }
    const TlpPtr tlp = pool_.make(TlpType::memory_read);
    tlp->requester = id_;
    tlp->tag = tag;
    tlp->set_extent(address, length);
    send(tlp);
    return tag;
}

unsigned EndpointCore::tag_limit() const {
    if (config_.ten_bit_tags_enabled()) {
        return parameters_.tags;
    }
    return std::min(parameters_.tags, config_.extended_tags_enabled() ? extended_tags : plain_tags);
}

unsigned EndpointCore::first_tag() const {
    return config_.ten_bit_tags_enabled() ? extended_tags : 0;
}

bool EndpointCore::send_msi(unsigned vector) {
    if (vector >= config_.msi_granted()) {
        throw SimulationError(
            fmt::format("{}: MSI vector {} of {} granted", name(), vector, config_.msi_granted()));
    }
    const std::uint32_t data = config_.msi_data() | vector;
    const std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(data),
                                            static_cast<std::uint8_t>(data >> 8), 0, 0};
    return write(config_.msi_address(), bytes);
}

void EndpointCore::complete(const BarRead& read, std::span<const std::uint8_t> data,
                            CompletionStatus status) {
    const PendingBarRead pending = bar_reads_.at(read.ticket);
    free_tickets_.push_back(read.ticket);
    if (status != CompletionStatus::successful) {
        answer_without_data(pending.requester, pending.tag, pending.address, pending.length,
                            status);
        return;
    }
    if (data.size() != pending.length) {
        throw SimulationError(fmt::format("{}: a BAR read of {} bytes is answered with {}", name(),
                                          pending.length, data.size()));
    }
    split_completion(pending.address, pending.length, read_completion_boundary,
                     config_.max_payload_size(), [&](Bytes offset, Bytes size) {
                         const TlpPtr tlp = pool_.make(TlpType::completion_data);
                         tlp->requester = pending.requester;
                         tlp->completer = id_;
                         tlp->tag = pending.tag;
                         tlp->byte_count = static_cast<std::uint16_t>(pending.length - offset);
                         tlp->set_completion_data((pending.address + offset) & 0x7F,
                                                  data.subspan(offset, size));
                         send(tlp);
                     });
}

void EndpointCore::answer_without_data(DeviceId requester, std::uint16_t tag, std::uint64_t address,
                                       Bytes length, CompletionStatus status) {
    const TlpPtr tlp = pool_.make(TlpType::completion);
    tlp->requester = requester;
    tlp->completer = id_;
    tlp->tag = tag;
    tlp->status = status;
    tlp->length_dw = 0;
    tlp->address = address & 0x7F;
    tlp->byte_count = static_cast<std::uint16_t>(length);
    send(tlp);
}

void EndpointCore::send(const TlpPtr& tlp) {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    if (to_link->nb_transport_fw(*tlp, phase, delay) == tlm::TLM_ACCEPTED) {
        held_[static_cast<std::size_t>(tlp->kind())] = true;
    }
}

tlm::tlm_sync_enum EndpointCore::nb_transport_bw(Tlp& tlp, tlm::tlm_phase&, sc_core::sc_time&) {
    held_[static_cast<std::size_t>(tlp.kind())] = false;
    refused_may_retry();
    return tlm::TLM_COMPLETED;
}

void EndpointCore::refused_may_retry() {
    if (refused_) {
        refused_ = false;
        logic_->transmit_ready();
    }
}

tlm::tlm_sync_enum EndpointCore::nb_transport_fw(Tlp& tlp, tlm::tlm_phase&, sc_core::sc_time&) {
    switch (tlp.type) {
        case TlpType::memory_write:
            memory_write(tlp);
            break;
        case TlpType::memory_read:
            memory_read(tlp);
            break;
        case TlpType::config_read0:
        case TlpType::config_write0:
            config_request(tlp);
            break;
        case TlpType::completion:
        case TlpType::completion_data:
            completion(tlp);
            break;
    }
    return tlm::TLM_COMPLETED;
}

void EndpointCore::memory_write(const Tlp& tlp) {
    const auto hit = config_.decode(tlp.address, tlp.byte_length());
    if (!hit) {
        ++counters_.unsupported_requests;
        return;
    }
    logic_->bar_write(hit->bar, hit->offset, tlp.data());
}

void EndpointCore::memory_read(const Tlp& tlp) {
    const auto hit = config_.decode(tlp.address, tlp.byte_length());
    if (!hit) {
        ++counters_.unsupported_requests;
        answer_without_data(tlp.requester, tlp.tag, tlp.address, tlp.byte_length(),
                            CompletionStatus::unsupported_request);
        return;
    }
    if (free_tickets_.empty()) {
        free_tickets_.push_back(static_cast<std::uint32_t>(bar_reads_.size()));
        bar_reads_.emplace_back();
    }
    const std::uint32_t ticket = free_tickets_.back();
    free_tickets_.pop_back();
    bar_reads_[ticket] = {tlp.requester, tlp.tag, tlp.address, tlp.byte_length()};
    logic_->bar_read({hit->bar, hit->offset, tlp.byte_length(), ticket});
}

void EndpointCore::config_request(const Tlp& tlp) {
    const auto offset = static_cast<unsigned>(tlp.address & 0xFFC);
    if (tlp.type == TlpType::config_write0) {
        id_ = tlp.completer;
        const auto word = tlp.payload();
        config_.write(offset,
                      word[0] | static_cast<std::uint32_t>(word[1]) << 8 |
                          static_cast<std::uint32_t>(word[2]) << 16 |
                          static_cast<std::uint32_t>(word[3]) << 24,
                      tlp.first_be);
        answer_without_data(tlp.requester, tlp.tag, 0, 4, CompletionStatus::successful);
        return;
    }
    const std::uint32_t value = config_.read(offset);
    const std::array<std::uint8_t, 4> bytes{
        static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
        static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 24)};
    const TlpPtr answer = pool_.make(TlpType::completion_data);
    answer->requester = tlp.requester;
    answer->completer = id_;
    answer->tag = tlp.tag;
    answer->byte_count = 4;
    answer->set_completion_data(0, bytes);
    send(answer);
}

void EndpointCore::completion(const Tlp& tlp) {
    if (tlp.tag >= reads_.size() || !reads_[tlp.tag].active) {
        ++counters_.unexpected_completions;  // of a read that timed out
        return;
    }
    const ReadTag tag = tlp.tag;
    OutstandingRead& read = reads_[tag];
    if (tlp.type == TlpType::completion) {
        finish(tag);
        logic_->read_failed(tag, tlp.status);
        refused_may_retry();
        return;
    }
    const Bytes offset = read.received;
    read.received += tlp.byte_length();
    read.poisoned = read.poisoned || tlp.poisoned;
    const bool last = read.received >= read.length;
    const bool poisoned = read.poisoned;
    if (last) {
        finish(tag);
    }
    if (!poisoned) {
        logic_->read_data(tag, offset, tlp.data(), last);
    } else if (last) {
        logic_->read_failed(tag, CompletionStatus::poisoned);
    }
    if (last) {
        refused_may_retry();
    }
}

void EndpointCore::finish(ReadTag tag) {
    reads_[tag].active = false;
    free_tags_.push_back(tag);
    --outstanding_;
}

void EndpointCore::check_timeouts() {
    const SimTime now = agenda_.now();
    SimTime next{INT64_MAX};
    for (std::size_t tag = 0; tag < reads_.size(); ++tag) {
        if (!reads_[tag].active) {
            continue;
        }
        if (reads_[tag].deadline <= now) {
            ++counters_.completion_timeouts;
            finish(static_cast<ReadTag>(tag));
            logic_->read_failed(static_cast<ReadTag>(tag), CompletionStatus::timed_out);
        } else {
            next = std::min(next, reads_[tag].deadline);
        }
    }
    if (next != SimTime{INT64_MAX} && !timeout_.is_armed()) {
        timeout_.arm(next);
    }
    refused_may_retry();
}

void EndpointCore::describe_waits(std::vector<std::string>& waits) const {
    for (std::size_t i = 0; i < tlp_class_count; ++i) {
        if (held_[i]) {
            waits.push_back(fmt::format("{}: a {} request waits for the link's transmit queue",
                                        name(), name_of(static_cast<TlpClass>(i))));
        }
    }
    if (refused_) {
        waits.push_back(fmt::format("{}: the function waits for {}", name(),
                                    is_held(TlpClass::posted) || is_held(TlpClass::non_posted)
                                        ? "a place in the transmit queue"
                                        : "a free tag"));
    }
    for (std::size_t tag = 0; tag < reads_.size(); ++tag) {
        if (reads_[tag].active) {
            waits.push_back(fmt::format(
                "{}: read tag {:#x} of {} bytes at {:#x} waits for {} bytes of completions", name(),
                tag, reads_[tag].length, reads_[tag].address,
                reads_[tag].length - reads_[tag].received));
        }
    }
}

}  // namespace lookaside::pcie
