// SPDX-License-Identifier: Apache-2.0
// What the card publishes.
#include "models/array/card_parts.h"

namespace lookaside::array {

void CardParts::register_statistics(StatisticsRegistry& statistics) {
    statistics.add(
        {[this](SimTime now) { reset_statistics(now); },
         [this](SimTime now, std::vector<Statistic>& values,
                std::vector<ResourceUsage>& resources) { publish(now, values, resources); }});
}

void CardParts::reset_statistics(SimTime now) {
    computed_before_ = engines_computed(now);
    firmware_before_ = firmware_spent(now);
    jobs_before_ = engine_jobs();
    desk_.reset_counts();
    manager_.reset_counts(now);
    messages_.reset_counts();
    for (auto& each : hardware_) {
        each->host().usage().reset(now);
    }
    for (auto& controller : controllers_) {
        controller->reset_counts();
    }
}

Picoseconds CardParts::engines_computed(SimTime now) const {
    Picoseconds sum{0};
    for (const auto& channel : hardware_) {
        for (unsigned i = 0; i < geometry_.devices; ++i) {
            sum += channel->logic(i).computed(now);
        }
    }
    return sum;
}

std::uint64_t CardParts::engine_jobs() const {
    std::uint64_t sum = 0;
    for (const auto& channel : hardware_) {
        for (unsigned i = 0; i < geometry_.devices; ++i) {
            sum += channel->logic(i).jobs();
        }
    }
    return sum;
}

Picoseconds CardParts::firmware_spent(SimTime now) const {
    Picoseconds sum{0};
    for (const auto& controller : controllers_) {
        sum += controller->firmware().spent(now);
    }
    return sum;
}

ResourceUsage CardParts::engine_usage(SimTime now) const {
    // A job is a task from the central buffer until its result is back there.
    ResourceUsage usage = manager_.meter().usage(now, "array.engines",
                                                 "all engines, tasks wait in the central buffer");
    const unsigned engines_a_unit = parameters_.engines / geometry_.units;
    usage.servers = std::uint64_t{geometry_.unit_count()} * engines_a_unit;
    usage.busy = (engines_computed(now) - computed_before_) * engines_a_unit;
    return usage;
}

ResourceUsage CardParts::firmware_usage(SimTime now) const {
    ResourceUsage usage;
    usage.name = "array.firmware";
    usage.description = "the manager's processors";
    for (const auto& controller : controllers_) {
        usage.servers = controller->firmware().servers() * controllers_.size();
    }
    usage.busy = firmware_spent(now) - firmware_before_;
    usage.served = static_cast<std::uint64_t>(usage.busy / parameters_.firmware_time);
    return usage;
}

void CardParts::publish(SimTime now, std::vector<Statistic>& values,
                        std::vector<ResourceUsage>& resources) const {
    publish_tasks(values);
    resources.push_back(engine_usage(now));
    if (parameters_.firmware_time > Picoseconds{0}) {
        resources.push_back(firmware_usage(now));
    }
    publish_buses(now, values, resources);
}

void CardParts::publish_tasks(std::vector<Statistic>& values) const {
    values.push_back({"array.tasks", "1", "completion entries written", desk_.completed()});
    values.push_back({"array.tasks_refused", "1", "tasks that were invalid", desk_.refused()});
    values.push_back(
        {"array.engine_jobs", "1", "jobs that engines started", engine_jobs() - jobs_before_});
    values.push_back({"array.redispatched", "1", "tasks taken from a device that failed",
                      manager_.redispatched()});
    values.push_back({"array.dead_devices", "1", "devices given up since the start",
                      std::uint64_t{manager_.dead_devices().size()}});
    values.push_back({"array.buffer.most_in_use", "1", "slots in use at the fullest moment",
                      std::uint64_t{desk_.most_in_use()}});
    values.push_back(
        {"array.payload_reads", "1", "PCIe reads of payload", desk_.payloads().reads()});
    values.push_back({"array.interrupts", "1", "MSI-X messages sent", messages_.sent()});
}

void CardParts::publish_buses(SimTime now, std::vector<Statistic>& values,
                              std::vector<ResourceUsage>& resources) const {
    std::uint64_t polls = 0;
    std::uint64_t idle_polls = 0;
    std::uint64_t selections = 0;
    std::uint64_t retries = 0;
    for (std::size_t i = 0; i < controllers_.size(); ++i) {
        hardware_[i]->usage().publish(now, "array.channel" + std::to_string(i) + ".bus", values,
                                      resources);
        polls += controllers_[i]->polls();
        idle_polls += controllers_[i]->idle_polls();
        selections += controllers_[i]->bus_operator().selections();
        retries += controllers_[i]->bus_operator().retries();
    }
    values.push_back({"array.polls", "1", "queue status polls (CMD13)", polls});
    values.push_back({"array.polls_in_vain", "1", "of them without a new result", idle_polls});
    values.push_back({"array.selections", "1", "devices selected (CMD7)", selections});
    values.push_back({"array.bus_retries", "1", "bus operations repeated", retries});
}

}  // namespace lookaside::array
