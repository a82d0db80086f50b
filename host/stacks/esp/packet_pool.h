// SPDX-License-Identifier: Apache-2.0
// Packets on their way through the cipher: request, buffer and what the stack remembers of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "host/crypto/aead.h"
#include "host/os/kernel.h"
#include "host/stacks/esp/esp_tunnel.h"

namespace lookaside::esp {

/// A socket buffer and the crypto request that esp_output() allocates beside it. Stays where it is.
struct Packet {
    std::span<std::uint8_t> buffer;  // DMA-able, of the pool's size
    std::size_t bytes = 0;           // of the buffer, the packet as on the wire
    std::uint64_t cookie = 0;        // the caller's
    std::uint64_t sequence = 0;
    CipherInputs inputs;
    crypto_api::AeadRequest request;

    std::optional<Picoseconds> slat;  // submitted to accepted, once the submission has returned
    /// The sender until its submission has returned and the provider until its callback has: the
    /// callback may be the first. Who leaves last releases the packet.
    std::atomic<unsigned> holders{0};

    std::span<std::uint8_t> wire() const { return buffer.first(bytes); }
    /// Points the request at payload and ICV, which `where` locates in the buffer.
    void aim_request(const PacketLayout& where);
};

/// Recycles packets, as the kernel's slab does; grows when all are in use. Not locked: the owner
/// calls it under the SA's lock.
class PacketPool {
  public:
    /// Where a packet's request reports to.
    using Completion = std::function<void(Packet&, crypto_api::Status)>;

    PacketPool(os::DmaMapper& memory, Completion completion)
        : memory_(memory), completion_(std::move(completion)) {}

    /// Sets what every packet has in common. Before the first acquire().
    void configure(Bytes buffer_bytes, crypto_api::KeyHandle key, crypto_api::Direction direction,
                   bool may_backlog);
    /// A packet with a clear timeline and two holders.
    Packet& acquire();
    void release(Packet& packet) { free_.push_back(&packet); }

  private:
    os::DmaMapper& memory_;
    Completion completion_;
    Bytes buffer_bytes_ = 0;
    crypto_api::AeadRequest pattern_;
    std::vector<std::unique_ptr<Packet>> packets_;
    std::vector<Packet*> free_;  // last released first: its lines are warm
};

}  // namespace lookaside::esp
