// SPDX-License-Identifier: Apache-2.0
// The root complex towards the CPU: MMIO, configuration accesses, enumeration.
#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "base/error.h"
#include "models/pcie/config_registers.h"
#include "models/pcie/root_complex.h"

namespace lookaside::pcie {
namespace {

constexpr DeviceId function_id = 0x0100;  // bus 1, device 0, function 0

std::array<std::uint8_t, 8> little_endian(std::uint64_t value) {
    std::array<std::uint8_t, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
    return bytes;
}
std::uint64_t little_endian(std::span<const std::uint8_t> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
        value = value << 8 | bytes[i];
    }
    return value;
}

}  // namespace

void RootComplex::offer(const TlpPtr& tlp) {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    held_[static_cast<std::size_t>(tlp->kind())] =
        to_link->nb_transport_fw(*tlp, phase, delay) == tlm::TLM_ACCEPTED;
}

/// Gives a read that can go a tag.
RootComplex::CpuRead& RootComplex::begin_read(Tlp& tlp, std::span<std::uint8_t> data) {
    tlp.requester = root_complex_id;
    tlp.tag = free_tags_.back();
    free_tags_.pop_back();
    CpuRead& read = reads_[tlp.tag];
    read.active = true;
    read.address = tlp.address;
    read.data = data;
    read.received = 0;
    read.access = nullptr;
    return read;
}

/// Takes the tag of a read that was answered back.
CompletionStatus RootComplex::end_read(std::uint32_t tag) {
    const CompletionStatus status = reads_[tag].status;
    if (status != CompletionStatus::successful) {
        ++unsupported_requests_;
    }
    free_tags_.push_back(static_cast<std::uint16_t>(tag));
    if (free_tags_.size() == 1) {
        start_waiting();
        notify(tag_freed_);
    }
    return status;
}

void RootComplex::post(const TlpPtr& tlp) {
    const auto kind = static_cast<std::size_t>(tlp->kind());
    while (held_[kind]) {
        sc_core::wait(accepted_[kind]);
    }
    offer(tlp);
}

CompletionStatus RootComplex::read_and_wait(const TlpPtr& tlp, std::span<std::uint8_t> data) {
    while (free_tags_.empty()) {
        sc_core::wait(tag_freed_);
    }
    const CpuRead& read = begin_read(*tlp, data);
    post(tlp);
    while (read.active) {
        sc_core::wait(read.done);
    }
    return end_read(tlp->tag);
}

bool RootComplex::is_mmio(std::uint64_t address, Bytes length) const {
    return address - parameters_.mmio_base < parameters_.mmio_size &&
           address - parameters_.mmio_base + length <= parameters_.mmio_size;
}

/// The TLP that makes an access; none if the access is answered without, which is done here.
TlpPtr RootComplex::request_for(tlm::tlm_generic_payload& access) {
    const std::uint64_t address = access.get_address();
    const std::span<std::uint8_t> data(access.get_data_ptr(), access.get_data_length());
    access.set_response_status(tlm::TLM_OK_RESPONSE);
    if (data.empty() || data.size() > max_payload_size_ ||
        address / 4096 != (address + data.size() - 1) / 4096) {
        access.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
        return {};
    }
    if (!is_mmio(address, data.size())) {
        ++unsupported_requests_;
        if (access.is_read()) {
            std::memset(data.data(), 0xFF, data.size());
        }
        return {};
    }
    if (access.is_read()) {
        TlpPtr tlp = pool_.make(TlpType::memory_read);
        tlp->set_extent(address, data.size());
        return tlp;
    }
    TlpPtr tlp = pool_.make(TlpType::memory_write);
    tlp->requester = root_complex_id;
    tlp->tag = 0;
    tlp->set_data(address, data);
    return tlp;
}

void RootComplex::b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
    if (delay != sc_core::SC_ZERO_TIME) {
        sc_core::wait(delay);
        delay = sc_core::SC_ZERO_TIME;
    }
    const TlpPtr tlp = request_for(access);
    if (!tlp) {
        return;
    }
    if (access.is_write()) {
        post(tlp);
        return;
    }
    const std::span<std::uint8_t> data(access.get_data_ptr(), access.get_data_length());
    if (read_and_wait(tlp, data) != CompletionStatus::successful) {
        std::memset(data.data(), 0xFF, data.size());
    }
}

tlm::tlm_sync_enum RootComplex::nb_transport_fw(tlm::tlm_generic_payload& access,
                                                tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_REQ || delay != sc_core::SC_ZERO_TIME) {
        throw SimulationError(
            fmt::format("{}: a CPU access begins when it is made and ends with "
                        "the return of its answer",
                        name()));
    }
    const TlpPtr tlp = request_for(access);
    if (!tlp) {
        return tlm::TLM_COMPLETED;
    }
    Ring<WaitingAccess>& waiting = waiting_[static_cast<std::size_t>(tlp->kind())];
    if (!waiting.empty() || !has_room_for(*tlp)) {
        waiting.push_back({&access, tlp});
        return tlm::TLM_ACCEPTED;
    }
    start(tlp, access);
    return access.is_write() ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
}

bool RootComplex::has_room_for(const Tlp& tlp) const {
    return !held_[static_cast<std::size_t>(tlp.kind())] &&
           (tlp.type == TlpType::memory_write || !free_tags_.empty());
}

void RootComplex::start(const TlpPtr& tlp, tlm::tlm_generic_payload& access) {
    if (access.is_read()) {
        begin_read(*tlp, {access.get_data_ptr(), access.get_data_length()}).access = &access;
    }
    offer(tlp);
}

void RootComplex::start_waiting() {
    for (Ring<WaitingAccess>& waiting : waiting_) {
        while (!waiting.empty() && has_room_for(*waiting.front().tlp)) {
            const WaitingAccess next = waiting.pop_front();
            start(next.tlp, *next.access);
            if (next.access->is_write()) {
                answer(*next.access);
            }
        }
    }
}

void RootComplex::answer(tlm::tlm_generic_payload& access) {
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay;
    cpu->nb_transport_bw(access, phase, delay);
}

void RootComplex::answer_read(std::uint32_t tag) {
    const CpuRead& read = reads_[tag];
    tlm::tlm_generic_payload& access = *read.access;
    if (end_read(tag) != CompletionStatus::successful) {
        std::memset(access.get_data_ptr(), 0xFF, access.get_data_length());
    }
    answer(access);
}

std::uint64_t RootComplex::mmio_read(std::uint64_t address, unsigned bytes) {
    std::array<std::uint8_t, 8> data{};
    tlm::tlm_generic_payload access;
    access.set_command(tlm::TLM_READ_COMMAND);
    access.set_address(address);
    access.set_data_ptr(data.data());
    access.set_data_length(bytes);
    access.set_streaming_width(bytes);
    sc_core::sc_time delay;
    b_transport(access, delay);
    return little_endian(std::span(data).first(bytes));
}

void RootComplex::mmio_write(std::uint64_t address, std::uint64_t value, unsigned bytes) {
    std::array<std::uint8_t, 8> data = little_endian(value);
    tlm::tlm_generic_payload access;
    access.set_command(tlm::TLM_WRITE_COMMAND);
    access.set_address(address);
    access.set_data_ptr(data.data());
    access.set_data_length(bytes);
    access.set_streaming_width(bytes);
    sc_core::sc_time delay;
    b_transport(access, delay);
}

std::uint32_t RootComplex::config_read(unsigned offset) {
    const TlpPtr tlp = pool_.make(TlpType::config_read0);
    tlp->completer = function_id;
    tlp->set_extent(offset, 4);
    std::array<std::uint8_t, 4> data{};
    if (read_and_wait(tlp, data) != CompletionStatus::successful) {
        return ~0U;
    }
    return static_cast<std::uint32_t>(little_endian(data));
}

void RootComplex::config_write(unsigned offset, std::uint32_t value) {
    const TlpPtr tlp = pool_.make(TlpType::config_write0);
    tlp->completer = function_id;
    const std::array<std::uint8_t, 8> bytes = little_endian(value);
    tlp->set_data(offset, std::span(bytes).first(4));
    read_and_wait(tlp, {});
}

EnumeratedFunction RootComplex::enumerate(const EnumerationOptions& options) {
    EnumeratedFunction function;
    // The first write tells the function its number (Base Specification 2.2.6.2).
    config_write(config::command, 0);
    const std::uint32_t id = config_read(config::id);
    function.vendor = static_cast<std::uint16_t>(id);
    function.device = static_cast<std::uint16_t>(id >> 16);

    std::uint64_t next = parameters_.mmio_base;
    for (unsigned index = 0; index < config::bar_count;) {
        index += static_cast<unsigned>(assign_bar(index, next, function));
    }
    unsigned pcie = 0;
    read_capabilities(function, pcie);
    if (pcie == 0) {
        throw SimulationError(
            fmt::format("{}: the function has no PCI Express capability", name()));
    }
    const std::uint32_t can = config_read(pcie + config::pcie_device_capabilities);
    function.max_payload_size =
        std::min({options.max_payload_size, max_payload_size_, Bytes{128} << (can & 7)});
    function.max_read_request_size = options.max_read_request_size;
    const auto code = [](Bytes size) {
        return static_cast<std::uint32_t>(std::countr_zero(size)) - 7;
    };
    std::uint32_t control = config::device_control_relaxed_ordering;
    control |= code(function.max_payload_size) << config::device_control_mps_shift;
    control |= code(function.max_read_request_size) << config::device_control_mrrs_shift;
    if (options.extended_tags && (can & config::device_extended_tag) != 0) {
        control |= config::device_control_extended_tag;
    }
    config_write(pcie + config::pcie_device_control, control);
    const std::uint32_t can_too = config_read(pcie + config::pcie_device_capabilities2);
    if (options.extended_tags && (can_too & config::device_ten_bit_tag_requester) != 0) {
        config_write(pcie + config::pcie_device_control2, config::device_control2_ten_bit_tag);
    }
    config_write(config::command, config::command_memory_space | config::command_bus_master |
                                      config::command_intx_disable);
    return function;
}

// Sizes a BAR by writing all ones, as firmware does. Returns the registers it takes.
Bytes RootComplex::assign_bar(unsigned index, std::uint64_t& next, EnumeratedFunction& function) {
    const unsigned at = config::bar0 + 4 * index;
    config_write(at, ~0U);
    const std::uint32_t low = config_read(at);
    if (low == 0) {
        return 1;
    }
    const bool wide = (low & config::bar_type_64bit) != 0;
    std::uint64_t mask = low & ~config::bar_attribute_bits;
    if (wide) {
        config_write(at + 4, ~0U);
        mask |= static_cast<std::uint64_t>(config_read(at + 4)) << 32;
    } else {
        mask |= 0xFFFF'FFFF'0000'0000;
    }
    const Bytes size = ~mask + 1;
    const std::uint64_t address = (next + size - 1) & ~(size - 1);
    if (!is_mmio(address, size)) {
        throw SimulationError(fmt::format("{}: BAR {} of {} bytes does not fit the MMIO window",
                                          name(), index, size));
    }
    next = address + size;
    config_write(at, static_cast<std::uint32_t>(address));
    if (wide) {
        config_write(at + 4, static_cast<std::uint32_t>(address >> 32));
    }
    function.bars.push_back({index, address, size});
    return wide ? 2 : 1;
}

void RootComplex::read_capabilities(EnumeratedFunction& function, unsigned& pcie_capability) {
    unsigned at = config_read(config::capabilities) & 0xFC;
    while (at != 0) {
        const std::uint32_t header = config_read(at);
        switch (header & 0xFF) {
            case config::cap_pcie:
                pcie_capability = at;
                break;
            case config::cap_msi:
                function.msi_capability = at;
                break;
            case config::cap_msix: {
                function.msix_capability = at;
                function.msix_vectors = (header >> 16 & 0x7FF) + 1;
                const std::uint32_t table = config_read(at + config::msix_table);
                function.msix_bar = table & 7;
                function.msix_table_offset = table & ~7U;
                break;
            }
            default:
                break;
        }
        at = header >> 8 & 0xFC;
    }
}

tlm::tlm_sync_enum RootComplex::nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                                sc_core::sc_time&) {
    return tlm::TLM_COMPLETED;
}

}  // namespace lookaside::pcie
