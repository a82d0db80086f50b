// SPDX-License-Identifier: Apache-2.0
// Takes started slots through the crypto engine, one after the other.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/slot_timelines.h"
#include "datasheets/ipsec_card.h"
#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/base/ring.h"
#include "models/base/usage_meter.h"
#include "models/crypto/engine.h"
#include "models/fpga/key_slots.h"
#include "models/fpga/parameters.h"
#include "models/fpga/slot_ram.h"

namespace lookaside::fpga {

/// A slot goes: queued -> header read -> engine (key expansion included, if the key changed) ->
/// result written -> done. The engine streams from the inbound and into the outbound RAM, so
/// nothing but the header and the end adds to its cycles. The next header is read when the slot
/// before is done.
class Sequencer {
  public:
    using Fail = datasheet::ipsec_card::Fail;
    /// Told when a slot is done, with Fail::none if the outbound slot holds the result.
    using Done = std::function<void(unsigned slot, Fail fail)>;
    struct Counts {
        std::uint64_t packets = 0;  // with a result
        Bytes bytes = 0;            // their data
        Cycles engine_cycles = 0;
        std::uint64_t bad_headers = 0;
        std::uint64_t missing_keys = 0;
        std::uint64_t bad_tags = 0;
    };

    Sequencer(Agenda& agenda, const Parameters& parameters, crypto::Engine& engine,
              SlotRam& inbound, SlotRam& outbound, const KeySlots& keys, SlotTimelines& timelines,
              Done done);

    /// Queues a slot at `at`, now or later. It must not be in the sequencer.
    void start(unsigned slot, SimTime at);

    const Counts& counts() const { return counts_; }
    const UsageMeter& meter() const { return meter_; }
    void reset_statistics(SimTime now);
    void describe_waits(std::vector<std::string>& lines) const;

  private:
    struct Queued {
        unsigned slot;
        SimTime since;
    };
    using Header = datasheet::ipsec_card::RequestHeader;

    void begin_front(SimTime at);
    void header_read();
    Fail run_engine(const Header& header, SimTime& end);
    void finish_front();

    Agenda& agenda_;
    const Parameters& parameters_;
    ClockDomain axi_clock_;
    ClockDomain engine_clock_;
    Cycles crossing_;  // 0 if there is one clock
    crypto::Engine& engine_;
    SlotRam& inbound_;
    SlotRam& outbound_;
    const KeySlots& keys_;
    SlotTimelines& timelines_;
    Done done_;

    Ring<Queued> queue_;
    crypto::JobResult result_;
    Fail outcome_ = Fail::none;
    Alarm header_read_;
    Alarm finished_;
    UsageMeter meter_;
    Counts counts_;
};

}  // namespace lookaside::fpga
