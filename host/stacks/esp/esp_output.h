// SPDX-License-Identifier: Apache-2.0
// The sending side of an ESP tunnel, after Linux's xfrm_output() and esp_output().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "host/crypto/aead.h"
#include "host/os/kernel.h"
#include "host/stacks/esp/esp_tunnel.h"
#include "host/stacks/esp/packet_pool.h"

namespace lookaside::esp {

/// What happens to a packet when the provider's queue is full.
enum class FullQueue : std::uint8_t {
    drop,  // lost and counted, as esp_output() does (NET_XMIT_DROP); any context may send
    wait,  // the sender sleeps until there is room; only process context may send
};

/// A packet that has come out of the cipher; valid during the call only.
struct EspSent {
    std::uint64_t cookie = 0;              // as given to output()
    std::uint64_t sequence = 0;            // all 64 bits of it
    std::span<const std::uint8_t> packet;  // outer header to ICV; unfinished unless status is ok
    Bytes payload = 0;                     // what the cipher worked on
    crypto_api::Status status = crypto_api::Status::ok;
    const Timeline& timeline;
    Picoseconds slat{0};  // submitted to accepted
};

/// What became of the packets given to output().
struct EspOutputCounters {
    std::uint64_t sent = 0;        // finished well and handed to the sink
    std::uint64_t failed = 0;      // the provider reported an error; also handed to the sink
    std::uint64_t full_queue = 0;  // dropped: refused by the provider
    std::uint64_t unsendable = 0;  // dropped: not IP, too large, or refused as invalid
    std::uint64_t exhausted = 0;   // dropped: no sequence number left
    std::uint64_t expired = 0;     // dropped: the SA's hard lifetime is over (XfrmOutStateExpired)
    std::uint64_t reordered = 0;   // of the sent: left the cipher after a later packet
    std::uint64_t soft_expiries = 0;  // 1 once the soft lifetime is over: a new SA is due
};

/// Encapsulates inner packets, has them encrypted and hands them on. Of Linux's path it takes the
/// costs of one packet's stack work, the SA's lock, the request's allocation and, after an
/// asynchronous completion, its release. Packets are encrypted in place: like a forwarded skb they
/// have the head- and tailroom.
class EspOutput {
  public:
    /// Runs in the sender's context (synchronous provider) or in that of the provider's callback.
    using Sink = std::function<void(const EspSent&)>;

    /// Throws InputError for an SA that cannot be used, or one with a reserved SPI (0..255).
    /// `stack_work`: what a packet costs beside what the class names.
    EspOutput(os::Kernel& kernel, crypto_api::AeadProvider& provider, SecurityAssociation sa,
              FullQueue full_queue, Sink sink, os::Cost stack_work = os::Cost::packet);

    /// Registers the key (esp_init_state). Process context, before the first output().
    void init_state();

    /// Largest inner packet, limited by the provider and by IP's 64 KiB.
    Bytes largest_inner() const;

    /// Sends one packet. False if it was dropped; the sink is then not called. `inner` is copied
    /// before the call returns.
    bool output(std::span<const std::uint8_t> inner, std::uint64_t cookie);

    const EspOutputCounters& counters() const { return counters_; }
    const SecurityAssociation& sa() const { return tunnel_.sa(); }

  private:
    Packet* take_packet(Bytes inner);
    void lay_out(Packet& packet, std::span<const std::uint8_t> inner);
    crypto_api::Submit submit(Packet& packet);
    void wait_for_room(std::uint64_t completions);
    bool settle(Packet& packet, crypto_api::Submit answer);
    bool drop(Packet& packet, std::uint64_t& counter);
    void on_complete(Packet& packet, crypto_api::Status status);
    void finish(Packet& packet, crypto_api::Status status);
    void leave(Packet& packet);
    void release(Packet& packet);

    os::Kernel& kernel_;
    crypto_api::AeadProvider& provider_;
    EspTunnel tunnel_;
    FullQueue full_queue_;
    Sink sink_;
    const os::Cost stack_work_;
    SaLifetime lifetime_;
    std::uint64_t highest_sent_ = 0;
    PacketPool pool_;
    std::unique_ptr<os::SpinLock> state_lock_;
    std::unique_ptr<os::WaitQueue> room_;
    std::int64_t backlogged_ = 0;    // backlogged and not yet moved to the provider's queue
    std::uint64_t completions_ = 0;  // so far; a sender that was refused waits for the next
    EspOutputCounters counters_;
};

}  // namespace lookaside::esp
