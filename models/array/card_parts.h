// SPDX-License-Identifier: Apache-2.0
// What the card is made of, and how it starts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "models/array/card_registers.h"
#include "models/array/channel_hardware.h"
#include "models/array/task_desk.h"

namespace lookaside::array {

class CardParts {
  public:
    CardParts(const ArrayParameters& parameters, Agenda& agenda, pcie::Endpoint& endpoint,
              EngineCores& cores, SlotTimelines& timelines, StatisticsRegistry& statistics);

    const ArrayParameters& parameters() const { return parameters_; }
    const RuleBook& rules() const { return rules_; }
    const TaskManager& manager() const { return manager_; }
    ChannelHardware& hardware(unsigned channel) { return *hardware_.at(channel); }
    void describe_waits(std::vector<std::string>& lines) const;

    // What the endpoint's calls are for.
    pcie::Requester& requester() { return requester_; }
    pcie::MessageUnit& messages() { return messages_; }
    pcie::BarAccessQueue& accesses() { return accesses_; }

  private:
    void make_channels(EngineCores& cores);
    void enable(bool on);
    void channel_is_up();
    void all_are_up();
    std::uint32_t read_only(std::uint32_t offset) const;

    void register_statistics(StatisticsRegistry& statistics);
    void reset_statistics(SimTime now);
    void publish(SimTime now, std::vector<Statistic>& values,
                 std::vector<ResourceUsage>& resources) const;
    void publish_tasks(std::vector<Statistic>& values) const;
    void publish_buses(SimTime now, std::vector<Statistic>& values,
                       std::vector<ResourceUsage>& resources) const;
    ResourceUsage engine_usage(SimTime now) const;
    ResourceUsage firmware_usage(SimTime now) const;
    Picoseconds engines_computed(SimTime now) const;
    Picoseconds firmware_spent(SimTime now) const;
    std::uint64_t engine_jobs() const;

    const ArrayParameters parameters_;
    const Geometry geometry_;
    Agenda& agenda_;
    ClockDomain clock_;
    RuleBook rules_;
    KeySlots keys_;
    TaskStamps stamps_;
    TaskCheck check_;
    ServiceEstimate estimate_;

    // The PCIe side.
    pcie::Requester requester_;
    pcie::MessageUnit messages_;
    QueuePairs queues_;
    CardRegisters registers_;
    pcie::BarAccessQueue accesses_;

    // The manager.
    CentralBuffer buffer_;
    TaskDesk desk_;
    TaskManager manager_;

    // The channels.
    std::vector<std::unique_ptr<ChannelHardware>> hardware_;
    std::vector<std::unique_ptr<ChannelController>> controllers_;
    std::vector<std::unique_ptr<BringUp>> bring_ups_;
    unsigned coming_up_ = 0;
    bool enabled_ = false;
    bool ready_ = false;

    // At the opening of the measuring window.
    Picoseconds computed_before_{0};
    Picoseconds firmware_before_{0};
    std::uint64_t jobs_before_ = 0;
};

}  // namespace lookaside::array
