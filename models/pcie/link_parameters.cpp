// SPDX-License-Identifier: Apache-2.0
#include "models/pcie/link_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace lookaside::pcie {
namespace {

std::uint64_t symbol_1024ths(Generation generation) {
    switch (generation) {
        case Generation::gen1:
            return 4000 * 1024;  // 10 bits at 2.5 GT/s
        case Generation::gen2:
            return 2000 * 1024;
        case Generation::gen3:
            return 1'040'000;  // 8 bits x 130/128 at 8 GT/s: 1015.625 ps
        case Generation::gen4:
            return 520'000;
        case Generation::gen5:
            return 260'000;
    }
    throw InputError("a PCIe generation is 1 to 5");
}

std::uint64_t internal_delay_symbols(Generation generation) {
    switch (generation) {
        case Generation::gen1:
            return 19;
        case Generation::gen2:
            return 70;
        default:
            return 115;
    }
}

// AckFactor in tenths.
std::uint64_t ack_factor_tenths(Bytes max_payload_size, unsigned width) {
    if (max_payload_size >= 512) {
        return width <= 8 ? 10 : 20;
    }
    if (width <= 4) {
        return 14;
    }
    return width == 8 ? 25 : 30;
}

}  // namespace

void check(const LinkParameters& link) {
    constexpr std::array<unsigned, 6> widths{1, 2, 4, 8, 12, 16};
    if (std::find(widths.begin(), widths.end(), link.width) == widths.end()) {
        throw InputError(
            fmt::format("a PCIe link has 1, 2, 4, 8, 12 or 16 lanes, not {}", link.width));
    }
    if (link.max_payload_size < 128 || link.max_payload_size > 4096 ||
        !std::has_single_bit(link.max_payload_size)) {
        throw InputError(
            fmt::format("Max_Payload_Size is 128, 256, 512, 1024, 2048 or 4096 bytes, not {}",
                        link.max_payload_size));
    }
    if (link.credit_scale_bits > 4 || link.credit_scale_bits % 2 != 0) {
        throw InputError("flow control is scaled by 0, 2 or 4 bits");
    }
    // Half the counter's range: more could not be told from less (Base Specification 2.6.1).
    const std::uint32_t most_headers = (1U << (7 + link.credit_scale_bits)) - 1;
    const std::uint32_t most_data = (1U << (11 + link.credit_scale_bits)) - 1;
    for (const PortCredits& port : {link.upstream_credits, link.downstream_credits}) {
        for (const ClassCredits& credits : port) {
            if (credits.headers > most_headers || credits.data > most_data) {
                throw InputError(
                    fmt::format("a port advertises at most {} header and {} data credits of a kind",
                                most_headers, most_data));
            }
            if (credits.data != 0 && credits.data < link.max_payload_size / 16 &&
                &credits != &port[static_cast<std::size_t>(TlpClass::non_posted)]) {
                throw InputError("a port's data credits must cover one packet of maximum payload");
            }
        }
    }
    if (link.transmit_queue_depth == 0) {
        throw InputError("a transmit queue holds at least 1 TLP");
    }
}

LinkTiming::LinkTiming(const LinkParameters& link)
    : width_(link.width), symbol_1024ths_(symbol_1024ths(link.generation)) {
    check(link);
    ack_limit_symbols_ = (link.max_payload_size + 28) *
                             ack_factor_tenths(link.max_payload_size, width_) / (10 * width_) +
                         internal_delay_symbols(link.generation);
    ack_limit_ = symbols(ack_limit_symbols_);
    const bool simplified = link.generation >= Generation::gen4;
    replay_timeout_ = symbols(simplified ? 24'000 : 3 * ack_limit_symbols_) + 2 * link.phy_latency;
    const bool blocks = link.generation >= Generation::gen3;
    skp_interval_ = symbols(blocks ? std::uint64_t{375} * 16 : 1538);
    skp_time_ = symbols(blocks ? 16 : 4);
    for (std::size_t words = 0; words < by_words_.size(); ++words) {
        by_words_[words] = striped(4 * words);
    }
    const Picoseconds round_trip =
        ack_limit_ + 2 * link.phy_latency + wire_time(link.max_payload_size + 24);
    const auto bytes = static_cast<Bytes>(round_trip.count()) * 1024 * width_ / symbol_1024ths_;
    default_replay_buffer_ = 2 * bytes + 2 * (link.max_payload_size + 24);
}

Picoseconds LinkTiming::symbols(std::uint64_t count) const {
    return Picoseconds{static_cast<std::int64_t>((count * symbol_1024ths_ + 512) / 1024)};
}

Picoseconds LinkTiming::striped(Bytes bytes) const {
    const std::uint64_t divisor = std::uint64_t{1024} * width_;
    return Picoseconds{
        static_cast<std::int64_t>((bytes * symbol_1024ths_ + divisor / 2) / divisor)};
}

double LinkTiming::raw_bits_per_second() const {
    return 8.0 * width_ * 1024e12 / static_cast<double>(symbol_1024ths_);
}

}  // namespace lookaside::pcie
