// SPDX-License-Identifier: Apache-2.0
// One DMA channel: its register map.
#include "models/xdma/channel.h"

namespace lookaside::xdma {

namespace reg = datasheet::xdma::channel;
namespace status = datasheet::xdma::status;
namespace target = datasheet::xdma;

std::uint32_t Channel::status_word() const {
    return status_.logged() | (busy_ ? status::busy : 0);
}

std::uint32_t Channel::read_register(std::uint32_t offset) {
    const Parameters& parameters = wire_.parameters;
    switch (offset) {
        case reg::identifier:
            return identifier_word(direction_ == Direction::h2c ? target::target_h2c_channel
                                                                : target::target_c2h_channel,
                                   number_);
        case reg::control:
            return control_;
        case reg::status:
            return status_word();
        case reg::status_rc: {
            const std::uint32_t word = status_word();
            status_.clear(word);
            return word;
        }
        case reg::completed_descriptor_count:
            return completed_count_;
        case reg::alignments:
            return parameters.address_alignment << 16 | parameters.length_granularity << 8 |
                   parameters.address_bits;
        case reg::poll_mode_wb_lo:
            return static_cast<std::uint32_t>(write_back_address_);
        case reg::poll_mode_wb_hi:
            return static_cast<std::uint32_t>(write_back_address_ >> 32);
        case reg::interrupt_enable_mask:
            return status_.interrupt_mask();
        case reg::perf_control:
            return performance_.control();
        case reg::perf_cycle_lo:
            return PerformanceCounters::low_word(performance_.cycles(now()));
        case reg::perf_cycle_hi:
            return PerformanceCounters::high_word(performance_.cycles(now()));
        case reg::perf_data_lo:
            return PerformanceCounters::low_word(performance_.data_cycles());
        case reg::perf_data_hi:
            return PerformanceCounters::high_word(performance_.data_cycles());
        case reg::perf_pending_lo:
            return PerformanceCounters::low_word(performance_.pending_cycles(now()));
        case reg::perf_pending_hi:
            return PerformanceCounters::high_word(performance_.pending_cycles(now()));
        default:
            return 0;
    }
}

void Channel::write_register(std::uint32_t offset, std::uint32_t value) {
    constexpr std::uint64_t low_half = 0xFFFF'FFFF;
    switch (offset) {
        case reg::control:
            write_control(value);
            break;
        case reg::control_w1s:
            write_control(control_ | value);
            break;
        case reg::control_w1c:
            write_control(control_ & ~value);
            break;
        case reg::status:
            status_.clear(value);
            break;
        case reg::poll_mode_wb_lo:
            write_back_address_ = (write_back_address_ & ~low_half) | (value & ~3U);
            break;
        case reg::poll_mode_wb_hi:
            write_back_address_ = (write_back_address_ & low_half) | std::uint64_t{value} << 32;
            break;
        case reg::interrupt_enable_mask:
            status_.set_interrupt_mask(value);
            break;
        case reg::interrupt_enable_mask_w1s:
            status_.set_interrupt_mask(status_.interrupt_mask() | value);
            break;
        case reg::interrupt_enable_mask_w1c:
            status_.set_interrupt_mask(status_.interrupt_mask() & ~value);
            break;
        case reg::perf_control:
            performance_.write_control(now(), value);
            break;
        default:
            break;
    }
}

}  // namespace lookaside::xdma
