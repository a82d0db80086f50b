// SPDX-License-Identifier: Apache-2.0
// Watches a link and ends the run when a rule of the PCI Express specification is broken.
#pragma once

#include "models/pcie/checker/ack_rule.h"
#include "models/pcie/checker/completion_rule.h"
#include "models/pcie/checker/credit_rule.h"
#include "models/pcie/checker/delivery_rule.h"
#include "models/pcie/checker/header_rule.h"
#include "models/pcie/checker/ordering_rule.h"
#include "models/pcie/checker/sequence_rule.h"
#include "models/pcie/checker/size_rule.h"
#include "models/pcie/checker/tag_rule.h"

namespace lookaside::pcie {

/// How much is checked. `core` costs little enough for every run: sequence numbers, credits,
/// sizes, tags, completions. `full` adds ordering, delivery, header format and acknowledge
/// latency; it is on in tests.
enum class CheckerDepth : std::uint8_t { core, full };

/// What the host programmed, as far as the rules depend on it.
struct CheckerLimits {
    Bytes max_payload_size = 128;
    Bytes max_read_request_size = 512;
    Bytes read_completion_boundary = 64;  // of the root complex
};

/// Give it to Link::observe(). A broken rule throws SimulationError.
class ProtocolChecker final : public LinkObserver {
  public:
    ProtocolChecker(const LinkParameters& link, const CheckerLimits& limits, CheckerDepth depth)
        : full_(depth == CheckerDepth::full),
          credits_(CreditWidths(link.credit_scale_bits)),
          sizes_(limits.max_payload_size, limits.max_read_request_size),
          completions_(limits.read_completion_boundary),
          acks_(link) {}

    /// When nothing is under way any more: was everything answered and delivered?
    void check_at_end() const {
        completions_.at_end();
        if (full_) {
            deliveries_.at_end();
        }
    }

    void tlp_queued(Direction direction, const Tlp& tlp, SimTime) override {
        tags_.tlp_queued(direction, tlp);
        if (full_) {
            ordering_.tlp_queued(direction, tlp);
        }
    }
    void tlp_transmitted(Direction direction, const Tlp& tlp, Sequence sequence, bool replay,
                         SimTime) override {
        sequences_.tlp_transmitted(direction, tlp, sequence, replay);
        credits_.tlp_transmitted(direction, tlp, replay);
        sizes_.tlp_transmitted(direction, tlp);
        completions_.tlp_transmitted(direction, tlp, replay);
        if (full_) {
            ordering_.tlp_transmitted(direction, tlp, replay);
            deliveries_.tlp_transmitted(direction, tlp, replay);
            headers_.tlp_transmitted(direction, tlp);
        }
    }
    void tlp_received(Direction direction, const Tlp& tlp, Sequence sequence, Verdict verdict,
                      SimTime at) override {
        sequences_.tlp_received(direction, tlp, sequence, verdict);
        if (full_) {
            acks_.tlp_received(direction, verdict, at);
        }
    }
    void tlp_delivered(Direction direction, const Tlp& tlp, SimTime) override {
        credits_.tlp_delivered(direction, tlp);
        tags_.tlp_delivered(direction, tlp);
        if (full_) {
            deliveries_.tlp_delivered(direction, tlp);
        }
    }
    void dllp_transmitted(Direction direction, const Dllp& dllp, SimTime at) override {
        sequences_.dllp_transmitted(direction, dllp);
        credits_.dllp_transmitted(direction, dllp);
        if (full_) {
            acks_.dllp_transmitted(direction, dllp, at);
        }
    }
    void dllp_received(Direction direction, const Dllp& dllp, SimTime) override {
        if (dllp.type != DllpType::ack && dllp.type != DllpType::nak) {
            credits_.dllp_received(direction, dllp);
        }
    }

  private:
    const bool full_;
    checker::SequenceRule sequences_;
    checker::CreditRule credits_;
    checker::SizeRule sizes_;
    checker::TagRule tags_;
    checker::CompletionRule completions_;
    checker::OrderingRule ordering_;
    checker::DeliveryRule deliveries_;
    checker::HeaderRule headers_;
    checker::AckRule acks_;
};

}  // namespace lookaside::pcie
