// SPDX-License-Identifier: Apache-2.0
// The receiving half of a link port, and what it owes the other end.
#include "models/pcie/link_port.h"

// What is `inline` here has one caller or two, all in this file, on the way of every packet. The
// compiler keeps no copy of it for others and merges it with its callers.

namespace lookaside::pcie {

const char* name_of(Direction direction) {
    return direction == Direction::upstream ? "upstream" : "downstream";
}

LinkPort::LinkPort(const sc_core::sc_module_name& module_name, Agenda& agenda,
                   const LinkParameters& link, const LinkTiming& timing, Direction transmits,
                   FaultPlan faults)
    : sc_module(module_name),
      transmit("transmit"),
      receive("receive"),
      agenda_(agenda),
      link_(link),
      timing_(timing),
      transmits_(transmits),
      forward_latency_(link.endpoint_latency + link.root_complex_latency),
      faults_(std::move(faults)),
      wire_(timing),
      gate_(CreditWidths(link.credit_scale_bits)),
      replay_(link.replay_buffer != 0 ? link.replay_buffer : timing.default_replay_buffer()),
      acks_(timing.ack_latency_limit()),
      credit_return_(
          transmits == Direction::upstream ? link.downstream_credits : link.upstream_credits,
          CreditWidths(link.credit_scale_bits), timing.ack_latency_limit()),
      decision_(agenda, AlarmPriority::decision, [this] { pump(agenda_.now()); }),
      slots_(agenda, AlarmPriority::completion, [this] { free_slots(); }),
      delivery_(agenda, AlarmPriority::arrival, [this] { deliver(); }),
      dllp_alarm_(agenda, AlarmPriority::decision,
                  [this] {
                      catch_up(agenda_.now(), true);
                      arm_dllp_alarm();
                  }),
      replay_alarm_(agenda, AlarmPriority::completion, [this] { replay_timed_out(); }) {
    transmit.bind(static_cast<TlpForwardInterface&>(*this));
    receive.bind(static_cast<TlpBackwardInterface&>(*this));
}

void LinkPort::connect(LinkPort& peer) {
    peer_ = &peer;
    eager_ = eager_ || faults_.active() || peer.faults_.active();
}

// Both ends repeat their three InitFC1 until they have the other's three, then InitFC2 until one
// has come (Base Specification 3.4.1); being equal, they do so in step.
void LinkPort::initialise_flow_control() {
    const Picoseconds triplet = 3 * timing_.wire_time(LinkTiming::dllp_size);
    const Picoseconds flight = link_.phy_latency;
    const auto rounds = [&](Picoseconds wait) { return (wait + triplet - 1_ps) / triplet; };
    const auto first = rounds(triplet + flight);
    const auto second = rounds(timing_.wire_time(LinkTiming::dllp_size) + flight);
    for (std::int64_t round = 0; round < first + second; ++round) {
        for (std::size_t i = 0; i < tlp_class_count; ++i) {
            const auto kind = static_cast<TlpClass>(i);
            Dllp dllp;
            dllp.type = round < first ? DllpType::init_fc1 : DllpType::init_fc2;
            dllp.kind = kind;
            dllp.credits = credit_return_.allocator().advertised(kind);
            dllp.scale_bits = link_.credit_scale_bits;
            const SimTime start = wire_.earliest_start(SimTime{0});
            const SimTime end = wire_.occupy(start, timing_.wire_time(LinkTiming::dllp_size));
            ++statistics_.dllps[static_cast<std::size_t>(dllp.type)];
            statistics_.busy += end - start;
            for (LinkObserver* observer : observers_) {
                observer->dllp_transmitted(transmits_, dllp, start);
                observer->dllp_received(transmits_, dllp, end + flight);
            }
            peer_->gate_.initialise(kind, dllp.credits);
        }
    }
    wire_.hold_until(wire_.free_at() + flight);
    started_end_ = wire_.free_at();
    credit_return_.start(wire_.free_at());
}

void LinkPort::arm_delivery() {
    if (!forwarding_.empty()) {
        delivery_.arm(std::max(forwarding_.front().arrives + forward_latency_, agenda_.now()));
    } else if (!in_flight_.empty()) {
        delivery_.arm(std::max(in_flight_.front().arrives + forward_latency_, agenda_.now()));
    }
}

// A packet is on its way to this end.
void LinkPort::incoming(Flight flight) {
    const bool first = in_flight_.empty() && forwarding_.empty();
    in_flight_.push_back(std::move(flight));
    if (first) {
        arm_delivery();
    }
    if (wakes_for_dllps()) {
        arm_dllp_alarm();
    }
}

inline void LinkPort::judge_next() {
    Flight& flight = in_flight_.front();
    const Verdict verdict = acks_.receive(flight.arrives, flight.sequence, flight.intact);
    for (LinkObserver* observer : observers_) {
        observer->tlp_received(opposite(transmits_), *flight.tlp, flight.sequence, verdict,
                               flight.arrives);
    }
    if (verdict == Verdict::accepted) {
        forwarding_.push_back(std::move(flight));
    } else if (verdict == Verdict::duplicate) {
        ++statistics_.duplicates;
    } else {
        ++statistics_.bad_tlps;
    }
    flight.tlp = {};
    in_flight_.pop();
}

inline void LinkPort::send_dllp(SimTime start) {
    Dllp dllp = acks_.due() <= start ? acks_.take(start) : credit_return_.take(start);
    dllp.scale_bits = link_.credit_scale_bits;
    const SimTime end = wire_.occupy(start, timing_.wire_time(LinkTiming::dllp_size));
    ++statistics_.dllps[static_cast<std::size_t>(dllp.type)];
    statistics_.busy += end - start;
    started_end_ = end;
    for (LinkObserver* observer : observers_) {
        observer->dllp_transmitted(transmits_, dllp, start);
    }
    if (faults_.active() && dllp.type != DllpType::update_fc && faults_.loses_dllp()) {
        return;
    }
    peer_->dllps_in_.push_back({dllp, end + link_.phy_latency});
    peer_->dllp_on_the_way(end + link_.phy_latency);
}

void LinkPort::play_until(SimTime last) {
    for (;;) {
        const SimTime arrival = in_flight_.empty() ? never : in_flight_.front().arrives;
        const SimTime due = next_dllp();
        const SimTime start = due > last ? never : wire_.earliest_start(due);
        if (arrival <= last && arrival <= start) {
            judge_next();
        } else if (start <= last) {
            send_dllp(start);
        } else {
            return;
        }
    }
}

// Transmit side: a blocked transmitter looks again when the DLLP is there.
void LinkPort::look_again_at(SimTime arrives) {
    if (!decision_.is_armed() || decision_.rings_at() > arrives) {
        decision_.arm(std::max(arrives, agenda_.now()));
    }
}

void LinkPort::arm_dllp_alarm() {
    if (!wakes_for_dllps()) {
        return;
    }
    SimTime at = in_flight_.empty() ? never : in_flight_.front().arrives;
    if (const SimTime due = next_dllp(); due != never) {
        at = std::min(at, wire_.earliest_start(due));
    }
    if (at != never && (!dllp_alarm_.is_armed() || dllp_alarm_.rings_at() != at)) {
        dllp_alarm_.arm(std::max(at, agenda_.now()));
    }
}

inline void LinkPort::release(const Tlp& tlp, SimTime now) {
    catch_up(now, false);
    credit_return_.release(now, tlp.kind(), credits_needed(tlp));
}

void LinkPort::deliver() {
    const SimTime now = agenda_.now();
    catch_up(now, false);
    while (!in_flight_.empty() && in_flight_.front().arrives == now) {
        judge_next();
    }
    while (!forwarding_.empty() && forwarding_.front().arrives + forward_latency_ <= now) {
        const TlpPtr tlp = std::move(forwarding_.front().tlp);
        forwarding_.pop();
        for (LinkObserver* observer : observers_) {
            observer->tlp_delivered(opposite(transmits_), *tlp, now);
        }
        tlm::tlm_phase phase = tlm::BEGIN_REQ;
        sc_core::sc_time delay;
        if (receive->nb_transport_fw(*tlp, phase, delay) == tlm::TLM_COMPLETED) {
            release(*tlp, now);
        }
    }
    arm_delivery();
    if (wakes_for_dllps()) {
        arm_dllp_alarm();
    }
}

tlm::tlm_sync_enum LinkPort::nb_transport_bw(Tlp& tlp, tlm::tlm_phase&, sc_core::sc_time&) {
    release(tlp, agenda_.now());
    if (wakes_for_dllps()) {
        arm_dllp_alarm();
    }
    return tlm::TLM_COMPLETED;
}

LinkStatistics LinkPort::statistics() {
    const SimTime now = agenda_.now();
    catch_up(now, true);
    retire_started(now);
    LinkStatistics result = statistics_;
    result.busy -= std::max(started_end_ - now, 0_ps);
    result.queued_integral +=
        static_cast<double>(queued_) * static_cast<double>((now - queue_changed_).count());
    if (blocked_ != Block::none) {
        (blocked_ == Block::credits ? result.credit_stall_time : result.replay_stall_time) +=
            now - std::max(blocked_since_, window_start_);
    }
    return result;
}

void LinkPort::reset_statistics() {
    const SimTime now = agenda_.now();
    catch_up(now, true);
    retire_started(now);
    statistics_ = {};
    statistics_.busy = std::max(started_end_ - now, 0_ps);
    window_start_ = now;
    queue_changed_ = now;
}

bool LinkPort::idle() {
    absorb(agenda_.now());
    return queue_.empty() && replay_.empty() && in_flight_.empty() && forwarding_.empty();
}

}  // namespace lookaside::pcie
