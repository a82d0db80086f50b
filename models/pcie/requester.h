// SPDX-License-Identifier: Apache-2.0
// The requester interface that all clients of a function share, round robin.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/pcie/function.h"

namespace lookaside::pcie {

/// What a client did with its turn.
enum class Turn : std::uint8_t {
    sent,     // one TLP went into the transmit queue
    nothing,  // it has nothing to send now
    refused,  // the endpoint did not take it
};

/// Something that sends requests.
class RequesterClient {
  public:
    virtual ~RequesterClient() = default;
    /// Sends at most one TLP.
    virtual Turn take_turn() = 0;
};

/// Something that gets read completions; see FunctionLogic for the rules.
class ReadClient {
  public:
    virtual ~ReadClient() = default;
    virtual void read_data(ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                           bool last) = 0;
    virtual void read_failed(ReadTag tag, CompletionStatus status) = 0;
};

/// Gives turns to the clients that want to send, round robin, until none does or all who do were
/// refused.
class Requester {
  public:
    explicit Requester(Endpoint& endpoint) : endpoint_(endpoint) {}

    /// Adds a client, 32 at most; returns its number for request().
    std::size_t add(RequesterClient& client);
    /// The client wants to send; it is given turns until it says `nothing`.
    void request(std::size_t client);

    /// For use within a turn.
    bool write(std::uint64_t address, std::span<const std::uint8_t> data) {
        return endpoint_.write(address, data);
    }
    std::optional<ReadTag> read(ReadClient& client, std::uint64_t address, Bytes length);
    Endpoint& endpoint() { return endpoint_; }

    /// From the endpoint.
    void transmit_ready();
    void read_data(ReadTag tag, Bytes offset, std::span<const std::uint8_t> data, bool last);
    void read_failed(ReadTag tag, CompletionStatus status);

  private:
    void serve();
    void give_turn();
    ReadClient& owner_of(ReadTag tag);

    Endpoint& endpoint_;
    std::vector<RequesterClient*> clients_;
    std::uint32_t wanting_ = 0;        // bit n: client n
    std::uint32_t refused_ = 0;        // until transmit_ready()
    std::vector<ReadClient*> owners_;  // by tag
    unsigned turn_ = 0;                // who is asked first
    bool serving_ = false;
};

}  // namespace lookaside::pcie
