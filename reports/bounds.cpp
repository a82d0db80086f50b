// SPDX-License-Identifier: Apache-2.0
#include "reports/bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace lookaside::reports {
namespace {

constexpr Bytes pieces(Bytes length, Bytes most) {
    return (length + most - 1) / most;
}

/// Weighted sums over the mix.
struct Mix {
    double packets = 0.0;
    double payload = 0.0;
    WireBytes wire;
    double axi_write_beats = 0.0;
    double axi_read_beats = 0.0;
    double engine_cycles = 0.0;

    explicit Mix(const BoundInputs& inputs) {
        for (const PacketClass& packet : inputs.packets) {
            const auto count = static_cast<double>(packet.count);
            const WireBytes each = wire_bytes(inputs.link, packet);
            packets += count;
            payload += count * static_cast<double>(packet.payload);
            wire.upstream += count * each.upstream;
            wire.downstream += count * each.downstream;
            axi_write_beats += count * static_cast<double>(pieces(packet.h2c, inputs.axi.width));
            axi_read_beats += count * static_cast<double>(pieces(packet.c2h, inputs.axi.width));
            engine_cycles += count * static_cast<double>(packet.engine_cycles);
        }
    }
};

class BoundList {
  public:
    explicit BoundList(const Mix& mix) : mix_(mix) {}

    /// `capacity` units a second, `demand` units for the whole mix.
    void add(std::string name, std::string description, BoundBasis basis, double capacity,
             double demand) {
        if (capacity <= 0.0 || demand <= 0.0) {
            return;
        }
        const double packets_per_s = capacity / (demand / mix_.packets);
        const double bits_a_packet = 8.0 * mix_.payload / mix_.packets;
        bounds_.all.push_back({std::move(name), std::move(description), basis, packets_per_s,
                               packets_per_s * bits_a_packet * 1e-6});
    }
    /// `demand` of `clock`'s cycles, spread over `units`.
    void add_clocked(std::string name, std::string_view what, Hertz clock, std::uint64_t units,
                     double demand) {
        add(std::move(name),
            fmt::format("{:.6g} {} a packet at {:.6g} MHz{}", demand / mix_.packets, what,
                        static_cast<double>(clock.value) * 1e-6,
                        units == 1 ? "" : fmt::format(" x {}", units)),
            BoundBasis::closed_form, static_cast<double>(clock.value) * static_cast<double>(units),
            demand);
    }

    Bounds finish() {
        if (bounds_.all.empty()) {
            throw std::invalid_argument("bounds of a system without resources");
        }
        const auto least = std::min_element(
            bounds_.all.begin(), bounds_.all.end(),
            [](const Bound& a, const Bound& b) { return a.packets_per_s < b.packets_per_s; });
        bounds_.tightest = static_cast<std::size_t>(least - bounds_.all.begin());
        return std::move(bounds_);
    }

  private:
    const Mix& mix_;
    Bounds bounds_;
};

void add_link(BoundList& list, const LinkInputs& link, const Mix& mix) {
    const double usable = link.raw_bytes_per_s * (1.0 - link.control_share);
    const auto direction = [&](std::string_view name, std::string_view carries, double demand) {
        list.add(fmt::format("link.{}", name),
                 fmt::format("{} a packet at {:.6g} MB/s ({})",
                             fmt::format("{:.6g} B", demand / mix.packets), usable * 1e-6, carries),
                 BoundBasis::closed_form, usable, demand);
    };
    direction("downstream", "to the card", mix.wire.downstream);
    direction("upstream", "from the card", mix.wire.upstream);
}

}  // namespace

WireBytes wire_bytes(const LinkInputs& link, const PacketClass& packet) {
    const Bytes read_requests = pieces(packet.h2c, link.max_read_request);
    const Bytes completions = pieces(packet.h2c, link.completion_payload);
    const Bytes writes = pieces(packet.c2h, link.max_payload);
    const Bytes upstream = read_requests * link.read_request_bytes + writes * link.write_overhead +
                           packet.c2h + link.other_upstream;
    const Bytes downstream =
        completions * link.completion_overhead + packet.h2c + link.other_downstream;
    return {static_cast<double>(upstream), static_cast<double>(downstream)};
}

Bounds compute_bounds(const BoundInputs& inputs) {
    const Mix mix(inputs);
    if (mix.packets <= 0.0) {
        throw std::invalid_argument("bounds of an empty mix of packets");
    }
    BoundList list(mix);
    add_link(list, inputs.link, mix);
    list.add_clocked("axi.write", "beats", inputs.axi.clock, 1, mix.axi_write_beats);
    list.add_clocked("axi.read", "beats", inputs.axi.clock, 1, mix.axi_read_beats);
    list.add_clocked("engine", "cycles", inputs.engine.clock, inputs.engine.engines,
                     mix.engine_cycles);
    for (const ServiceInputs& service : inputs.services) {
        list.add(service.name, service.description, BoundBasis::closed_form,
                 static_cast<double>(service.servers) * 1e12,
                 static_cast<double>(service.demand.count()) * mix.packets);
    }
    for (const CoreDemand& core : inputs.cores) {
        const auto demand = static_cast<double>(core.demand.count());
        list.add(core.name,
                 fmt::format("{:.4g} us of the core a packet", demand / mix.packets * 1e-6),
                 BoundBasis::measured, 1e12, demand);
    }
    for (const HoldInputs& hold : inputs.holds) {
        list.add(hold.name,
                 fmt::format("{} in flight, {:.4g} us each", hold.slots, hold.mean_hold_ps * 1e-6),
                 BoundBasis::measured, static_cast<double>(hold.slots) * 1e12,
                 hold.mean_hold_ps * mix.packets);
    }
    list.add("offered load",
             fmt::format("the workload submits {:.6g} packets/s", inputs.offered_packets_per_s),
             BoundBasis::offered, inputs.offered_packets_per_s, mix.packets);
    return list.finish();
}

}  // namespace lookaside::reports
