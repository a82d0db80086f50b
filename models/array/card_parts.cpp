// SPDX-License-Identifier: Apache-2.0
// The card's composition and start; statistics are in card_statistics.cpp.
#include "models/array/card_parts.h"

namespace lookaside::array {

namespace card = datasheet::engine_array;

namespace {

const ArrayParameters& checked(const ArrayParameters& parameters) {
    check(parameters);
    return parameters;
}

std::uint32_t opcodes_of(const EngineCores& cores) {
    const auto bit = [](card::Opcode opcode) { return 1U << static_cast<unsigned>(opcode); };
    std::uint32_t opcodes = bit(card::Opcode::write);
    if (cores.has(CoreKind::sha256)) {
        opcodes |= bit(card::Opcode::sha256) | bit(card::Opcode::read);
    }
    if (cores.has(CoreKind::aes_gcm)) {
        opcodes |= bit(card::Opcode::gcm_encrypt) | bit(card::Opcode::gcm_decrypt);
    }
    return opcodes;
}

QueuePairs make_queue_pairs(Agenda& agenda, pcie::MessageUnit& messages) {
    QueuePairs queues;
    for (unsigned i = 0; i < card::max_queue_pairs; ++i) {
        queues.push_back(
            std::make_unique<QueuePair>(agenda, [&messages, i] { messages.raise(1U << i); }));
    }
    return queues;
}

}  // namespace

CardParts::CardParts(const ArrayParameters& parameters, Agenda& agenda, pcie::Endpoint& endpoint,
                     EngineCores& cores, SlotTimelines& timelines, StatisticsRegistry& statistics)
    : parameters_(checked(parameters)),
      geometry_(parameters_),
      agenda_(agenda),
      clock_(parameters_.clock),
      stamps_(timelines, agenda),
      check_(keys_, opcodes_of(cores), parameters_.device_sectors * geometry_.device_count()),
      requester_(endpoint),
      messages_(agenda, clock_, requester_, card::max_queue_pairs, parameters_.cycles.interrupt),
      queues_(make_queue_pairs(agenda, messages_)),
      registers_({[this](std::uint32_t offset) { return read_only(offset); },
                  [this](bool on) { enable(on); }, [this] { desk_.fetcher().look(); },
                  [this] { desk_.writer().look(); }},
                 queues_, keys_, messages_, rules_),
      accesses_(agenda, clock_, endpoint, registers_, parameters_.cycles.register_read, 0),
      buffer_(DepthRule(parameters_).slots),
      desk_(parameters_, {agenda, requester_, queues_, rules_, check_, keys_, stamps_}, buffer_),
      manager_(parameters_, agenda, buffer_, stamps_, desk_) {
    desk_.set_manager(manager_);
    make_channels(cores);
    register_statistics(statistics);
}

void CardParts::make_channels(EngineCores& cores) {
    std::vector<ChannelController*> controllers;
    for (unsigned channel = 0; channel < geometry_.channels; ++channel) {
        hardware_.push_back(
            std::make_unique<ChannelHardware>(parameters_, channel, agenda_, cores, manager_));
        controllers_.push_back(std::make_unique<ChannelController>(
            ChannelController::Shared{parameters_, agenda_, manager_, estimate_, stamps_}, channel,
            hardware_.back()->host()));
        bring_ups_.push_back(std::make_unique<BringUp>(*hardware_.back(), geometry_.devices,
                                                       [this] { channel_is_up(); }));
        controllers.push_back(controllers_.back().get());
    }
    manager_.set_channels(std::move(controllers));
}

void CardParts::enable(bool on) {
    enabled_ = on;
    if (ready_ || !on) {
        desk_.fetcher().enable(on);
    } else if (coming_up_ == 0) {
        coming_up_ = geometry_.channels;
        for (auto& bring_up : bring_ups_) {
            bring_up->begin();
        }
    }
}

void CardParts::channel_is_up() {
    if (--coming_up_ == 0) {
        all_are_up();
    }
}

void CardParts::all_are_up() {
    for (unsigned channel = 0; channel < geometry_.channels; ++channel) {
        const BringUp& bring_up = *bring_ups_[channel];
        for (unsigned i = 0; i < geometry_.devices; ++i) {
            const DeviceId device = channel * geometry_.devices + i;
            if (bring_up.addresses()[i]) {
                manager_.device_up(device);
            } else {
                manager_.device_missing(device, bring_up.reason(i));
            }
        }
        controllers_[channel]->start(bring_up.addresses());
    }
    ready_ = true;
    desk_.fetcher().enable(enabled_);
}

std::uint32_t CardParts::read_only(std::uint32_t offset) const {
    namespace reg = card::reg;
    switch (offset) {
        case reg::id:
            return card::card_id;
        case reg::geometry:
            return parameters_.channels | parameters_.devices << 8 | parameters_.engines << 16;
        case reg::capacity:
            return buffer_.capacity();
        case reg::algorithms:
            return check_.opcodes();
        case reg::status:
            return (ready_ ? card::status::ready : 0) |
                   (ready_ && manager_.devices_alive() == 0 ? card::status::failed : 0);
        case reg::dead_devices:
            return static_cast<std::uint32_t>(manager_.dead_devices().size());
        case reg::sectors:
            return check_.sectors();
        default:
            return 0;
    }
}

void CardParts::describe_waits(std::vector<std::string>& lines) const {
    if (coming_up_ > 0) {
        lines.push_back("array: " + std::to_string(coming_up_) + " channels still identify");
    }
    if (buffer_.in_use() > 0) {
        lines.push_back("array: " + std::to_string(buffer_.in_use()) + " of " +
                        std::to_string(buffer_.capacity()) + " slots hold tasks");
    }
    if (manager_.waiting() > 0) {
        lines.push_back("array: " + std::to_string(manager_.waiting()) +
                        " tasks wait for an engine");
    }
    for (const auto& controller : controllers_) {
        controller->describe_waits(lines);
    }
    for (const auto& each : hardware_) {
        each->host().describe_waits(lines);
    }
    messages_.describe_waits(lines);
}

}  // namespace lookaside::array
