// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/array/bench.h"

#include <openssl/sha.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace lookaside::test {

std::vector<std::uint8_t> sha256(std::span<const std::uint8_t> data) {
    std::vector<std::uint8_t> digest(SHA256_DIGEST_LENGTH);
    SHA256(data.data(), data.size(), digest.data());
    return digest;
}

crypto::JobResult ScriptedSha::run(const crypto::Job& job) {
    return {sha256(job.data), {}, true, cycles_(job)};
}

ArrayBench::ArrayBench(const array::ArrayParameters& parameters,
                       const FakeEndpoint::Settings& settings, ScriptedSha::CyclesOf cycles)
    : endpoint(agenda, settings),
      cores(
          array::EngineCores::Ownership::one_for_all,
          [cycles] { return std::make_unique<ScriptedSha>(cycles); },
          [] { return crypto::make_timed_aes_gcm(crypto::AesGcmDesign::iterative); }),
      card(parameters, agenda, endpoint, cores, timelines, statistics) {
    for (unsigned tag = 0; tag < ring_entries; ++tag) {
        timelines.bind(tag, timelines_of[tag]);
    }
}

array::ArrayParameters ArrayBench::small() {
    array::ArrayParameters parameters;
    parameters.channels = 2;
    parameters.devices = 2;
    parameters.engines = 2;
    parameters.depth = 32;
    return parameters;
}

void ArrayBench::start(unsigned queues, std::uint32_t coalescing) {
    for (unsigned queue = 0; queue < queues; ++queue) {
        const auto address = static_cast<std::uint32_t>(FakeEndpoint::message_address);
        write(ds::msix_table + queue * 16, address);
        write(ds::msix_table + queue * 16 + 4, 0);
        write(ds::msix_table + queue * 16 + 8, queue);
        write(ds::msix_table + queue * 16 + 12, 0);
        write(queue_register(queue, ds::reg::sq_base_low),
              static_cast<std::uint32_t>(sq_address(queue)));
        write(queue_register(queue, ds::reg::cq_base_low),
              static_cast<std::uint32_t>(cq_address(queue)));
        write(queue_register(queue, ds::reg::ring_size), ring_entries);
        write(queue_register(queue, ds::reg::coalescing), coalescing);
        write(queue_register(queue, ds::reg::irq_enable), 1);
    }
    write(ds::reg::control, ds::control::enable);
    for (int i = 0; i < 1000 && read(ds::reg::status) == 0; ++i) {
        run_for(1_ms);
    }
    if (read(ds::reg::status) == 0) {
        throw std::runtime_error("the card did not become ready");
    }
    run_for(100_us - now() % 100_us);
}

void ArrayBench::set_key(unsigned slot, std::span<const std::uint8_t> key) {
    const std::uint32_t base = ds::reg::key_base + slot * ds::reg::key_stride;
    for (std::uint32_t i = 0; i < key.size(); i += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, key.data() + i, 4);
        write(base + i, word);
    }
    write(base + ds::reg::key_control, key.size() == 32 ? 3 : 1);
}

Task ArrayBench::hash(unsigned tag, unsigned priority, Bytes length, unsigned queue) {
    Task task;
    task.opcode = static_cast<std::uint8_t>(Opcode::sha256);
    task.priority = static_cast<std::uint8_t>(priority);
    task.tag = static_cast<std::uint16_t>(tag);
    task.payload_length = static_cast<std::uint32_t>(length);
    task.payload = payload_address(queue, tag);
    task.result = result_address(queue, tag);
    random.fill(payload(tag, length, queue));
    return task;
}

std::vector<Task> ArrayBench::hashes(unsigned first, unsigned count, unsigned priority) {
    std::vector<Task> tasks;
    for (unsigned i = 0; i < count; ++i) {
        tasks.push_back(hash(first + i, priority));
    }
    return tasks;
}

void ArrayBench::submit(const std::vector<Task>& tasks, unsigned queue) {
    Ring& ring = rings_[queue];
    for (const Task& task : tasks) {
        std::memcpy(endpoint.memory.data() + sq_address(queue) + ring.sq_tail * sizeof task, &task,
                    sizeof task);
        ring.sq_tail = (ring.sq_tail + 1) % ring_entries;
    }
    write(queue_register(queue, ds::reg::sq_tail), ring.sq_tail);
}

SimTime ArrayBench::written_at(std::uint64_t address) const {
    const auto write =
        std::find_if(endpoint.writes.rbegin(), endpoint.writes.rend(),
                     [address](const auto& each) { return each.address == address; });
    return write->at;
}

std::vector<ArrayBench::Done> ArrayBench::reap(unsigned queue) {
    std::vector<Done> reaped;
    Ring& ring = rings_[queue];
    for (;;) {
        const std::uint64_t address = cq_address(queue) + ring.cq_head * sizeof(ds::Completion);
        ds::Completion entry;
        std::memcpy(&entry, endpoint.memory.data() + address, sizeof entry);
        if (entry.phase != ring.phase) {
            break;
        }
        reaped.push_back({entry, written_at(address)});
        ring.cq_head = (ring.cq_head + 1) % ring_entries;
        if (ring.cq_head == 0) {
            ring.phase ^= 1U;
        }
    }
    if (!reaped.empty()) {
        write(queue_register(queue, ds::reg::cq_head), ring.cq_head);
    }
    return reaped;
}

std::vector<ArrayBench::Done> ArrayBench::wait_for(std::size_t count, Picoseconds limit) {
    std::vector<Done> all;
    const SimTime end = now() + limit;
    while (all.size() < count && now() < end) {
        run_for(10_us);
        const auto reaped = reap();
        all.insert(all.end(), reaped.begin(), reaped.end());
    }
    return all;
}

std::uint64_t ArrayBench::statistic(const std::string& name) const {
    std::vector<Statistic> values;
    std::vector<ResourceUsage> resources;
    statistics.collect(now(), values, resources);
    for (const Statistic& value : values) {
        if (value.name == name) {
            return std::get<std::uint64_t>(value.value);
        }
    }
    throw std::runtime_error("no statistic " + name);
}

bool ArrayBench::digest_is_right(unsigned tag, Bytes length, unsigned queue) {
    const auto expected = sha256(payload(tag, length, queue));
    return std::ranges::equal(result(tag, 32, queue), expected);
}

}  // namespace lookaside::test
