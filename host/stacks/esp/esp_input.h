// SPDX-License-Identifier: Apache-2.0
// The receiving side of an ESP tunnel, after Linux's xfrm_input() and esp_input().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "host/crypto/aead.h"
#include "host/os/kernel.h"
#include "host/stacks/esp/esp_tunnel.h"
#include "host/stacks/esp/packet_pool.h"
#include "host/stacks/esp/replay_window.h"

namespace lookaside::esp {

/// What became of the packets given to input().
struct EspInputCounters {
    std::uint64_t delivered = 0;
    std::uint64_t malformed = 0;      // not a whole ESP packet of a possible length
    std::uint64_t unknown_spi = 0;    // of another SA
    std::uint64_t replayed = 0;       // seen before, or behind the window
    std::uint64_t full_queue = 0;     // refused by the provider
    std::uint64_t not_authentic = 0;  // wrong ICV
    std::uint64_t failed = 0;         // the provider reported another error
    std::uint64_t bad_trailer = 0;    // wrong padding or next header
    std::uint64_t expired = 0;        // the SA's hard lifetime is over (XfrmInStateExpired)
    std::uint64_t reordered = 0;      // of the delivered: after a later packet
    std::uint64_t soft_expiries = 0;  // 1 once the soft lifetime is over: a new SA is due
};

/// Checks, decrypts and decapsulates. The replay window is looked at before the cipher and again
/// after it, because a copy of the packet may have been in the cipher at the same time; only then
/// does the packet enter the window.
class EspInput {
  public:
    /// Receives inner packets, with the cookie given to input(); the bytes are valid during the
    /// call only. Runs in the caller's context or in that of the provider's callback.
    using Sink = std::function<void(std::span<const std::uint8_t> inner, std::uint64_t cookie)>;

    /// Throws InputError for an SA that cannot be used. `stack_work`: what a packet costs beside
    /// what the class names.
    EspInput(os::Kernel& kernel, crypto_api::AeadProvider& provider, SecurityAssociation sa,
             Sink sink, os::Cost stack_work = os::Cost::packet);

    /// Registers the key. Process context, before the first input().
    void init_state();

    /// Takes one packet from the wire, outer IP header first. Any context.
    void input(std::span<const std::uint8_t> wire, std::uint64_t cookie);

    const EspInputCounters& counters() const { return counters_; }

  private:
    void submit(Packet& packet);
    void on_complete(Packet& packet, crypto_api::Status status);
    void finish(Packet& packet, crypto_api::Status status);
    bool enter_window(const Packet& packet);
    void leave(Packet& packet);
    void release(Packet& packet);

    os::Kernel& kernel_;
    crypto_api::AeadProvider& provider_;
    EspTunnel tunnel_;
    Sink sink_;
    const os::Cost stack_work_;
    SaLifetime lifetime_;
    PacketPool pool_;
    std::unique_ptr<os::SpinLock> state_lock_;
    ReplayWindow window_;
    EspInputCounters counters_;
};

}  // namespace lookaside::esp
