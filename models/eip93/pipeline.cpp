// SPDX-License-Identifier: Apache-2.0
#include "models/eip93/pipeline.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "models/eip93/esp_shape.h"

namespace lookaside::eip93 {

namespace sheet = datasheet::eip93;

namespace {

/// What a piece may make beyond its own length: the end of an ESP payload that waited for its
/// trailer, or header, IV and ICV.
constexpr Bytes longest_extra = 255 + esp_trailer_bytes + 32;

template <typename Record>
std::span<const std::uint8_t> bytes_of(const Record& record) {
    return {reinterpret_cast<const std::uint8_t*>(&record), sizeof record};
}

}  // namespace

Pipeline::Pipeline(const EngineParameters& parameters, Agenda& agenda, const ClockDomain& clock,
                   soc::Bus& bus, Rings& rings, Interrupts& interrupts, SlotTimelines& timelines)
    : parameters_(parameters),
      agenda_(agenda),
      clock_(clock),
      max_burst_(bus.parameters().max_burst),
      rings_(rings),
      interrupts_(interrupts),
      timelines_(timelines),
      reads_("read", agenda, bus),
      writes_("write", agenda, bus),
      fetcher_(parameters, agenda, rings, reads_, [this] { begin_packets(); }),
      loader_(parameters, agenda, clock, reads_,
              [this](Packet&) {
                  begin_packets();
                  read_input();
              }),
      cores_(agenda, clock,
             {.started =
                  [this](Packet& packet) {
                      timelines_.stamp_first(packet.slot, Moment::engine_start, agenda_.now());
                  },
              .delivered = [this](Packet& packet, Bytes taken,
                                  Bytes made) { delivered(packet, taken, made); },
              .has_room = [this](Bytes piece) { return has_room(piece); }}),
      result_(agenda, AlarmPriority::completion, [this] { write_records(); }) {}

void Pipeline::begin_packets() {
    while (fetcher_.has_command() && packets_.size() < parameters_.contexts && !loader_.is_busy() &&
           !conflicts(fetcher_.next().descriptor)) {
        const CommandFetcher::Command command = fetcher_.take();
        meter_.arrive(agenda_.now());
        meter_.set_busy(agenda_.now(), true);
        Packet& packet = packets_.emplace_back();
        packet.slot = command.slot;
        packet.command = command.descriptor;
        packet.fetched_at = agenda_.now();
        if (command.bus_error) {
            packet.error = error_bits(sheet::ExtendedError::bus);
        }
        loader_.load(packet);
    }
}

bool Pipeline::conflicts(const sheet::Descriptor& command) const {
    return std::ranges::any_of(packets_, [&](const Packet& packet) {
        const bool same_sa = packet.command.sa == command.sa;
        const bool same_state = command.state != 0 && packet.command.state == command.state;
        return (same_sa && changes_sa(packet.sa)) || (same_state && changes_state(packet.sa));
    });
}

void Pipeline::read_input() {
    for (Packet& packet : packets_) {
        if (!packet.prepared) {
            return;
        }
        if (packet.input_over) {
            continue;
        }
        if (!packet.operation) {
            packet.input_over = true;
            cores_.push(packet, {}, true);
            continue;
        }
        while (!packet.input_over) {
            if (!request_piece(packet)) {
                return;
            }
        }
    }
}

bool Pipeline::request_piece(Packet& packet) {
    const Bytes total = packet.operation->input_bytes();
    const std::uint64_t address = std::uint64_t{packet.command.source} + packet.requested;
    const Bytes length = std::min(total - packet.requested, max_burst_ - address % max_burst_);
    if (data_reads_ >= parameters_.outstanding_reads ||
        input_used_ + length > parameters_.input_buffer) {
        return false;
    }
    packet.requested += length;
    packet.input_over = packet.requested == total;
    input_used_ += length;
    ++data_reads_;
    reads_.read(address, length,
                [this, &packet, length, last = packet.input_over](
                    soc::TransferResult result, std::span<const std::uint8_t> data) {
                    input_arrived(packet, length, last, result, data);
                });
    return true;
}

void Pipeline::input_arrived(Packet& packet, Bytes length, bool last, soc::TransferResult result,
                             std::span<const std::uint8_t> data) {
    --data_reads_;
    counts_.data_in += data.size();
    timelines_.stamp_first(packet.slot, Moment::h2c_first_data, agenda_.now());
    if (result != soc::TransferResult::ok) {
        packet.error = error_bits(sheet::ExtendedError::bus);
        input_used_ -= length;
    }
    cores_.push(packet, data, last);
    read_input();
}

bool Pipeline::has_room(Bytes piece) const {
    return output_used_ + piece + longest_extra <= parameters_.output_buffer;
}

void Pipeline::delivered(Packet& packet, Bytes taken, Bytes made) {
    input_used_ -= taken;
    output_used_ += made;
    if (packet.output_over) {
        timelines_.stamp(packet.slot, Moment::engine_end, agenda_.now());
        if (packet.operation) {
            packet.error |= packet.operation->outcome().error;
        }
    }
    write_output(packet);
    begin_result();
    read_input();
}

/// Whole bursts, and at the end of the packet the rest.
void Pipeline::write_output(Packet& packet) {
    Bytes sent = 0;
    for (;;) {
        const std::uint64_t address = std::uint64_t{packet.command.destination} + packet.produced;
        const Bytes burst = max_burst_ - address % max_burst_;
        const Bytes waiting = packet.output.size() - sent;
        if (waiting == 0 || (waiting < burst && !packet.output_over)) {
            break;
        }
        const Bytes length = std::min(burst, waiting);
        packet.produced += length;
        ++packet.writes;
        writes_.write(address, std::span<const std::uint8_t>(packet.output).subspan(sent, length),
                      [this, &packet, length](soc::TransferResult result) {
                          output_written(packet, length, result);
                      });
        sent += length;
    }
    packet.output.erase(packet.output.begin(),
                        packet.output.begin() + static_cast<std::ptrdiff_t>(sent));
}

void Pipeline::output_written(Packet& packet, Bytes length, soc::TransferResult result) {
    --packet.writes;
    output_used_ -= length;
    if (result == soc::TransferResult::ok) {
        counts_.data_out += length;
    } else {
        packet.error = error_bits(sheet::ExtendedError::bus);
    }
    cores_.resume();
    begin_result();
}

void Pipeline::begin_result() {
    if (packets_.empty()) {
        return;
    }
    Packet& packet = packets_.front();
    if (packet.output_over && packet.writes == 0 && !packet.result_begun &&
        rings_.has_room_for_result()) {
        packet.result_begun = true;
        result_.arm(clock_.edge_after(agenda_.now(), parameters_.control.result));
    }
}

void Pipeline::write_records() {
    const Packet& packet = packets_.front();
    const auto check = [this](soc::TransferResult result) {
        if (result != soc::TransferResult::ok) {
            interrupts_.raise(sheet::interrupt::interface_error);
        }
    };
    if (packet.operation) {
        const Outcome& outcome = packet.operation->outcome();
        if (outcome.state && packet.command.state != 0) {
            writes_.write(packet.command.state, bytes_of(*outcome.state), check);
        }
        if (outcome.sa) {
            // Sequence number and mask, words 27 to 30.
            writes_.write(
                packet.command.sa + offsetof(sheet::SaRecord, sequence),
                bytes_of(*outcome.sa)
                    .subspan(offsetof(sheet::SaRecord, sequence),
                             sizeof outcome.sa->sequence + sizeof outcome.sa->sequence_mask),
                check);
        }
    }
    if (command_update_) {
        const std::uint32_t address = rings_.command_address(packet.slot);
        const std::uint32_t first =
            (packet.command.ctrl_stat & ~sheet::ctrl_stat::host_ready) | sheet::ctrl_stat::pe_ready;
        const std::uint32_t last =
            (packet.command.length & ~sheet::length::host_ready) | sheet::length::pe_ready;
        writes_.write(address + offsetof(sheet::Descriptor, ctrl_stat), bytes_of(first), check);
        writes_.write(address + offsetof(sheet::Descriptor, length), bytes_of(last), check);
    }
    write_result();
}

void Pipeline::write_result() {
    const Packet& packet = packets_.front();
    sheet::Descriptor result = packet.command;
    Bytes length = packet.produced;
    result.ctrl_stat &= ~(sheet::ctrl_stat::host_ready | sheet::ctrl_stat::error_mask);
    result.ctrl_stat |= sheet::ctrl_stat::pe_ready | packet.error;
    if (packet.operation) {
        const Outcome& outcome = packet.operation->outcome();
        length = outcome.length.value_or(length);
        if (outcome.next_header != 0) {
            result.ctrl_stat &= ~(0xFFU << sheet::ctrl_stat::pad_value_shift);
            result.ctrl_stat |= std::uint32_t{outcome.next_header}
                                << sheet::ctrl_stat::pad_value_shift;
        }
    }
    result.length = (result.length & ~(sheet::length::bytes_mask | sheet::length::host_ready)) |
                    sheet::length::pe_ready | static_cast<std::uint32_t>(length);
    const std::uint32_t address = rings_.result_address(rings_.take_result_place());
    writes_.write(
        address, bytes_of(result), [this](soc::TransferResult) { end_packet(); },
        [this, error = packet.error] {
            rings_.result_counts();
            if (error != 0) {
                interrupts_.raise(sheet::interrupt::error);
            }
        });
}

void Pipeline::end_packet() {
    Packet& packet = packets_.front();
    timelines_.stamp(packet.slot, Moment::c2h_last_data, agenda_.now());
    ++counts_.packets;
    counts_.errors += packet.error != 0 ? 1 : 0;
    meter_.depart(agenda_.now(), packet.fetched_at);
    packets_.pop_front();
    meter_.set_busy(agenda_.now(), !packets_.empty());
    begin_packets();
    read_input();
    begin_result();
}

}  // namespace lookaside::eip93
