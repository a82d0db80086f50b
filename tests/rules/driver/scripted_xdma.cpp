// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/driver/scripted_xdma.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"

namespace lookaside::test {

namespace sheet = datasheet::xdma;

namespace {

constexpr Picoseconds round_trip = 800_ns;
constexpr Picoseconds message_time = 300_ns;
constexpr unsigned user_source = 2;

}  // namespace

ScriptedXdma::ScriptedXdma(const sc_core::sc_module_name& name, Agenda& agenda,
                           memory::HostMemory& memory, SlotTimelines& timelines)
    : sc_module(name),
      registers("registers"),
      memory_port("memory_port"),
      core(agenda, timelines,
           [this](bool level) {
               user_request_ = level;
               update_interrupts();
           }),
      agenda_(agenda),
      memory_(memory),
      timelines_(timelines),
      deliver_(agenda, AlarmPriority::arrival, [this] {
          const std::uint32_t data = on_their_way_.front();
          on_their_way_.pop_front();
          if (!on_their_way_.empty()) {
              deliver_.arm_in(1_ns);
          }
          interrupts->interrupt_message(data);
      }) {
    registers.register_b_transport(this, &ScriptedXdma::access);
    memory_port.bind(*this);
    memory_port.bind(memory.socket);
    for (Channel* channel : {&h2c, &c2h}) {
        channel->finish = std::make_unique<Alarm>(agenda, AlarmPriority::completion,
                                                  [this, channel] { finish(*channel); });
    }
}

void ScriptedXdma::access(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    const std::uint64_t address = payload.get_address();
    const bool is_config = address >= config_bar;
    const auto offset = static_cast<std::uint32_t>(address - (is_config ? config_bar : user_bar));
    std::uint32_t value = 0;
    if (payload.is_read()) {
        sc_core::wait(to_sc_time(round_trip / 2));
        value = is_config ? read(offset) : core.read(offset);
        std::memcpy(payload.get_data_ptr(), &value, sizeof value);
        sc_core::wait(to_sc_time(round_trip / 2));
    } else {
        std::memcpy(&value, payload.get_data_ptr(), sizeof value);
        if (is_config) {
            write(offset, value);
        } else {
            core.write(offset, value);
        }
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

std::uint32_t ScriptedXdma::read(std::uint32_t offset) {
    const std::uint32_t target = offset & 0xF000;
    const std::uint32_t reg = offset & 0xFF;
    if (reg == 0 && target < sheet::target_msix) {
        const std::uint32_t index = offset >> 8 & 0xF;
        return index == 0
                   ? sheet::identifier_subsystem << 20 | target << 4 | sheet::identifier_version
                   : 0;
    }
    return target == sheet::target_h2c_channel || target == sheet::target_c2h_channel
               ? read_channel(channel_of(target), reg)
               : 0;
}

std::uint32_t ScriptedXdma::read_channel(Channel& channel, std::uint32_t offset) {
    switch (offset) {
        case sheet::channel::status:
            return channel.status;
        case sheet::channel::status_rc: {
            const std::uint32_t value = channel.status;
            channel.status &= sheet::status::busy;
            update_interrupts();
            return value;
        }
        case sheet::channel::completed_descriptor_count:
            return channel.completed;
        default:
            return 0;
    }
}

void ScriptedXdma::write(std::uint32_t offset, std::uint32_t value) {
    const std::uint32_t target = offset & 0xF000;
    const std::uint32_t reg = offset & 0xFF;
    if (target == sheet::target_msix) {
        table_.at((offset - target) / 16).at(offset / 4 % 4) = value;
    } else if (target == sheet::target_irq_block) {
        switch (reg) {
            case sheet::irq_block::channel_interrupt_enable_w1s:
                channel_enable_ |= value;
                break;
            case sheet::irq_block::user_interrupt_enable_w1s:
                user_enable_ |= value;
                break;
            case sheet::irq_block::channel_vector_number:
                channel_vectors_ = value;
                break;
            case sheet::irq_block::user_vector_number:
                user_vectors_ = value;
                break;
            default:
                break;
        }
        update_interrupts();
    } else if (target == sheet::target_h2c_sgdma || target == sheet::target_c2h_sgdma) {
        write_sgdma(channel_of(target), reg, value);
    } else {
        write_channel(channel_of(target), reg, value);
    }
}

void ScriptedXdma::write_sgdma(Channel& channel, std::uint32_t offset, std::uint32_t value) {
    if (offset == sheet::sgdma::first_descriptor_lo) {
        channel.first = value;
    } else if (offset == sheet::sgdma::first_descriptor_hi) {
        channel.first |= std::uint64_t{value} << 32;
    }
}

void ScriptedXdma::write_channel(Channel& channel, std::uint32_t offset, std::uint32_t value) {
    switch (offset) {
        case sheet::channel::control:
            set_control(channel, value);
            break;
        case sheet::channel::control_w1c:
            set_control(channel, channel.control & ~value);
            break;
        case sheet::channel::interrupt_enable_mask:
            channel.mask = value;
            break;
        case sheet::channel::interrupt_enable_mask_w1s:
            channel.mask |= value;
            break;
        case sheet::channel::interrupt_enable_mask_w1c:
            channel.mask &= ~value;
            break;
        case sheet::channel::poll_mode_wb_lo:
            channel.write_back = value;
            break;
        case sheet::channel::poll_mode_wb_hi:
            channel.write_back |= std::uint64_t{value} << 32;
            break;
        default:
            break;
    }
    update_interrupts();
}

void ScriptedXdma::set_control(Channel& channel, std::uint32_t value) {
    const bool ran = (channel.control & sheet::control::run) != 0;
    channel.control = value;
    if ((value & sheet::control::run) == 0) {
        channel.finish->disarm();
        channel.status &= ~sheet::status::busy;
    } else if (!ran) {
        channel.status = sheet::status::busy;
        channel.completed = 0;
        if (!channel.hanging.contains(channel.runs++)) {
            channel.finish->arm_in(channel.time_a_transfer);
        }
    }
}

void ScriptedXdma::finish(Channel& channel) {
    channel.status &= ~sheet::status::busy;
    if (channel.failing.contains(channel.runs - 1)) {
        channel.status |= sheet::status::read_completer_abort;
    } else {
        channel.completed = move_all(channel);
        channel.status |= sheet::status::descriptor_stopped | sheet::status::descriptor_completed;
    }
    if ((channel.control & sheet::control::poll_mode_wb_enable) != 0) {
        std::uint32_t report = channel.completed;
        if ((channel.status & sheet::status::any_error) != 0) {
            report |= sheet::write_back::error;
        }
        std::memcpy(memory_.at(channel.write_back, sizeof report).data(), &report, sizeof report);
    }
    update_interrupts();
}

std::uint32_t ScriptedXdma::move_all(Channel& channel) {
    std::uint32_t count = 0;
    std::uint64_t address = channel.first;
    channel.addresses.clear();
    for (;;) {
        sheet::Descriptor descriptor;
        std::memcpy(&descriptor, memory_.at(address, sizeof descriptor).data(), sizeof descriptor);
        if ((descriptor.control & sheet::descriptor::magic_mask) != sheet::descriptor::magic) {
            throw SimulationError("a descriptor without its magic");
        }
        const std::uint64_t source = std::uint64_t{descriptor.src_hi} << 32 | descriptor.src_lo;
        const std::uint64_t destination =
            std::uint64_t{descriptor.dst_hi} << 32 | descriptor.dst_lo;
        const bool to_card = &channel == &h2c;
        const std::uint64_t axi = to_card ? destination : source;
        const auto host = memory_.at(to_card ? source : destination, descriptor.length);
        const auto card = core.ram(axi, descriptor.length);
        stamp_data(channel, axi);
        std::ranges::copy(to_card ? host : card, (to_card ? card : host).begin());
        channel.addresses.push_back(to_card ? source : destination);
        ++channel.descriptors;
        ++count;
        if ((descriptor.control & sheet::descriptor::stop) != 0) {
            return count;
        }
        address = std::uint64_t{descriptor.next_hi} << 32 | descriptor.next_lo;
    }
}

void ScriptedXdma::stamp_data(const Channel& channel, std::uint64_t axi) {
    const std::size_t slot =
        axi % datasheet::ipsec_card::ram_bytes / datasheet::ipsec_card::slot_bytes;
    const bool to_card = &channel == &h2c;
    timelines_.stamp_first(slot, to_card ? Moment::h2c_first_data : Moment::c2h_first_data,
                           agenda_.now());
    timelines_.stamp(slot, to_card ? Moment::h2c_last_data : Moment::c2h_last_data, agenda_.now());
}

void ScriptedXdma::update_interrupts() {
    for (unsigned index = 0; index < 2; ++index) {
        Channel& channel = index == 0 ? h2c : c2h;
        const bool level = (channel.status & channel.mask & ~sheet::status::busy) != 0 &&
                           (channel_enable_ >> index & 1U) != 0;
        if (level && !channel.level) {
            send_message(index, channel_vectors_ >> (8 * index) & 0x1F);
        }
        channel.level = level;
    }
    const bool level = user_request_ && (user_enable_ & 1U) != 0;
    if (level && !user_level_) {
        send_message(user_source, user_vectors_ & 0x1F);
    }
    user_level_ = level;
}

void ScriptedXdma::send_message(unsigned source, std::uint32_t vector) {
    ++messages.at(source);
    on_their_way_.push_back(table_.at(vector)[2]);
    if (!deliver_.is_armed()) {
        deliver_.arm_in(message_time);
    }
}

}  // namespace lookaside::test
