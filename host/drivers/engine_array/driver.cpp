// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/engine_array/driver.h"

#include <bit>

#include "base/error.h"
#include "host/drivers/engine_array/queue_interrupt.h"
#include "host/drivers/engine_array/queue_poller.h"
#include "host/drivers/engine_array/task.h"

namespace lookaside::drivers::engine_array {

namespace sheet = datasheet::engine_array;

namespace {

void require(bool condition, const std::string& message) {
    if (!condition) {
        throw InputError("engine_array: " + message);
    }
}

const Parameters& checked(const Parameters& parameters) {
    require(parameters.queue_pairs >= 1 && parameters.queue_pairs <= sheet::max_queue_pairs,
            "1 to 8 queue pairs, not " + std::to_string(parameters.queue_pairs));
    require(std::has_single_bit(parameters.ring_entries) && parameters.ring_entries >= 2 &&
                parameters.ring_entries <= sheet::max_ring_entries,
            "a ring has a power of two of entries up to 4096, not " +
                std::to_string(parameters.ring_entries));
    require(parameters.tags >= 1 && parameters.tags <= sheet::max_ring_entries,
            "1 to 4096 tags a queue pair, not " + std::to_string(parameters.tags));
    constexpr std::int64_t most = 0xFFFF;
    require(parameters.coalescing_entries <= most, "at most 65535 completions are coalesced");
    require(parameters.coalescing_time.count() >= 0 &&
                parameters.coalescing_time / Picoseconds{1_us} <= most,
            "completions are coalesced for at most 65535 us");
    return parameters;
}

block::QueueParameters queue_parameters(const Parameters& parameters) {
    return {.name = "engine_array",
            .contexts = parameters.queue_pairs,
            .tags = parameters.tags,
            .timeout = parameters.request_timeout,
            .first_cpu = parameters.first_cpu};
}

const char* name_of(block::Operation operation) {
    switch (operation) {
        case block::Operation::encrypt:
            return "encrypt";
        case block::Operation::decrypt:
            return "decrypt";
        case block::Operation::read:
            return "read";
        case block::Operation::write:
            return "write";
        case block::Operation::hash:
            break;
    }
    return "hash";
}

}  // namespace

EngineArrayDriver::EngineArrayDriver(os::Kernel& kernel, os::PciDevice& device,
                                     SlotTimelines& timelines, const Parameters& parameters)
    : kernel_(kernel),
      parameters_(checked(parameters)),
      registers_(device.bar(0)),
      geometry_(registers_.geometry()),
      capacity_(registers_.capacity()),
      sectors_(registers_.sectors()),
      requests_(kernel, *this, queue_parameters(parameters)) {
    set_up_queue_pairs(device, timelines);
    enable();
}

void EngineArrayDriver::set_up_queue_pairs(os::PciDevice& device, SlotTimelines& timelines) {
    const bool interrupts = parameters_.completion == CompletionMode::interrupt;
    if (interrupts) {
        device.alloc_irq_vectors(parameters_.queue_pairs);
    }
    const CardContext card{kernel_, parameters_, registers_, requests_, timelines};
    for (unsigned index = 0; index < parameters_.queue_pairs; ++index) {
        QueuePair& pair = *pairs_.emplace_back(std::make_unique<QueuePair>(card, index));
        const os::CpuId cpu = (parameters_.first_cpu + index) % kernel_.cpu_count();
        if (interrupts) {
            sources_.push_back(std::make_unique<QueueInterrupt>(card, device, pair, cpu));
        } else {
            sources_.push_back(std::make_unique<QueuePoller>(card, pair, cpu));
        }
    }
}

void EngineArrayDriver::enable() {
    registers_.enable();
    const SimTime deadline = kernel_.now() + parameters_.ready_timeout;
    for (;;) {
        const std::uint32_t status = registers_.status();
        if ((status & sheet::status::failed) != 0) {
            throw SimulationError("engine_array: none of the card's " +
                                  std::to_string(geometry_.channels * geometry_.devices) +
                                  " devices answered identification");
        }
        if ((status & sheet::status::ready) != 0) {
            return;
        }
        if (kernel_.now() >= deadline) {
            throw SimulationError("engine_array: the card is not ready after " +
                                  std::to_string(parameters_.ready_timeout / Picoseconds{1_ms}) +
                                  " ms");
        }
        kernel_.sleep(parameters_.ready_interval);
    }
}

block::KeyHandle EngineArrayDriver::set_key(std::span<const std::uint8_t> key) {
    require(key.size() == 16 || key.size() == 32,
            "a key has 16 or 32 bytes, not " + std::to_string(key.size()));
    require(keys_ < sheet::key_slots,
            "all " + std::to_string(sheet::key_slots) + " key slots are in use");
    registers_.load_key(keys_, key);
    return keys_++;
}

void EngineArrayDriver::submit(block::Request& request) {
    if (is_valid(request, sectors_, keys_)) {
        requests_.submit(request);
    } else {
        requests_.refuse(request, block::Status::invalid);
    }
}

void EngineArrayDriver::queue_request(unsigned context, block::Tag tag, block::Request& request) {
    pairs_[context]->push(tag, request);
}

void EngineArrayDriver::commit_requests(unsigned context) {
    pairs_[context]->ring_doorbell();
    sources_[context]->submitted();
}

void EngineArrayDriver::reap(unsigned context) {
    pairs_[context]->reap(kernel_.now());
}

void EngineArrayDriver::abandon(unsigned context, block::Tag tag) {
    pairs_[context]->abandon(tag);
}

std::vector<std::string> EngineArrayDriver::describe_timeouts() const {
    std::vector<std::string> lines;
    for (const block::TimedOut& entry : requests_.timed_out()) {
        lines.push_back("engine_array: queue pair " + std::to_string(entry.context) + ", tag " +
                        std::to_string(entry.tag) + " (" + name_of(entry.operation) +
                        " at sector " + std::to_string(entry.sector) + ") timed out after " +
                        std::to_string(parameters_.request_timeout / Picoseconds{1_us}) + " us");
    }
    return lines;
}

}  // namespace lookaside::drivers::engine_array
