// SPDX-License-Identifier: Apache-2.0
// What a link is made of: generation, width, latencies, credits; and the spec's numbers for them.
#pragma once

#include <array>
#include <cstdint>

#include "base/units.h"
#include "models/pcie/tlp.h"

namespace lookaside::pcie {

/// Number the Base Specification gives a data rate: 1 (2.5 GT/s) to 5 (32 GT/s).
enum class Generation : std::uint8_t { gen1 = 1, gen2, gen3, gen4, gen5 };

/// Receive buffers of one class: header slots and 16-byte data units; 0 is "infinite".
struct ClassCredits {
    std::uint32_t headers = 0;
    std::uint32_t data = 0;
};
/// What a port advertises, by TlpClass.
using PortCredits = std::array<ClassCredits, tlp_class_count>;

/// A side's receive buffers as common root complexes and endpoints have them: room for two credit
/// loops of 300 ns at Gen3 x8, and completions infinite (they have space reserved at the request).
inline constexpr PortCredits default_credits{{{96, 1024}, {64, 64}, {0, 0}}};

/// One link. Defaults are a PC's: see the members.
struct LinkParameters {
    Generation generation = Generation::gen2;
    unsigned width = 4;  // lanes: 1, 2, 4, 8, 12, 16
    /// Largest payload either side may send; decides the Ack latency limit. 128..4096.
    Bytes max_payload_size = 128;
    /// Serialiser, wire and deserialiser, one way: from the last symbol out of one link layer to
    /// that symbol in the other. With the endpoint's 100 ns these are the 125 ns (100-150) that
    /// MAC/PHY and transaction layer of an endpoint take each way, in the decomposition of the
    /// 500-600 ns that pcie-bench measured for 64-byte reads (Neugebauer et al., SIGCOMM 2018).
    Picoseconds phy_latency = 25_ns;
    /// Transaction layer of the endpoint and of the root complex, each way; charged where a TLP
    /// arrives. The root complex's 50 ns twice and 100 ns of memory are its 200 ns (150-250).
    Picoseconds endpoint_latency = 100_ns;
    Picoseconds root_complex_latency = 50_ns;
    /// Bytes of unacknowledged TLPs a side can hold, headers, sequence number and LCRC included.
    /// 0: sized for twice the acknowledge round trip.
    Bytes replay_buffer = 0;
    /// Scaled Flow Control (Base Specification 4.0, 3.4.2): counters are wider by this many bits
    /// and credits are advertised in units of 1, 4 or 16. 0, 2 or 4.
    unsigned credit_scale_bits = 0;
    PortCredits upstream_credits = default_credits;    // of the root complex
    PortCredits downstream_credits = default_credits;  // of the endpoint
    /// TLPs a transmit queue holds per class; completions are bounded by the requests they answer.
    std::size_t transmit_queue_depth = 16;
    /// Time a retrain (Recovery) takes after the fourth fruitless replay.
    Picoseconds retrain_time = 10_us;
};

/// Throws InputError if a value is outside the range given above.
void check(const LinkParameters& link);

/// Numbers that follow from generation, width and MPS.
class LinkTiming {
  public:
    explicit LinkTiming(const LinkParameters& link);

    /// One symbol (byte) on one lane, line code included, in 1/1024 ps so that 1.015625 ns fits.
    std::uint64_t symbol_time_1024ths() const { return symbol_1024ths_; }
    /// `symbols` symbol times.
    Picoseconds symbols(std::uint64_t count) const;
    /// `bytes` striped over all lanes.
    Picoseconds wire_time(Bytes bytes) const {
        return bytes / 4 < by_words_.size() ? by_words_[bytes / 4] : striped(bytes);
    }
    /// Framing, sequence number and LCRC of a TLP: STP 1 + 2 + LCRC 4 + END 1 (8b/10b) or STP
    /// token 4 + LCRC 4 (128b/130b).
    static constexpr Bytes tlp_overhead = 8;
    /// SDP, 4 bytes, CRC-16 and END, or SDP token, 4 bytes and CRC-16.
    static constexpr Bytes dllp_size = 8;

    /// Longest time from a TLP's arrival to its Ack, and recommended one from freed credits to
    /// UpdateFC: floor((MPS + 28) x AckFactor / width + internal delay) symbol times; the formula
    /// and factors reproduce the tables of Base Specification 3.5.3.1 and 2.6.1.2.
    Picoseconds ack_latency_limit() const { return ack_limit_; }
    std::uint64_t ack_latency_limit_symbols() const { return ack_limit_symbols_; }
    /// Three Ack limits (before 4.0) or 24,000 symbol times (4.0's simplified timer, lower end),
    /// plus the modelled flight time there and back, inside the tolerance of +100 %.
    Picoseconds replay_timeout() const { return replay_timeout_; }
    /// SKP ordered sets: 4 symbols every 1538 symbol times (8b/10b), 16 symbols in a block of its
    /// own every 375 blocks (128b/130b): the longest intervals the specification allows.
    Picoseconds skp_interval() const { return skp_interval_; }
    Picoseconds skp_time() const { return skp_time_; }
    /// Bytes in flight or unacknowledged in the longest acknowledge round trip, twice.
    Bytes default_replay_buffer() const { return default_replay_buffer_; }
    /// Payload bits per second of one direction after the line code.
    double raw_bits_per_second() const;

  private:
    Picoseconds striped(Bytes bytes) const;

    unsigned width_;
    std::uint64_t symbol_1024ths_;
    std::uint64_t ack_limit_symbols_;
    Picoseconds ack_limit_;
    Picoseconds replay_timeout_;
    Picoseconds skp_interval_;
    Picoseconds skp_time_;
    Bytes default_replay_buffer_ = 0;
    std::array<Picoseconds, 1040> by_words_;  // largest TLP: 4096 + 16 + 8 bytes
};

}  // namespace lookaside::pcie
