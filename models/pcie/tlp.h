// SPDX-License-Identifier: Apache-2.0
// A transaction layer packet: the header fields a model works with, and its payload.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/units.h"
#include "models/pcie/function.h"

namespace lookaside::pcie {

/// Kinds of TLP that occur between a root complex and an endpoint.
enum class TlpType : std::uint8_t {
    memory_read,
    memory_write,
    config_read0,
    config_write0,
    completion,       // Cpl: no data, or an error
    completion_data,  // CplD
};

/// The three ordering and flow-control classes (Base Specification 2.4, 2.6).
enum class TlpClass : std::uint8_t { posted, non_posted, completion };
inline constexpr std::size_t tlp_class_count = 3;

constexpr TlpClass class_of(TlpType type) {
    switch (type) {
        case TlpType::memory_write:
            return TlpClass::posted;
        case TlpType::completion:
        case TlpType::completion_data:
            return TlpClass::completion;
        default:
            return TlpClass::non_posted;
    }
}
constexpr bool has_payload(TlpType type) {
    return type == TlpType::memory_write || type == TlpType::config_write0 ||
           type == TlpType::completion_data;
}
const char* name_of(TlpType type);
const char* name_of(TlpClass kind);

/// Bus, device and function of a requester or completer.
using DeviceId = std::uint16_t;

/// No request may cross a multiple of this (Base Specification 2.2.7).
inline constexpr Bytes page_bytes = 4096;

class TlpPool;
class TlpPtr;

/// One TLP. Comes from a TlpPool and is held by TlpPtr; whoever receives a reference may keep the
/// packet by making a TlpPtr of it. Received packets are read only: the sender's replay buffer
/// holds the same object.
class Tlp {
  public:
    TlpType type = TlpType::memory_write;
    bool relaxed_ordering = false;
    bool poisoned = false;        // EP bit
    DeviceId requester = 0;       // of requests, and of the request a completion answers
    DeviceId completer = 0;       // completions
    std::uint16_t tag = 0;        // up to 10 bits
    std::uint16_t length_dw = 0;  // of the payload, or of the data asked for; 1..1024
    std::uint8_t first_be = 0;    // byte enables of the first ...
    std::uint8_t last_be = 0;     // ... and of the last double word
    std::uint64_t address = 0;    // byte address; register offset of config requests
    CompletionStatus status = CompletionStatus::successful;
    std::uint16_t byte_count = 0;  // completions: bytes still to come, this one included
    // Bookkeeping of the sender, not on the wire.
    std::uint64_t order = 0;  // rank in the transmit queue
    SimTime queued_at{0};

    TlpClass kind() const { return class_of(type); }

    /// Makes this a memory request for `length` bytes from `address` (1..4096 bytes within the
    /// 1024 double words a header can name) and sets length and byte enables.
    void set_extent(std::uint64_t byte_address, Bytes length);
    /// set_extent() and the payload; the bytes of the enclosing double words that are not enabled
    /// are zero.
    void set_data(std::uint64_t byte_address, std::span<const std::uint8_t> data);
    /// Payload of a completion whose first byte has `lower_address`.
    void set_completion_data(std::uint8_t lower_address, std::span<const std::uint8_t> data);

    /// Bytes that a memory request's enables select (contiguous).
    Bytes byte_length() const { return length_; }
    /// The enabled bytes of the payload.
    std::span<const std::uint8_t> data() const {
        return {payload_.data() + (address & 3), length_};
    }
    /// The whole double words of the payload, as on the wire.
    std::span<const std::uint8_t> payload() const { return {payload_.data(), payload_size()}; }
    Bytes payload_size() const { return has_payload(type) ? Bytes{4} * length_dw : 0; }

    /// True if the address needs the four double-word header (above 4 GiB).
    bool has_long_header() const {
        return (type == TlpType::memory_read || type == TlpType::memory_write) &&
               (address >> 32) != 0;
    }
    Bytes header_size() const { return has_long_header() ? 16 : 12; }

    /// One line for messages: type, address or tag, length.
    std::string describe() const;

  private:
    friend class TlpPool;
    friend class TlpPtr;

    std::vector<std::uint8_t> payload_;
    std::uint16_t length_ = 0;
    std::uint32_t references_ = 0;
    TlpPool* pool_ = nullptr;
};

/// Header bytes as the Base Specification lays them out (2.2): 12 or 16 bytes, first byte first.
std::vector<std::uint8_t> encode_header(const Tlp& tlp);
/// The header fields of such bytes, into a packet without payload. Throws SimulationError for a
/// Fmt/Type that is not modelled or a header that is too short.
void decode_header(std::span<const std::uint8_t> header, Tlp& tlp);

}  // namespace lookaside::pcie
