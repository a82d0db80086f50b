// SPDX-License-Identifier: Apache-2.0
// The PCIe requester interface that all channels and the interrupt block share, round robin.
#include "models/xdma/requester.h"

#include "base/error.h"

namespace lookaside::xdma {

std::size_t Requester::add(RequesterClient& client) {
    clients_.push_back({&client, false, false});
    return clients_.size() - 1;
}

void Requester::request(std::size_t client) {
    clients_[client].wanting = true;
    serve();
}

void Requester::transmit_ready() {
    for (Entry& entry : clients_) {
        entry.refused = false;
    }
    serve();
}

void Requester::serve() {
    if (serving_) {
        again_ = true;  // asked for within a turn
        return;
    }
    serving_ = true;
    do {
        again_ = false;
        while (serve_next()) {
        }
    } while (again_);
    serving_ = false;
}

bool Requester::serve_next() {
    for (std::size_t tried = 0; tried < clients_.size(); ++tried) {
        Entry& entry = clients_[turn_];
        turn_ = (turn_ + 1) % clients_.size();
        if (!entry.wanting || entry.refused) {
            continue;
        }
        entry.wanting = false;  // so that a request() made within the turn stands
        switch (entry.client->take_turn()) {
            case Turn::sent:
                entry.wanting = true;
                return true;
            case Turn::nothing:
                break;
            case Turn::refused:
                entry.wanting = true;
                entry.refused = true;
                break;
        }
    }
    return false;
}

std::optional<pcie::ReadTag> Requester::read(ReadClient& client, std::uint64_t address,
                                             Bytes length) {
    const auto tag = endpoint_.read(address, length);
    if (tag) {
        if (*tag >= owners_.size()) {
            owners_.resize(*tag + std::size_t{1}, nullptr);
        }
        owners_[*tag] = &client;
    }
    return tag;
}

ReadClient& Requester::owner_of(pcie::ReadTag tag) {
    if (tag >= owners_.size() || owners_[tag] == nullptr) {
        throw SimulationError("XDMA: completion for a tag that is not outstanding");
    }
    return *owners_[tag];
}

void Requester::read_data(pcie::ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                          bool last) {
    ReadClient& owner = owner_of(tag);
    if (last) {
        owners_[tag] = nullptr;
    }
    owner.read_data(tag, offset, data, last);
}

void Requester::read_failed(pcie::ReadTag tag, pcie::CompletionStatus status) {
    ReadClient& owner = owner_of(tag);
    owners_[tag] = nullptr;
    owner.read_failed(tag, status);
}

}  // namespace lookaside::xdma
