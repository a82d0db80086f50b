// SPDX-License-Identifier: Apache-2.0
// The root complex towards the device: DMA, interrupt messages, completions.
#include "models/pcie/root_complex.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "base/error.h"
#include "models/pcie/completion_split.h"

namespace lookaside::pcie {
RootComplex::RootComplex(const sc_core::sc_module_name& module_name, Agenda& agenda, TlpPool& pool,
                         Bytes max_payload_size, const RootComplexParameters& parameters)
    : sc_module(module_name),
      cpu("cpu"),
      memory("memory"),
      to_link("to_link"),
      from_link("from_link"),
      agenda_(agenda),
      pool_(pool),
      max_payload_size_(max_payload_size),
      parameters_(parameters),
      reads_(parameters.tags),
      answer_alarm_(agenda, AlarmPriority::completion, [this] { send_answers(); }),
      signal_alarm_(agenda, AlarmPriority::software, [this] { deliver_signals(); }),
      notice_alarm_(agenda, AlarmPriority::process, [this] {
          while (!notices_.empty()) {
              notices_.pop_front()->notify();
          }
      }) {
    const Bytes boundary = parameters.read_completion_boundary;
    if (boundary != 64 && boundary != 128) {
        throw InputError(
            fmt::format("the Read Completion Boundary is 64 or 128 bytes, not {}", boundary));
    }
    if (parameters.max_completion_size < boundary ||
        !std::has_single_bit(parameters.max_completion_size)) {
        throw InputError(fmt::format(
            "a completion size is a power of two from the Read Completion Boundary up, not {}",
            parameters.max_completion_size));
    }
    if (parameters.tags < 1 || parameters.tags > 256) {
        throw InputError("a root complex has 1 to 256 tags");
    }
    for (unsigned tag = parameters.tags; tag-- > 0;) {
        free_tags_.push_back(static_cast<std::uint16_t>(tag));
    }
    cpu.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    memory.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    to_link.bind(static_cast<TlpBackwardInterface&>(*this));
    from_link.bind(static_cast<TlpForwardInterface&>(*this));
}

tlm::tlm_sync_enum RootComplex::nb_transport_fw(Tlp& tlp, tlm::tlm_phase&, sc_core::sc_time&) {
    switch (tlp.type) {
        case TlpType::memory_write:
            device_write(tlp);
            break;
        case TlpType::memory_read:
            device_read(tlp);
            break;
        case TlpType::completion:
        case TlpType::completion_data:
            completion(tlp);
            break;
        case TlpType::config_read0:
        case TlpType::config_write0:
            throw SimulationError(fmt::format("{}: an endpoint sent {}", name(), tlp.describe()));
    }
    return tlm::TLM_COMPLETED;
}

void RootComplex::device_write(const Tlp& tlp) {
    const std::span<const std::uint8_t> data = tlp.data();
    if (tlp.address - interrupt_base < interrupt_size) {
        if (interrupts_ == nullptr || data.size() != 4) {
            throw SimulationError(fmt::format("{}: {} is not an interrupt message anybody takes",
                                              name(), tlp.describe()));
        }
        signal(SoftwareSignal::Kind::interrupt, data[0] | static_cast<std::uint32_t>(data[1]) << 8 |
                                                    static_cast<std::uint32_t>(data[2]) << 16 |
                                                    static_cast<std::uint32_t>(data[3]) << 24);
        return;
    }
    dma_data_.assign(data.begin(), data.end());
    access_memory(tlm::TLM_WRITE_COMMAND, tlp.address, dma_data_);
}

void RootComplex::device_read(const Tlp& tlp) {
    const std::uint64_t address = tlp.address;
    const Bytes length = tlp.byte_length();
    dma_data_.resize(length);
    const sc_core::sc_time delay = access_memory(tlm::TLM_READ_COMMAND, address, dma_data_);
    last_ready_ = std::max(last_ready_, agenda_.now() + to_sim_time(delay));
    const Bytes limit = std::min(parameters_.max_completion_size, max_payload_size_);
    split_completion(address, length, parameters_.read_completion_boundary, limit,
                     [&](Bytes offset, Bytes size) {
                         TlpPtr answer = pool_.make(TlpType::completion_data);
                         answer->requester = tlp.requester;
                         answer->completer = root_complex_id;
                         answer->tag = tlp.tag;
                         answer->byte_count = static_cast<std::uint16_t>(length - offset);
                         answer->set_completion_data(
                             (address + offset) & 0x7F,
                             std::span<const std::uint8_t>(dma_data_).subspan(offset, size));
                         answers_.push_back({std::move(answer), last_ready_});
                     });
    if (!answer_alarm_.is_armed()) {
        answer_alarm_.arm(answers_.front().ready);
    }
}

void RootComplex::send_answers() {
    while (!answers_.empty() && answers_.front().ready <= agenda_.now()) {
        const TlpPtr tlp = answers_.pop_front().tlp;
        tlm::tlm_phase phase = tlm::BEGIN_REQ;
        sc_core::sc_time delay;
        to_link->nb_transport_fw(*tlp, phase, delay);
    }
    if (!answers_.empty()) {
        answer_alarm_.arm(answers_.front().ready);
    }
}

void RootComplex::signal(SoftwareSignal::Kind kind, std::uint32_t value) {
    signals_.push_back({kind, value});
    if (!signal_alarm_.is_armed()) {
        signal_alarm_.arm(agenda_.now());
    }
}

void RootComplex::deliver_signals() {
    while (!signals_.empty()) {
        const SoftwareSignal signal = signals_.pop_front();
        switch (signal.kind) {
            case SoftwareSignal::Kind::accepted:
                start_waiting();
                notify(accepted_[signal.value]);
                break;
            case SoftwareSignal::Kind::interrupt:
                interrupts_->interrupt_message(signal.value);
                break;
        }
    }
}

/// For SC_THREADs, which have their turn when the kernel's clock is there.
void RootComplex::notify(sc_core::sc_event& event) {
    notices_.push_back(&event);
    if (!notice_alarm_.is_armed()) {
        notice_alarm_.arm(agenda_.now());
    }
}

sc_core::sc_time RootComplex::access_memory(tlm::tlm_command command, std::uint64_t address,
                                            std::span<std::uint8_t> data) {
    dma_.set_command(command);
    dma_.set_address(address);
    dma_.set_data_ptr(data.data());
    dma_.set_data_length(static_cast<unsigned>(data.size()));
    dma_.set_streaming_width(static_cast<unsigned>(data.size()));
    dma_.set_byte_enable_ptr(nullptr);
    dma_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    sc_core::sc_time delay;
    memory->b_transport(dma_, delay);
    if (dma_.is_response_error()) {
        throw SimulationError(
            fmt::format("{}: host memory refuses {} bytes at {:#x}", name(), data.size(), address));
    }
    return delay;
}

void RootComplex::completion(const Tlp& tlp) {
    if (tlp.tag >= reads_.size() || !reads_[tlp.tag].active) {
        throw SimulationError(fmt::format("{}: nobody waits for {}", name(), tlp.describe()));
    }
    CpuRead& read = reads_[tlp.tag];
    read.status = tlp.status;
    if (tlp.type == TlpType::completion_data) {
        const std::span<const std::uint8_t> data = tlp.data();
        std::memcpy(read.data.data() + read.received, data.data(), data.size());
        read.received += data.size();
        if (read.received < read.data.size()) {
            return;
        }
    }
    read.active = false;
    if (read.access != nullptr) {
        answer_read(tlp.tag);
    } else {
        notify(read.done);
    }
}

tlm::tlm_sync_enum RootComplex::nb_transport_bw(Tlp& tlp, tlm::tlm_phase&, sc_core::sc_time&) {
    const auto kind = static_cast<std::size_t>(tlp.kind());
    held_[kind] = false;
    signal(SoftwareSignal::Kind::accepted, static_cast<std::uint32_t>(kind));
    return tlm::TLM_COMPLETED;
}

void RootComplex::describe_waits(std::vector<std::string>& waits) const {
    for (std::size_t i = 0; i < tlp_class_count; ++i) {
        if (held_[i]) {
            waits.push_back(fmt::format("{}: a {} CPU access waits for the link's transmit queue",
                                        name(), name_of(static_cast<TlpClass>(i))));
        }
    }
    for (std::size_t tag = 0; tag < reads_.size(); ++tag) {
        if (reads_[tag].active) {
            waits.push_back(fmt::format("{}: CPU read tag {:#x} at {:#x} waits for its completion",
                                        name(), tag, reads_[tag].address));
        }
    }
}

}  // namespace lookaside::pcie
