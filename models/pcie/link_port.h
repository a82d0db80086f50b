// SPDX-License-Identifier: Apache-2.0
// One end of a link: transmit queue, flow control, data link layer, and its wire to the other end.
//
// Nothing ticks, and a DLLP is no event. What an end owes (Ack, Nak, UpdateFC) and what it has
// received is brought up to date by catch_up() whenever somebody is about to look: the owing end
// before it puts a TLP on its wire, the other end before it finds itself without credits or replay
// space. Only an end that is blocked, and a link with injected errors, is woken for DLLPs. A TLP
// costs one event where it arrives, and one where it leaves if it could not be decided before.
#pragma once

#include <string>
#include <vector>

#include "models/base/agenda.h"
#include "models/pcie/credit_return.h"
#include "models/pcie/faults.h"
#include "models/pcie/link_observer.h"
#include "models/pcie/link_statistics.h"
#include "models/pcie/protocol.h"
#include "models/pcie/replay_buffer.h"
#include "models/pcie/transmit_queue.h"
#include "models/pcie/wire.h"

namespace lookaside::pcie {

class LinkPort : public sc_core::sc_module,
                 private TlpForwardInterface,
                 private TlpBackwardInterface {
  public:
    /// `timing` outlives the port. `transmits` is the direction that this end sends in.
    LinkPort(const sc_core::sc_module_name& name, Agenda& agenda, const LinkParameters& link,
             const LinkTiming& timing, Direction transmits, FaultPlan faults);

    TlpTargetSocket transmit;    // from the transaction layer
    TlpInitiatorSocket receive;  // to the transaction layer

    /// Joins the two ends; once, before the simulation starts.
    void connect(LinkPort& peer);
    /// Plays the flow control initialisation (InitFC1, InitFC2) from time 0; TLPs wait for its end.
    void initialise_flow_control();
    /// Adds a witness. Outlives the port.
    void observe(LinkObserver& observer) { observers_.push_back(&observer); }

    Direction direction() const { return transmits_; }
    /// Counted since the last reset, brought up to date for now.
    LinkStatistics statistics();
    void reset_statistics();
    /// Names what the waiting TLPs wait for.
    void describe_waits(std::vector<std::string>& waits) const;
    /// No TLP waits, flies or is unacknowledged.
    bool idle();

  private:
    struct Flight {
        TlpPtr tlp;
        Sequence sequence = 0;
        bool intact = true;
        SimTime arrives{0};  // last symbol in the receiving link layer
    };
    struct Committed {
        SimTime start{0};
        SimTime end{0};
        SimTime queued{0};
        Bytes payload = 0;
        Bytes wire_bytes = 0;
        TlpClass kind = TlpClass::posted;
    };
    struct IncomingDllp {
        Dllp dllp;
        SimTime arrives{0};
    };
    enum class Block : std::uint8_t { none, credits, replay_buffer };

    // Transmit side (link_transmit.cpp).
    tlm::tlm_sync_enum nb_transport_fw(Tlp& tlp, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void pump(SimTime now);
    bool may_commit_ahead(SimTime start, SimTime now) const;
    TransmitQueue::Choice choose() const;
    bool follows_held(const Tlp& tlp) const;
    Block reason(const Tlp& tlp) const;
    void commit(TlpClass kind, SimTime start);
    void replay(SimTime start);
    void launch(const TlpPtr& tlp, Sequence sequence, Bytes wire_bytes, SimTime end);
    void block(SimTime now);
    void unblock(SimTime now);
    void decide_at(SimTime t);
    void retire_started(SimTime now) {
        while (!committed_.empty() && committed_.front().start <= now) {
            retire_front();
        }
    }
    void retire_front();
    void integrate_queue(SimTime t);
    void free_slots();
    void absorb(SimTime now);
    void apply(const Dllp& dllp, SimTime now);
    void replay_timed_out();
    void count_replay(SimTime now);
    Bytes wire_size(const Tlp& tlp) const {
        return tlp.header_size() + tlp.payload_size() + LinkTiming::tlp_overhead;
    }

    // Receive side (link_receive.cpp).
    tlm::tlm_sync_enum nb_transport_bw(Tlp& tlp, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void incoming(Flight flight);
    /// Plays everything that has happened at this end's link layer before `t` (`inclusive`: and at
    /// t) in order: packets that arrived, DLLPs that went out while the wire was free.
    void catch_up(SimTime t, bool inclusive) {
        const SimTime last = inclusive ? t : t - 1_ps;
        if (next_dllp() <= last || (!in_flight_.empty() && in_flight_.front().arrives <= last)) {
            play_until(last);
        }
    }
    void play_until(SimTime last);
    void judge_next();
    void send_dllp(SimTime start);
    void deliver();
    void release(const Tlp& tlp, SimTime now);
    void arm_delivery();
    void dllp_on_the_way(SimTime arrives) {
        if (eager_ || blocked_ != Block::none) {
            look_again_at(arrives);
        }
    }
    void look_again_at(SimTime arrives);
    void arm_dllp_alarm();
    SimTime next_dllp() const { return std::min(acks_.due(), credit_return_.due()); }
    bool wakes_for_dllps() const { return eager_ || peer_->blocked_ != Block::none; }

    Agenda& agenda_;
    const LinkParameters link_;
    const LinkTiming& timing_;
    const Direction transmits_;
    const Picoseconds forward_latency_;
    FaultInjector faults_;
    bool eager_ = false;
    LinkPort* peer_ = nullptr;
    std::vector<LinkObserver*> observers_;

    Wire wire_;
    TransmitQueue queue_;
    std::array<TlpPtr, tlp_class_count> held_;  // offered while the queue was full
    CreditGate gate_;
    ReplayBuffer replay_;
    Ring<Committed> committed_;  // decided, not yet started
    std::array<std::size_t, tlp_class_count> committed_count_{};
    Block blocked_ = Block::none;
    SimTime blocked_since_{0};
    Ring<IncomingDllp> dllps_in_;
    unsigned replay_num_ = 0;
    SimTime started_end_{0};  // end of the last packet that has started

    AckScheduler acks_;
    CreditReturn credit_return_;
    Ring<Flight> in_flight_;   // towards this end
    Ring<Flight> forwarding_;  // accepted, on the way to the transaction layer

    LinkStatistics statistics_;
    SimTime window_start_{0};
    std::uint64_t queued_ = 0;  // TLPs offered whose transmission has not started
    SimTime queue_changed_{0};

    Alarm decision_;
    Alarm slots_;
    Alarm delivery_;
    Alarm dllp_alarm_;
    Alarm replay_alarm_;
};

}  // namespace lookaside::pcie
