// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/block_driver/scripted_array.h"

#include <algorithm>
#include <cstring>

namespace lookaside::test {

namespace sheet = datasheet::engine_array;

namespace {

constexpr Picoseconds round_trip = 800_ns;
constexpr Picoseconds message_time = 300_ns;

}  // namespace

ScriptedArray::ScriptedArray(const sc_core::sc_module_name& name, Agenda& agenda,
                             memory::HostMemory& memory, SlotTimelines& timelines)
    : sc_module(name),
      registers("registers"),
      memory_port("memory_port"),
      agenda_(agenda),
      memory_(memory),
      timelines_(timelines),
      finish_(agenda, AlarmPriority::completion, [this] { run_due(); }),
      coalesced_(agenda, AlarmPriority::decision,
                 [this] {
                     for (unsigned index = 0; index < queues_.size(); ++index) {
                         consider_interrupt(index);
                     }
                 }),
      deliver_(agenda, AlarmPriority::arrival, [this] {
          const std::uint32_t data = on_their_way_.front();
          on_their_way_.pop_front();
          if (!on_their_way_.empty()) {
              deliver_.arm_in(1_ns);
          }
          interrupts->interrupt_message(data);
      }) {
    registers.register_b_transport(this, &ScriptedArray::access);
    memory_port.bind(*this);
    memory_port.bind(memory.socket);
}

void ScriptedArray::access(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    const auto offset = static_cast<std::uint32_t>(payload.get_address() - bar);
    std::uint32_t value = 0;
    if (payload.is_read()) {
        sc_core::wait(to_sc_time(round_trip / 2));
        value = read(offset);
        std::memcpy(payload.get_data_ptr(), &value, sizeof value);
        sc_core::wait(to_sc_time(round_trip / 2));
    } else {
        std::memcpy(&value, payload.get_data_ptr(), sizeof value);
        write(offset, value);
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

std::uint32_t ScriptedArray::read(std::uint32_t offset) const {
    switch (offset) {
        case sheet::reg::id:
            return id;
        case sheet::reg::geometry:
            return 2U << 16 | 3U << 8 | 4U;
        case sheet::reg::capacity:
            return static_cast<std::uint32_t>(capacity);
        case sheet::reg::sectors:
            return sectors;
        case sheet::reg::status:
            if (!enabled_ || never_ready || agenda_.now() < enabled_at_ + identification) {
                return 0;
            }
            return no_device_answers ? sheet::status::ready | sheet::status::failed
                                     : sheet::status::ready;
        default:
            return 0;
    }
}

void ScriptedArray::write(std::uint32_t offset, std::uint32_t value) {
    if (offset >= sheet::msix_table) {
        table_.at((offset - sheet::msix_table) / 16).at(offset / 4 % 4) = value;
    } else if (offset >= sheet::reg::key_base) {
        work_.write_key(offset - sheet::reg::key_base, value);
    } else if (offset >= sheet::reg::queue_base) {
        const std::uint32_t within = (offset - sheet::reg::queue_base) % sheet::reg::queue_stride;
        const unsigned index = (offset - sheet::reg::queue_base) / sheet::reg::queue_stride;
        Queue& queue = queues_.at(index);
        write_queue(queue, within, value);
        fetch(index);
        consider_interrupt(index);
    } else if (offset == sheet::reg::control) {
        enabled_ = (value & sheet::control::enable) != 0;
        enabled_at_ = agenda_.now();
    }
}

void ScriptedArray::write_queue(Queue& queue, std::uint32_t offset, std::uint32_t value) {
    const bool is_doorbell = offset == sheet::reg::sq_tail || offset == sheet::reg::cq_head;
    if (offset < sheet::reg::sq_tail && enabled_) {
        broken_rules.push_back("a ring is changed while the card is enabled");
    }
    if (is_doorbell && value >= queue.size) {
        broken_rules.push_back("a doorbell beyond its ring");
        return;
    }
    const auto set_low = [&](std::uint64_t& address) {
        address = (address & ~0xFFFF'FFFFULL) | value;
    };
    const auto set_high = [&](std::uint64_t& address) {
        address = (address & 0xFFFF'FFFFULL) | std::uint64_t{value} << 32;
    };
    switch (offset) {
        case sheet::reg::sq_base_low:
            return set_low(queue.submissions);
        case sheet::reg::sq_base_high:
            return set_high(queue.submissions);
        case sheet::reg::cq_base_low:
            return set_low(queue.completions);
        case sheet::reg::cq_base_high:
            return set_high(queue.completions);
        case sheet::reg::ring_size:
            queue.size = value;
            return;
        case sheet::reg::sq_tail:
            tails.push_back(value);
            queue.sq_tail = value;
            return;
        case sheet::reg::cq_head:
            heads.push_back(value);
            queue.cq_head = value;
            return;
        case sheet::reg::coalescing:
            queue.coalescing = value;
            return;
        case sheet::reg::irq_enable:
            queue.irq_enable = value;
            return;
        default:
            broken_rules.push_back("a register of a queue pair that there is not");
    }
}

void ScriptedArray::fetch(unsigned index) {
    Queue& queue = queues_.at(index);
    while (queue.sq_head != queue.sq_tail && in_card_ < capacity) {
        Task task;
        std::memcpy(&task,
                    memory_.at(queue.submissions + queue.sq_head * sizeof task, sizeof task).data(),
                    sizeof task);
        queue.sq_head = (queue.sq_head + 1) % queue.size;
        if (!queue.tags.insert(task.tag).second) {
            broken_rules.push_back("tag " + std::to_string(task.tag) + " is in use twice");
        }
        const std::uint64_t number = tasks.size();
        tasks.push_back(task);
        most_in_card = std::max(most_in_card, ++in_card_);
        const std::size_t slot = index * sheet::max_ring_entries + task.tag;
        timelines_.stamp(slot, Moment::buffered, agenda_.now());
        if (!unanswered.contains(number)) {
            running_.emplace(agenda_.now() + time_of_task(number), Running{index, number});
            arm();
        }
    }
}

void ScriptedArray::arm() {
    if (!running_.empty()) {
        finish_.arm(running_.begin()->first);
    }
}

void ScriptedArray::run_due() {
    while (!running_.empty() && running_.begin()->first <= agenda_.now()) {
        const Running running = running_.begin()->second;
        running_.erase(running_.begin());
        finish(running);
        fetch(running.queue);
    }
    arm();
}

void ScriptedArray::finish(const Running& running) {
    Queue& queue = queues_.at(running.queue);
    const Task& task = tasks.at(running.number);
    sheet::TaskStatus status{};
    std::vector<std::uint8_t> result;
    if (const auto found = failing.find(running.number); found != failing.end()) {
        status = found->second;
    } else {
        const std::size_t bytes = ScriptedWork::payload_bytes(task);
        std::span<const std::uint8_t> payload;
        if (bytes > 0) {
            payload = memory_.at(task.payload, bytes);
        }
        result = work_.run(task, payload, status);
        if (!result.empty()) {
            memory_.write(task.result, result);
        }
    }
    const std::size_t slot = running.queue * sheet::max_ring_entries + task.tag;
    timelines_.stamp(slot, Moment::c2h_last_data, agenda_.now());
    queue.tags.erase(task.tag);
    --in_card_;
    sheet::Completion entry;
    entry.tag = task.tag;
    entry.status = static_cast<std::uint8_t>(status);
    entry.result_length = static_cast<std::uint32_t>(result.size());
    append(queue, entry);
    if (!silent.contains(running.number)) {
        if (queue.unread++ == 0) {
            queue.oldest_unread = agenda_.now();
        }
        consider_interrupt(running.queue);
    }
}

void ScriptedArray::append(Queue& queue, const sheet::Completion& answer) {
    sheet::Completion entry = answer;
    entry.phase = static_cast<std::uint8_t>(queue.phase);
    entry.sq_head = static_cast<std::uint16_t>(queue.sq_head);
    const std::uint64_t address = queue.completions + queue.cq_tail * sizeof entry;
    std::memcpy(memory_.at(address, sizeof entry).data(), &entry, sizeof entry);
    queue.cq_tail = (queue.cq_tail + 1) % queue.size;
    if (queue.cq_tail == queue.cq_head) {
        broken_rules.push_back("unread completion entries fill their ring");
    }
    queue.phase ^= queue.cq_tail == 0 ? 1U : 0U;
    ++queue.completed;
}

void ScriptedArray::consider_interrupt(unsigned index) {
    Queue& queue = queues_.at(index);
    const std::uint32_t entries = std::max(queue.coalescing >> 16, 1U);
    const SimTime deadline = queue.oldest_unread + (queue.coalescing & 0xFFFF) * Picoseconds{1_us};
    if (queue.unread == 0 || queue.irq_enable == 0) {
        return;
    }
    if (queue.unread >= entries || agenda_.now() >= deadline) {
        queue.unread = 0;
        send_message(index);
    } else {
        coalesced_.arm(deadline);
    }
}

void ScriptedArray::send_message(unsigned vector) {
    ++messages;
    on_their_way_.push_back(table_.at(vector)[2]);
    if (!deliver_.is_armed()) {
        deliver_.arm_in(message_time);
    }
}

}  // namespace lookaside::test
