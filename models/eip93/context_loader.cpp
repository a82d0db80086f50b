// SPDX-License-Identifier: Apache-2.0
#include "models/eip93/context_loader.h"

#include <cstring>
#include <utility>

namespace lookaside::eip93 {

namespace sheet = datasheet::eip93;

ContextLoader::ContextLoader(const EngineParameters& parameters, Agenda& agenda,
                             const ClockDomain& clock, soc::DmaMaster& reads,
                             std::function<void(Packet&)> prepared)
    : parameters_(parameters),
      clock_(clock),
      reads_(reads),
      prepared_(std::move(prepared)),
      context_{parameters.cores, Random(parameters.prng_seed)},
      agenda_(agenda),
      decoded_(agenda, AlarmPriority::completion, [this] { read_records(); }),
      loaded_(agenda, AlarmPriority::completion, [this] { prepare(); }) {}

void ContextLoader::load(Packet& packet) {
    packet_ = &packet;
    decoded_.arm(clock_.edge_after(agenda_.now(), parameters_.control.command));
}

void ContextLoader::read_records() {
    const sheet::Descriptor& command = packet_->command;
    if (packet_->error != 0) {
        hand_on(packet_->error);
        return;
    }
    if ((command.ctrl_stat & sheet::ctrl_stat::host_ready) == 0 ||
        (command.length & sheet::length::host_ready) == 0) {
        hand_on(error_bits(sheet::ExtendedError::descriptor_owner));
        return;
    }
    reads_.read(command.sa, sizeof(sheet::SaRecord),
                [this](soc::TransferResult result, std::span<const std::uint8_t> data) {
                    if (result != soc::TransferResult::ok) {
                        hand_on(error_bits(sheet::ExtendedError::bus));
                        return;
                    }
                    std::memcpy(&packet_->sa, data.data(), sizeof packet_->sa);
                    read_state();
                });
}

void ContextLoader::read_state() {
    const auto load = [this] {
        loaded_.arm(clock_.edge_after(agenda_.now(), parameters_.control.context));
    };
    if (packet_->command.state == 0) {
        load();
        return;
    }
    reads_.read(packet_->command.state, sizeof(sheet::StateRecord),
                [this, load](soc::TransferResult result, std::span<const std::uint8_t> data) {
                    if (result != soc::TransferResult::ok) {
                        hand_on(error_bits(sheet::ExtendedError::bus));
                        return;
                    }
                    std::memcpy(&packet_->state, data.data(), sizeof packet_->state);
                    load();
                });
}

void ContextLoader::prepare() {
    OperationOrError made = make_operation(packet_->command, packet_->sa, packet_->state, context_);
    packet_->operation = std::move(made.operation);
    hand_on(made.error);
}

void ContextLoader::hand_on(std::uint32_t error) {
    packet_->error = error;
    packet_->prepared = true;
    prepared_(*std::exchange(packet_, nullptr));
}

}  // namespace lookaside::eip93
