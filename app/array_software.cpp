// SPDX-License-Identifier: Apache-2.0
#include "app/array_software.h"

#include <algorithm>
#include <bit>

namespace lookaside::app {
namespace {

namespace card = datasheet::engine_array;
using drivers::engine_array::CompletionMode;
using scenarios::BlockCompletion;
using scenarios::BlockOperation;
using scenarios::ScenarioConfig;

drivers::engine_array::Parameters driver_parameters(const ScenarioConfig& config) {
    drivers::engine_array::Parameters driver;
    driver.queue_pairs = config.workload.jobs;
    // Each job has a tag for every request that it keeps in flight, as far as a ring goes.
    driver.tags = std::min(config.workload.queue_depth, card::max_ring_entries - 1);
    driver.ring_entries = std::bit_ceil(driver.tags + 1);
    driver.completion = config.driver.completion == BlockCompletion::interrupt
                            ? CompletionMode::interrupt
                            : CompletionMode::poll;
    driver.coalescing_entries = config.driver.coalescing_entries;
    driver.coalescing_time = config.driver.coalescing_time;
    driver.request_timeout = config.driver.timeout;
    driver.first_cpu = config.host.irq_cpu;
    return driver;
}

block::Operation operation(BlockOperation operation) {
    switch (operation) {
        case BlockOperation::hash:
            return block::Operation::hash;
        case BlockOperation::encrypt:
            return block::Operation::encrypt;
        case BlockOperation::decrypt:
            return block::Operation::decrypt;
        case BlockOperation::read:
            return block::Operation::read;
        case BlockOperation::write:
            return block::Operation::write;
    }
    return block::Operation::hash;
}

workloads::BlockParameters workload_parameters(const ScenarioConfig& config) {
    workloads::BlockParameters workload;
    workload.block_size = config.workload.request_size.largest();
    workload.order = config.workload.pattern == scenarios::SectorPattern::random
                         ? workloads::SectorOrder::random
                         : workloads::SectorOrder::sequential;
    workload.operation = operation(config.workload.operation);
    workload.read_percent = config.workload.read_percent;
    workload.jobs = config.workload.jobs;
    workload.depth = config.workload.queue_depth;
    workload.complete_batch = config.workload.complete_batch;
    workload.priorities = config.workload.priorities;
    workload.key_bytes = config.workload.key_size / 8;
    workload.seed = config.run.seed;
    workload.first_cpu = config.host.submit_cpu;
    return workload;
}

}  // namespace

ArraySoftware::ArraySoftware(const ScenarioConfig& config, const os::CpuProfile& cpu,
                             PcieFabric& fabric, StatisticsRegistry& statistics,
                             SlotTimelines& timelines, workloads::RequestSink& sink)
    : config_(config),
      timelines_(timelines),
      sink_(sink),
      host_(config, cpu, fabric, statistics, "engine-array",
            [this](os::PciDevice& device) { probe(device); }) {}

void ArraySoftware::probe(os::PciDevice& device) {
    driver_ = std::make_unique<drivers::engine_array::EngineArrayDriver>(
        host_.kernel(), device, timelines_, driver_parameters(config_));
    workload_ = std::make_unique<workloads::BlockWorkload>(host_.kernel(), *driver_, sink_,
                                                           workload_parameters(config_));
    workload_->start([] {});
}

WorkloadOutcome ArraySoftware::outcome() const {
    return workload_ == nullptr ? WorkloadOutcome{} : outcome_of(workload_->counters());
}

}  // namespace lookaside::app
