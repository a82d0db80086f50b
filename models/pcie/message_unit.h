// SPDX-License-Identifier: Apache-2.0
// Sends interrupt messages: the MSI-X table with its pending bits, or MSI.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/base/ring.h"
#include "models/pcie/requester.h"

namespace lookaside::pcie {

/// With MSI-X enabled, a masked vector is remembered in the pending bits and sent once when it is
/// unmasked (PCIe Base Specification, "MSI and MSI-X Operation"). With MSI enabled, the vector
/// number goes to the endpoint. With neither, interrupts show in the registers only: legacy INTx
/// is not modelled.
class MessageUnit : private RequesterClient {
  public:
    static constexpr std::uint32_t entry_bytes = 16;

    /// `vectors` is 1 to 32. A message enters the transmit queue `latency` cycles after its request
    /// rose.
    MessageUnit(Agenda& agenda, const ClockDomain& clock, Requester& requester, unsigned vectors,
                Cycles latency);

    /// The requests of these vectors rose (bit n: vector n); each sends one message.
    void raise(std::uint32_t vectors);
    /// The host wrote MSI-X Enable, Function Mask or MSI Enable.
    void interrupt_control_changed();

    /// The MSI-X table's 32-bit words; `offset` counts from its base, is a multiple of 4 and may
    /// lie behind its end.
    std::uint32_t read_table(std::uint32_t offset) const;
    void write_table(std::uint32_t offset, std::uint32_t value);
    /// First word of the pending bit array.
    std::uint32_t pending() const { return pending_; }

    std::uint64_t sent() const { return sent_; }
    /// Requests that found neither MSI nor MSI-X enabled.
    std::uint64_t unsent() const { return unsent_; }
    void reset_counts() { sent_ = unsent_ = 0; }
    void describe_waits(std::vector<std::string>& lines) const;

  private:
    struct Entry {
        // Address low, address high, data, vector control.
        std::array<std::uint32_t, 4> words{0, 0, 0, 1};
        bool masked() const { return (words[3] & 1U) != 0; }
        std::uint64_t address() const { return std::uint64_t{words[1]} << 32 | words[0]; }
    };
    struct Raised {
        SimTime at;
        std::uint32_t vectors;
    };

    Turn take_turn() override;
    void deliver();
    void enqueue(unsigned vector);
    bool masked(unsigned vector) const;
    void send_unmasked();

    Agenda& agenda_;
    const ClockDomain& clock_;
    Requester& requester_;
    const Cycles latency_;
    std::size_t requester_id_;
    Alarm due_;
    std::vector<Entry> table_;
    std::uint32_t pending_ = 0;
    Ring<Raised> raised_;
    Ring<unsigned> queue_;  // vectors whose message is to be sent
    std::uint64_t sent_ = 0;
    std::uint64_t unsent_ = 0;
};

}  // namespace lookaside::pcie
