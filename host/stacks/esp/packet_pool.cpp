// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/esp/packet_pool.h"

namespace lookaside::esp {

void Packet::aim_request(const PacketLayout& where) {
    request.iv = inputs.iv_span();
    request.aad = inputs.aad_span();
    request.payload = buffer.subspan(where.payload_offset(), where.payload_bytes());
    request.tag = buffer.subspan(where.icv_offset(), where.icv_bytes());
}

void PacketPool::configure(Bytes buffer_bytes, crypto_api::KeyHandle key,
                           crypto_api::Direction direction, bool may_backlog) {
    buffer_bytes_ = buffer_bytes;
    pattern_.key = key;
    pattern_.direction = direction;
    pattern_.may_backlog = may_backlog;
}

Packet& PacketPool::acquire() {
    if (free_.empty()) {
        auto made = std::make_unique<Packet>();
        made->buffer = memory_.alloc_buffer(buffer_bytes_);
        made->request = pattern_;
        made->request.complete = [this, packet = made.get()](crypto_api::Status status) {
            completion_(*packet, status);
        };
        free_.push_back(made.get());
        packets_.push_back(std::move(made));
    }
    Packet& packet = *free_.back();
    free_.pop_back();
    packet.request.timeline.clear();
    packet.slat.reset();
    packet.holders = 2;
    return packet;
}

}  // namespace lookaside::esp
