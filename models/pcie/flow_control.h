// SPDX-License-Identifier: Apache-2.0
// Credits of the six kinds, counted modulo as in Base Specification 2.6.1.
#pragma once

#include <array>
#include <cstdint>

#include "models/pcie/link_parameters.h"

namespace lookaside::pcie {

/// What a TLP takes from its class: one header, and a data unit per 16 bytes begun.
inline ClassCredits credits_needed(const Tlp& tlp) {
    return {1, static_cast<std::uint32_t>((tlp.payload_size() + 15) / 16)};
}

/// Widths of the credit counters, Scaled Flow Control included.
struct CreditWidths {
    explicit CreditWidths(unsigned scale_bits = 0)
        : header_mask((1U << (8 + scale_bits)) - 1), data_mask((1U << (12 + scale_bits)) - 1) {}
    std::uint32_t header_mask;
    std::uint32_t data_mask;
};

/// Transmitter's side: CREDIT_LIMIT and CREDITS_CONSUMED of each kind.
class CreditGate {
  public:
    explicit CreditGate(CreditWidths widths) : widths_(widths) {}

    /// InitFC: the first limit; 0 means infinite.
    void initialise(TlpClass kind, ClassCredits credits) {
        Kind& k = of(kind);
        k.infinite_headers = credits.headers == 0;
        k.infinite_data = credits.data == 0;
        k.limit = credits;
    }
    /// UpdateFC: the new limit.
    void update(TlpClass kind, ClassCredits limit) { of(kind).limit = limit; }

    /// The gating rule: (limit - (consumed + required)) mod 2^n <= 2^(n-1).
    bool allows(TlpClass kind, ClassCredits need) const {
        const Kind& k = of(kind);
        return (k.infinite_headers ||
                fits(k.limit.headers, k.consumed.headers, need.headers, widths_.header_mask)) &&
               (need.data == 0 || k.infinite_data ||
                fits(k.limit.data, k.consumed.data, need.data, widths_.data_mask));
    }
    void consume(TlpClass kind, ClassCredits need) {
        Kind& k = of(kind);
        k.consumed.headers = (k.consumed.headers + need.headers) & widths_.header_mask;
        k.consumed.data = (k.consumed.data + need.data) & widths_.data_mask;
    }
    /// True if it is the header credits, not the data credits, that keep `need` waiting.
    bool lacks_headers(TlpClass kind, ClassCredits need) const {
        return !allows(kind, {need.headers, 0});
    }

  private:
    struct Kind {
        bool infinite_headers = true;
        bool infinite_data = true;
        ClassCredits limit;
        ClassCredits consumed;
    };
    static bool fits(std::uint32_t limit, std::uint32_t consumed, std::uint32_t need,
                     std::uint32_t mask) {
        return ((limit - (consumed + need)) & mask) <= (mask >> 1) + 1;
    }
    Kind& of(TlpClass kind) { return kinds_[static_cast<std::size_t>(kind)]; }
    const Kind& of(TlpClass kind) const { return kinds_[static_cast<std::size_t>(kind)]; }

    CreditWidths widths_;
    std::array<Kind, tlp_class_count> kinds_;
};

/// Receiver's side: CREDITS_ALLOCATED of each kind.
class CreditAllocator {
  public:
    CreditAllocator(const PortCredits& advertised, CreditWidths widths)
        : widths_(widths), advertised_(advertised), allocated_(advertised) {}

    const ClassCredits& advertised(TlpClass kind) const {
        return advertised_[static_cast<std::size_t>(kind)];
    }
    /// UpdateFC is due for this class only if one of its kinds is finite.
    bool is_finite(TlpClass kind) const {
        return advertised(kind).headers != 0 || advertised(kind).data != 0;
    }
    /// A buffer became free.
    void release(TlpClass kind, ClassCredits freed) {
        ClassCredits& credits = allocated_[static_cast<std::size_t>(kind)];
        credits.headers = (credits.headers + freed.headers) & widths_.header_mask;
        credits.data = (credits.data + freed.data) & widths_.data_mask;
    }
    /// What an UpdateFC sent now says.
    ClassCredits allocated(TlpClass kind) const {
        return allocated_[static_cast<std::size_t>(kind)];
    }

  private:
    CreditWidths widths_;
    PortCredits advertised_;
    PortCredits allocated_;
};

}  // namespace lookaside::pcie
