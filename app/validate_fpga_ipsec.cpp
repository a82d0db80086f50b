// SPDX-License-Identifier: Apache-2.0
#include "app/validate_fpga_ipsec.h"

#include <fmt/format.h>

namespace lookaside::app {
namespace {

using reports::FigureKind;

constexpr double publication_packet_bits = 1500 * 8;

/// Time between packets, in us, of a 1500 B stream.
double us_per_packet(double mbit_per_s) {
    return publication_packet_bits / mbit_per_s;
}

std::string packet_size(unsigned bytes) {
    return fmt::format("workload.request_size={} B", bytes);
}

/// All figures are throughputs, so the timed engine, which takes the same cycles, will do.
const std::string timed = "fidelity.engine=timed";

}  // namespace

ValidationPlan fpga_ipsec_plan(const std::filesystem::path& scenarios) {
    ValidationPlan plan{"A. FPGA IPsec card with XDMA driver (REV-ECIT 2020)", {}, {}};
    const auto pc = [&](std::vector<std::string> sets) {
        sets.push_back(timed);
        return plan.add_point({scenarios / "fpga-ipsec-pc.toml", std::move(sets)});
    };
    const auto router = [&](std::vector<std::string> sets) {
        sets.push_back(timed);
        return plan.add_point({scenarios / "fpga-ipsec-router.toml", std::move(sets)});
    };
    const auto throughput = [&](std::string what, double published, std::size_t point,
                                FigureKind kind, std::string note) {
        plan.figures.push_back({{std::move(what), published, "Mb/s", 0.0, kind, std::move(note)},
                                [point](const PointResults& r) { return r.mbit_per_s(point); }});
    };

    const std::size_t pc_x4 = pc({});
    const std::size_t pc_x1 = pc({"fabric.lanes=1"});
    const std::size_t router_x1 = router({});
    throughput("PC, x4, 1500 B", 432, pc_x4, FigureKind::calibrated, "430 in the conclusion");
    throughput("PC, x1, 1500 B", 260, pc_x1, FigureKind::predicted, "");
    plan.figures.push_back(
        {{"PC, x4 over x1", 432.0 / 260.0, "ratio", 0.0, FigureKind::predicted,
          "published as about 1.6"},
         [=](const PointResults& r) { return r.mbit_per_s(pc_x4) / r.mbit_per_s(pc_x1); }});
    throughput("router, x1, 1500 B", 302, router_x1, FigureKind::predicted, "");

    const std::vector<std::string> raw{"driver.variant=raw", "driver.raw_direction=h2c",
                                       "driver.raw_block=16 KiB"};
    throughput("PC, x4, raw transfer", 7000, pc(raw), FigureKind::predicted,
               "block size not published; 16 KiB, one way");
    throughput("router, x1, raw transfer", 800, router(raw), FigureKind::predicted,
               "block size not published; 16 KiB, one way");

    // The figures' curves were published as pictures only; these points are derived from the fixed
    // and the proportional part of the x1 and x4 results, and of little confidence.
    const std::string derived = "derived from the 1500 B figures";
    throughput("PC, x4, 320 B", 112, pc({packet_size(320)}), FigureKind::context, derived);
    throughput("PC, x4, 1120 B", 342, pc({packet_size(1120)}), FigureKind::context, derived);
    throughput("PC, x1, 320 B", 95, pc({"fabric.lanes=1", packet_size(320)}), FigureKind::context,
               derived);
    throughput("PC, x1, 1120 B", 224, pc({"fabric.lanes=1", packet_size(1120)}),
               FigureKind::context, derived);
    throughput("router, x1, 320 B", 92, router({packet_size(320)}), FigureKind::context, derived);
    throughput("router, x1, 1120 B", 249, router({packet_size(1120)}), FigureKind::context,
               derived);
    return plan;
}

ValidationPlan fpga_ipsec_gap_plan(const std::filesystem::path& scenarios) {
    ValidationPlan plan{"A. What x1 adds to a 1500 B packet on the PC", {}, {}};
    const auto pc = [&](std::vector<std::string> sets) {
        sets.push_back(timed);
        return plan.add_point({scenarios / "fpga-ipsec-pc.toml", std::move(sets)});
    };
    const std::string x1 = "fabric.lanes=1";
    const std::size_t all_x4 = pc({});
    const std::size_t all_x1 = pc({x1});
    const std::size_t x1_fast_card = pc({x1, "device.axi_clock=250 MHz"});
    const std::size_t x1_fast_core = pc({x1, "device.engine_clock=250 MHz"});
    const auto gap = [](std::size_t slow, std::size_t fast) {
        return [=](const PointResults& r) {
            return us_per_packet(r.mbit_per_s(slow)) - us_per_packet(r.mbit_per_s(fast));
        };
    };
    const double published = us_per_packet(260) - us_per_packet(432);
    plan.figures.push_back({{"x1 less x4", published, "us", 0.0, FigureKind::predicted,
                             "published throughputs, 1500 B"},
                            gap(all_x1, all_x4)});
    const auto part = [&](std::string what, double hypothesis, std::size_t slow, std::size_t fast,
                          std::string note) {
        plan.figures.push_back(
            {{std::move(what), hypothesis, "us", 0.0, FigureKind::context, std::move(note)},
             gap(slow, fast)});
    };
    // The hypothesis: 94 blocks of 11 cycles, at 62.5 and at 250 MHz; two times 1500 B at line
    // rate.
    part("of it: core clock 62.5, not 250 MHz", 12.4, all_x1, x1_fast_core, "hypothesis: 12.4 us");
    part("of it: the wire", 5.3, x1_fast_card, all_x4,
         "hypothesis: 5.3 us; what is left: AXI's clock");
    return plan;
}

}  // namespace lookaside::app
