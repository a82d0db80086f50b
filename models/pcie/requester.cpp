// SPDX-License-Identifier: Apache-2.0
// The requester interface that all clients of a function share, round robin.
#include "models/pcie/requester.h"

#include <bit>

#include "base/error.h"

namespace lookaside::pcie {

std::size_t Requester::add(RequesterClient& client) {
    clients_.push_back(&client);
    return clients_.size() - 1;
}

void Requester::request(std::size_t client) {
    wanting_ |= 1U << client;
    serve();
}

void Requester::transmit_ready() {
    refused_ = 0;
    serve();
}

void Requester::serve() {
    if (serving_) {
        return;  // asked for within a turn; the loop below sees it
    }
    serving_ = true;
    while ((wanting_ & ~refused_) != 0) {
        give_turn();
    }
    serving_ = false;
}

void Requester::give_turn() {
    const std::uint32_t eligible = wanting_ & ~refused_;
    const std::uint32_t from_turn = eligible & ~0U << turn_;
    const auto chosen =
        static_cast<unsigned>(std::countr_zero(from_turn != 0 ? from_turn : eligible));
    const std::uint32_t bit = 1U << chosen;
    turn_ = (chosen + 1) % 32;
    wanting_ &= ~bit;  // so that a request() made within the turn stands
    switch (clients_[chosen]->take_turn()) {
        case Turn::sent:
            wanting_ |= bit;
            break;
        case Turn::nothing:
            break;
        case Turn::refused:
            wanting_ |= bit;
            refused_ |= bit;
            break;
    }
}

std::optional<ReadTag> Requester::read(ReadClient& client, std::uint64_t address, Bytes length) {
    const auto tag = endpoint_.read(address, length);
    if (tag) {
        if (*tag >= owners_.size()) {
            owners_.resize(*tag + std::size_t{1}, nullptr);
        }
        owners_[*tag] = &client;
    }
    return tag;
}

ReadClient& Requester::owner_of(ReadTag tag) {
    if (tag >= owners_.size() || owners_[tag] == nullptr) {
        throw SimulationError("PCIe: completion for a tag that is not outstanding");
    }
    return *owners_[tag];
}

void Requester::read_data(ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                          bool last) {
    ReadClient& owner = owner_of(tag);
    if (last) {
        owners_[tag] = nullptr;
    }
    owner.read_data(tag, offset, data, last);
}

void Requester::read_failed(ReadTag tag, CompletionStatus status) {
    ReadClient& owner = owner_of(tag);
    owners_[tag] = nullptr;
    owner.read_failed(tag, status);
}

}  // namespace lookaside::pcie
