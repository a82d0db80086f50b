// SPDX-License-Identifier: Apache-2.0
// The transmitting half of a link port.
#include <fmt/format.h>

#include "base/error.h"
#include "models/pcie/crc.h"
#include "models/pcie/link_port.h"

namespace lookaside::pcie {
namespace {

constexpr std::size_t index(TlpClass kind) {
    return static_cast<std::size_t>(kind);
}

// DLLPs that a busy, never blocked transmitter lets pile up before it takes them in.
constexpr std::size_t lazy_dllps = 32;

// A 2-bit counter that rolls over (Base Specification 3.5.2.1).
constexpr unsigned replays_before_retrain = 4;

}  // namespace

// What is `inline` here has its callers in this file, on the way of every packet. The compiler
// keeps no copy of it for others and merges it with its callers.

inline void LinkPort::integrate_queue(SimTime t) {
    statistics_.queued_integral +=
        static_cast<double>(queued_) * static_cast<double>((t - queue_changed_).count());
    queue_changed_ = t;
}

void LinkPort::retire_front() {
    const Committed& packet = committed_.front();
    integrate_queue(packet.start);
    --queued_;
    ++statistics_.tlps;
    statistics_.payload_bytes += packet.payload;
    statistics_.wire_bytes += packet.wire_bytes;
    statistics_.busy += packet.end - packet.start;
    statistics_.tlp_time += packet.end - packet.start;
    statistics_.residence += packet.end - packet.queued;
    started_end_ = packet.end;
    --committed_count_[index(packet.kind)];
    committed_.pop();
}

// True if an older posted request that is not in the queue yet must go first.
inline bool LinkPort::follows_held(const Tlp& tlp) const {
    const TlpPtr& held = held_[index(TlpClass::posted)];
    return held && held->order < tlp.order && !may_pass(tlp, *held);
}

inline LinkPort::Block LinkPort::reason(const Tlp& tlp) const {
    if (!replay_.accepts(wire_size(tlp))) {
        return Block::replay_buffer;
    }
    return gate_.allows(tlp.kind(), credits_needed(tlp)) ? Block::none : Block::credits;
}

inline TransmitQueue::Choice LinkPort::choose() const {
    return queue_.choose(
        [this](const Tlp& tlp) { return reason(tlp) == Block::none && !follows_held(tlp); });
}

// The oldest TLP's start can be fixed before its time if nothing can come between: no error to
// react to, and no DLLP that could be due by then.
inline bool LinkPort::may_commit_ahead(SimTime start, SimTime now) const {
    return !eager_ && start < acks_.soonest(now) && start < credit_return_.soonest(now);
}

inline void LinkPort::unblock(SimTime now) {
    if (blocked_ != Block::none) {
        (blocked_ == Block::credits ? statistics_.credit_stall_time
                                    : statistics_.replay_stall_time) += now - blocked_since_;
        blocked_ = Block::none;
    }
}

inline void LinkPort::decide_at(SimTime t) {
    if (!decision_.is_armed() || decision_.rings_at() != t) {
        decision_.arm(t);
    }
}

void LinkPort::block(SimTime now) {
    const Tlp* oldest = nullptr;
    for (std::size_t i = 0; i < tlp_class_count; ++i) {
        const auto kind = static_cast<TlpClass>(i);
        if (queue_.size(kind) > 0 &&
            (oldest == nullptr || queue_.head(kind).order < oldest->order)) {
            oldest = &queue_.head(kind);
        }
    }
    const Block why = reason(*oldest);
    if (blocked_ == Block::none) {
        blocked_ = why;
        blocked_since_ = now;
        ++(why == Block::credits ? statistics_.credit_stalls : statistics_.replay_stalls);
    }
    if (!dllps_in_.empty()) {
        decision_.arm(dllps_in_.front().arrives);
    } else {
        decision_.disarm();
    }
    peer_->arm_dllp_alarm();
}

inline void LinkPort::launch(const TlpPtr& tlp, Sequence sequence, Bytes wire_bytes, SimTime end) {
    bool intact = true;
    if (faults_.active() && faults_.corrupts_tlp(wire_bytes)) {
        std::vector<std::uint8_t> bytes = link_bytes(*tlp, sequence);
        const std::uint32_t lcrc = crc32(bytes);
        const std::uint64_t bit = faults_.flipped_bit(8 * bytes.size());
        bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << (bit % 8)));
        intact = crc32(bytes) == lcrc;
    }
    if (eager_ && !replay_alarm_.is_armed()) {
        replay_alarm_.arm(end + timing_.replay_timeout());
    }
    peer_->incoming({tlp, sequence, intact, end + link_.phy_latency});
}

inline void LinkPort::commit(TlpClass kind, SimTime start) {
    const TlpPtr tlp = queue_.pop(kind);
    const Bytes wire_bytes = wire_size(*tlp);
    gate_.consume(kind, credits_needed(*tlp));
    const SimTime end = wire_.occupy(start, timing_.wire_time(wire_bytes));
    const Sequence sequence = replay_.store(tlp, wire_bytes);
    committed_.push_back({start, end, tlp->queued_at, tlp->payload_size(), wire_bytes, kind});
    ++committed_count_[index(kind)];
    if (held_[index(kind)] && !slots_.is_armed()) {
        slots_.arm(committed_.front().start);
    }
    for (LinkObserver* observer : observers_) {
        observer->tlp_transmitted(transmits_, *tlp, sequence, false, start);
    }
    launch(tlp, sequence, wire_bytes, end);
}

void LinkPort::replay(SimTime start) {
    const ReplayBuffer::Entry& entry = replay_.next_replay();
    const TlpPtr tlp = entry.tlp;
    const Sequence sequence = entry.sequence;
    const Bytes wire_bytes = entry.wire_bytes;
    replay_.replayed();
    const SimTime end = wire_.occupy(start, timing_.wire_time(wire_bytes));
    ++statistics_.replays;
    statistics_.wire_bytes += wire_bytes;
    statistics_.busy += end - start;
    started_end_ = end;
    for (LinkObserver* observer : observers_) {
        observer->tlp_transmitted(transmits_, *tlp, sequence, true, start);
    }
    launch(tlp, sequence, wire_bytes, end);
}

void LinkPort::pump(SimTime now) {
    retire_started(now);
    catch_up(now, true);
    if (eager_ || dllps_in_.size() > lazy_dllps) {
        absorb(now);
    }
    while (replay_.replaying() || !queue_.empty()) {
        const SimTime start = wire_.earliest_start(now);
        if (start > now && !may_commit_ahead(start, now)) {
            decide_at(start);
            return;
        }
        if (replay_.replaying()) {
            replay(start);
            continue;
        }
        TransmitQueue::Choice choice = choose();
        if (choice.tlp == nullptr || choice.passes_another) {
            if (start > now) {
                decide_at(start);  // what is blocked now may not be then
                return;
            }
            absorb(now);
            if (replay_.replaying()) {
                continue;
            }
            choice = choose();
        }
        if (choice.tlp == nullptr) {
            block(now);
            return;
        }
        unblock(now);
        commit(choice.tlp->kind(), start);
    }
    decision_.disarm();
}

tlm::tlm_sync_enum LinkPort::nb_transport_fw(Tlp& tlp, tlm::tlm_phase&, sc_core::sc_time&) {
    const SimTime now = agenda_.now();
    const TlpClass kind = tlp.kind();
    for (LinkObserver* observer : observers_) {
        observer->tlp_queued(transmits_, tlp, now);
    }
    tlp.queued_at = now;
    queue_.rank(tlp);
    retire_started(now);
    integrate_queue(now);
    ++queued_;
    statistics_.most_queued = std::max(statistics_.most_queued, queued_);
    if (kind != TlpClass::completion) {
        if (queue_.size(kind) + committed_count_[index(kind)] >= link_.transmit_queue_depth) {
            if (held_[index(kind)]) {
                throw SimulationError(fmt::format("{}: a {} TLP is offered while another is held",
                                                  name(), name_of(kind)));
            }
            held_[index(kind)] = TlpPtr(tlp);
            if (committed_count_[index(kind)] > 0) {
                slots_.arm(committed_.front().start);
            }
            return tlm::TLM_ACCEPTED;
        }
    }
    queue_.push(TlpPtr(tlp));
    pump(now);
    return tlm::TLM_COMPLETED;
}

// A packet that has started leaves its place in the queue to the one that is held.
void LinkPort::free_slots() {
    const SimTime now = agenda_.now();
    retire_started(now);
    for (std::size_t i = 0; i < tlp_class_count; ++i) {
        const auto kind = static_cast<TlpClass>(i);
        if (held_[i] && queue_.size(kind) + committed_count_[i] < link_.transmit_queue_depth) {
            const TlpPtr tlp = std::move(held_[i]);
            queue_.push(tlp);
            tlm::tlm_phase phase = tlm::END_REQ;
            sc_core::sc_time delay;
            transmit->nb_transport_bw(*tlp, phase, delay);
        }
    }
    pump(now);
    if (!slots_.is_armed() && !committed_.empty()) {
        for (const TlpPtr& held : held_) {
            if (held) {
                slots_.arm(committed_.front().start);
                break;
            }
        }
    }
}

inline void LinkPort::apply(const Dllp& dllp, SimTime now) {
    if (dllp.type == DllpType::update_fc) {
        gate_.update(dllp.kind, dllp.credits);
        return;
    }
    if (replay_.acknowledge(dllp.sequence)) {
        replay_num_ = 0;
        replay_alarm_.disarm();
        if (eager_ && !replay_.empty()) {
            replay_alarm_.arm(now + timing_.replay_timeout());
        }
    }
    if (dllp.type == DllpType::nak) {
        replay_alarm_.disarm();
        replay_.start_replay();
        count_replay(now);
    }
}

void LinkPort::absorb(SimTime now) {
    peer_->catch_up(now, false);
    while (!dllps_in_.empty() && dllps_in_.front().arrives <= now) {
        const IncomingDllp incoming = dllps_in_.pop_front();
        for (LinkObserver* observer : observers_) {
            observer->dllp_received(opposite(transmits_), incoming.dllp, incoming.arrives);
        }
        apply(incoming.dllp, now);
    }
    if (eager_ && !dllps_in_.empty()) {
        dllp_on_the_way(dllps_in_.front().arrives);
    }
}

void LinkPort::replay_timed_out() {
    const SimTime now = agenda_.now();
    absorb(now);
    if (replay_.empty() || replay_alarm_.is_armed()) {
        return;
    }
    ++statistics_.replay_timeouts;
    replay_.start_replay();
    count_replay(now);
    pump(now);
}

void LinkPort::count_replay(SimTime now) {
    if (++replay_num_ == replays_before_retrain) {
        replay_num_ = 0;
        ++statistics_.retrains;
        wire_.hold_until(now + link_.retrain_time);
        peer_->wire_.hold_until(now + link_.retrain_time);
    }
}

void LinkPort::describe_waits(std::vector<std::string>& waits) const {
    for (std::size_t i = 0; i < tlp_class_count; ++i) {
        const auto kind = static_cast<TlpClass>(i);
        if (queue_.size(kind) == 0) {
            continue;
        }
        const Tlp& head = queue_.head(kind);
        std::string what = "the wire";
        if (reason(head) == Block::replay_buffer) {
            what = fmt::format("replay buffer space ({} of {} bytes unacknowledged)",
                               replay_.used(), replay_.capacity());
        } else if (reason(head) == Block::credits) {
            what = fmt::format("{} {} credits of the {}", name_of(kind),
                               gate_.lacks_headers(kind, credits_needed(head)) ? "header" : "data",
                               transmits_ == Direction::upstream ? "root complex" : "endpoint");
        }
        waits.push_back(fmt::format("{}: {} (and {} behind it) waits for {}", name(),
                                    head.describe(), queue_.size(kind) - 1, what));
    }
}

}  // namespace lookaside::pcie
