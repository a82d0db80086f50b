// SPDX-License-Identifier: Apache-2.0
// What the engine does to one packet's bytes, piece by piece, and the core cycles that takes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "datasheets/eip93.h"
#include "models/eip93/parameters.h"

namespace lookaside::eip93 {

/// Core cycles of a piece of a packet.
struct Work {
    Cycles cipher = 0;
    Cycles hash = 0;

    Work& operator+=(const Work& other) {
        cipher += other.cipher;
        hash += other.hash;
        return *this;
    }
};

/// An extended error as ctrl_stat carries it.
constexpr std::uint32_t error_bits(datasheet::eip93::ExtendedError error) {
    return datasheet::eip93::ctrl_stat::extended_error |
           static_cast<std::uint32_t>(error) << datasheet::eip93::ctrl_stat::extended_code_shift;
}

/// How a packet ended.
struct Outcome {
    std::uint32_t error = 0;                             // bits of ctrl_stat
    std::uint8_t next_header = 0;                        // inbound ESP
    std::optional<datasheet::eip93::StateRecord> state;  // to be saved
    std::optional<datasheet::eip93::SaRecord> sa;        // with its sequence number to be saved
    /// Bytes written that count; unset: all.
    std::optional<Bytes> length;
};

/// One packet's work. feed() takes all input_bytes() in pieces of any size, then finish() once.
class Operation {
  public:
    virtual ~Operation() = default;

    /// Bytes to read from the source address.
    virtual Bytes input_bytes() const = 0;
    /// True if the hash takes what the cipher delivers; else both take the input.
    virtual bool hash_follows_cipher() const = 0;
    /// Appends what the piece makes ready to `output`.
    virtual Work feed(std::span<const std::uint8_t> piece, std::vector<std::uint8_t>& output) = 0;
    virtual Work finish(std::vector<std::uint8_t>& output) = 0;
    /// After finish().
    virtual const Outcome& outcome() const = 0;
};

/// What the operations of an engine share.
struct OperationContext {
    CoreCycles cycles;
    Random prng;
};

/// Either the operation that descriptor and records ask for, or the error bits of ctrl_stat.
struct OperationOrError {
    std::unique_ptr<Operation> operation;
    std::uint32_t error = 0;
};
OperationOrError make_operation(const datasheet::eip93::Descriptor& command,
                                const datasheet::eip93::SaRecord& sa,
                                const datasheet::eip93::StateRecord& state,
                                OperationContext& context);

/// True if the packet may change its SA record or its state record, so that the next packet of the
/// same record has to wait.
bool changes_sa(const datasheet::eip93::SaRecord& sa);
bool changes_state(const datasheet::eip93::SaRecord& sa);

}  // namespace lookaside::eip93
