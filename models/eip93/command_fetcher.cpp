// SPDX-License-Identifier: Apache-2.0
#include "models/eip93/command_fetcher.h"

#include <cstring>

namespace lookaside::eip93 {

CommandFetcher::CommandFetcher(const EngineParameters& parameters, Agenda& agenda, Rings& rings,
                               soc::DmaMaster& reads, std::function<void()> fetched)
    : parameters_(parameters),
      agenda_(agenda),
      rings_(rings),
      reads_(reads),
      fetched_(std::move(fetched)) {}

void CommandFetcher::fetch() {
    while (rings_.commands() > 0 && reading_ + commands_.size() < parameters_.command_prefetch) {
        const std::uint32_t slot = rings_.take_command();
        ++reading_;
        reads_.read(rings_.command_address(slot), sizeof(datasheet::eip93::Descriptor),
                    [this, slot](soc::TransferResult result, std::span<const std::uint8_t> data) {
                        arrived(slot, result, data);
                    });
    }
}

void CommandFetcher::arrived(std::uint32_t slot, soc::TransferResult result,
                             std::span<const std::uint8_t> data) {
    --reading_;
    Command command;
    command.slot = slot;
    command.fetched_at = agenda_.now();
    command.bus_error = result != soc::TransferResult::ok;
    if (!command.bus_error) {
        std::memcpy(&command.descriptor, data.data(), sizeof command.descriptor);
    }
    commands_.push_back(command);
    fetched_();
}

CommandFetcher::Command CommandFetcher::take() {
    Command command = commands_.pop_front();
    fetch();
    return command;
}

}  // namespace lookaside::eip93
