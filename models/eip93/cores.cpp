// SPDX-License-Identifier: Apache-2.0
#include "models/eip93/cores.h"

#include <algorithm>

namespace lookaside::eip93 {

Cores::Cores(Agenda& agenda, const ClockDomain& clock, Events events)
    : agenda_(agenda),
      clock_(clock),
      events_(std::move(events)),
      done_(agenda, AlarmPriority::completion, [this] { deliver(); }) {}

void Cores::push(Packet& packet, std::span<const std::uint8_t> bytes, bool last) {
    Piece& piece = waiting_.push();
    piece.packet = &packet;
    piece.bytes.assign(bytes.begin(), bytes.end());
    piece.last = last;
    resume();
}

void Cores::resume() {
    if (!working_ && !waiting_.empty() && events_.has_room(waiting_.front().bytes.size())) {
        working_ = true;
        start(waiting_.front());
    }
}

void Cores::start(Piece& piece) {
    Packet& packet = *piece.packet;
    if (begun_ != &packet) {
        begun_ = &packet;
        events_.started(packet);
    }
    made_.clear();
    Work work;
    if (packet.operation && packet.error == 0) {
        work = packet.operation->feed(piece.bytes, made_);
        if (piece.last) {
            work += packet.operation->finish(made_);
        }
    }
    done_.arm(end_of(packet, work, piece.last));
}

SimTime Cores::end_of(const Packet& packet, const Work& work, bool last) {
    const SimTime start = clock_.next_edge(agenda_.now());
    const SimTime ciphered = start + clock_.span(work.cipher);
    const bool follows = packet.operation && packet.operation->hash_follows_cipher();
    const SimTime hash_start = std::max(hash_free_at_, follows ? ciphered : start);
    hash_free_at_ = hash_start + clock_.span(work.hash);
    cipher_meter_.add_busy_span(start, ciphered);
    hash_meter_.add_busy_span(hash_start, hash_free_at_);
    if (last || !follows) {
        return std::max(ciphered, hash_free_at_);
    }
    return hash_start;
}

void Cores::deliver() {
    Piece& piece = waiting_.front();
    Packet& packet = *piece.packet;
    const Bytes taken = piece.bytes.size();
    packet.output.insert(packet.output.end(), made_.begin(), made_.end());
    if (piece.last) {
        packet.output_over = true;
        begun_ = nullptr;
        cipher_meter_.count_served();
        hash_meter_.count_served();
    }
    working_ = false;
    waiting_.pop();
    events_.delivered(packet, taken, made_.size());
    resume();
}

}  // namespace lookaside::eip93
