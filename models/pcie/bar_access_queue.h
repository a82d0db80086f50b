// SPDX-License-Identifier: Apache-2.0
// Serves the host's accesses to one BAR, in order.
#pragma once

#include <vector>

#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/base/ring.h"
#include "models/pcie/function.h"

namespace lookaside::pcie {

/// What stands behind a BAR. Accesses are at most 4 bytes and stay within an aligned word.
class BarTarget {
  public:
    virtual ~BarTarget() = default;
    virtual void write(Bytes offset, std::span<const std::uint8_t> data) = 0;
    /// Adds the target's own wait states to `delay`.
    virtual CompletionStatus read(Bytes offset, std::span<std::uint8_t> data,
                                  Picoseconds& delay) = 0;
};

/// A read takes effect, and is answered, `read_cycles` after it arrived or after the access before
/// it; a write `write_cycles` after. A write without latency that finds the queue empty takes
/// effect at once.
class BarAccessQueue {
  public:
    BarAccessQueue(Agenda& agenda, const ClockDomain& clock, Endpoint& endpoint, BarTarget& target,
                   Cycles read_cycles, Cycles write_cycles);

    void write(Bytes offset, std::span<const std::uint8_t> data);
    void read(const BarRead& request);

    bool empty() const { return queue_.empty(); }

  private:
    struct Access {
        bool is_read = false;
        BarRead request{};
        Bytes offset = 0;
        std::vector<std::uint8_t> data;
    };

    void begin_front();
    void front_due();
    void perform_read(Access& access);
    void finish_front();

    Agenda& agenda_;
    const ClockDomain& clock_;
    Endpoint& endpoint_;
    BarTarget& target_;
    Cycles read_cycles_;
    Cycles write_cycles_;
    Ring<Access> queue_;
    bool answering_ = false;  // the front read was performed and waits for its wait states
    CompletionStatus answer_ = CompletionStatus::successful;
    Alarm due_;
};

}  // namespace lookaside::pcie
