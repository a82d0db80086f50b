// SPDX-License-Identifier: Apache-2.0
#include "models/array/array_card.h"

#include "models/array/card_parts.h"

namespace lookaside::array {

ArrayCard::ArrayCard(const ArrayParameters& parameters, Agenda& agenda, pcie::Endpoint& endpoint,
                     EngineCores& cores, SlotTimelines& timelines, StatisticsRegistry& statistics)
    : parts_(
          std::make_unique<CardParts>(parameters, agenda, endpoint, cores, timelines, statistics)) {
    endpoint.attach(*this);
}

ArrayCard::~ArrayCard() = default;

const ArrayParameters& ArrayCard::parameters() const {
    return parts_->parameters();
}
const std::vector<std::string>& ArrayCard::broken_rules() const {
    return parts_->rules().rules();
}
const std::vector<std::string>& ArrayCard::dead_devices() const {
    return parts_->manager().dead_devices();
}
void ArrayCard::describe_waits(std::vector<std::string>& lines) const {
    parts_->describe_waits(lines);
}
emmc::DeviceFaults& ArrayCard::device_faults(unsigned channel, unsigned device) {
    return parts_->hardware(channel).device(device).faults();
}
CryptoDevice& ArrayCard::device(unsigned channel, unsigned device) {
    return parts_->hardware(channel).logic(device);
}
emmc::Bus& ArrayCard::bus(unsigned channel) {
    return parts_->hardware(channel).bus();
}

void ArrayCard::bar_write(unsigned /*bar*/, Bytes offset, std::span<const std::uint8_t> data) {
    parts_->accesses().write(offset, data);
}
void ArrayCard::bar_read(const pcie::BarRead& read) {
    parts_->accesses().read(read);
}
void ArrayCard::read_data(pcie::ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                          bool last) {
    parts_->requester().read_data(tag, offset, data, last);
}
void ArrayCard::read_failed(pcie::ReadTag tag, pcie::CompletionStatus status) {
    parts_->requester().read_failed(tag, status);
}
void ArrayCard::transmit_ready() {
    parts_->requester().transmit_ready();
}
void ArrayCard::interrupt_control_changed() {
    parts_->messages().interrupt_control_changed();
}

}  // namespace lookaside::array
