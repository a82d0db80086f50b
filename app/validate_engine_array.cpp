// SPDX-License-Identifier: Apache-2.0
#include "app/validate_engine_array.h"

#include <fmt/format.h>

#include "app/array_queue_model.h"

namespace lookaside::app {
namespace {

using reports::FigureKind;

constexpr const char* publication = "JEIT 43(12), 2021";

/// Enough requests to fill every queue and engine of the card.
constexpr unsigned plenty = 2048;

// A round of loading, computing and unloading takes 11 ms: the window must hold many.
constexpr const char* long_warmup = "run.warmup=100 ms";
constexpr const char* long_window = "run.window=1 s";

std::string set(std::string_view name, unsigned value) {
    return fmt::format("{}={}", name, value);
}

/// Reading A of queue depth and engines: 128 a channel, each engine with a task of its own.
const std::vector<std::string> reading_a{
    "array.engine_use=independent", "array.depth_scope=per-channel", "array.dispatch=any-idle"};
/// Reading B: 128 in all, the engines of a device share a task.
const std::vector<std::string> reading_b{"array.engine_use=ganged", "array.depth_scope=total",
                                         "array.dispatch=any-idle"};

std::vector<std::string> joined(std::vector<std::string> sets,
                                const std::vector<std::string>& more) {
    sets.insert(sets.end(), more.begin(), more.end());
    return sets;
}

/// Adds runs of the array, and rows that read them.
class ArrayPlan {
  public:
    ArrayPlan(std::string title, const std::filesystem::path& scenarios)
        : plan_{std::move(title), {}, {}}, scenario_(scenarios / "engine-array.toml") {}

    /// A saturated run unless `sets` say otherwise.
    std::size_t run(const std::vector<std::string>& sets) {
        return plan_.add_point(
            {scenario_,
             joined({set("workload.queue_depth", plenty), long_warmup, long_window}, sets)});
    }
    void throughput(std::string what, double published, FigureKind kind, std::size_t point,
                    std::string note = "") {
        plan_.figures.push_back(
            {{std::move(what), published, "MB/s", 0.0, kind, std::move(note)},
             [point](const PointResults& r) { return r.mbit_per_s(point) / 8; }});
    }
    void kilo_iops(std::string what, double published, FigureKind kind, std::size_t point,
                   std::string note = "") {
        plan_.figures.push_back(
            {{std::move(what), published, "k IOPS", 0.0, kind, std::move(note)},
             [point](const PointResults& r) { return r.requests_per_s(point) / 1e3; }});
    }
    ValidationPlan finish() { return std::move(plan_); }

  private:
    ValidationPlan plan_;
    std::filesystem::path scenario_;
};

}  // namespace

ValidationPlan engine_array_table_plan() {
    ValidationPlan plan{
        fmt::format("B. Engine array, Table 1: longest latency of a task ({})", publication),
        {},
        {}};
    struct Column {
        unsigned channels;
        unsigned devices;
        double published_ms;
    };
    constexpr Column columns[] = {{1, 1, 24007}, {2, 1, 12008}, {4, 1, 6010}, {8, 1, 3014},
                                  {1, 8, 3014},  {2, 8, 1522},  {4, 8, 788},  {8, 8, 445}};
    const auto add = [&](const Column& column, std::string_view how, FigureKind kind,
                         Picoseconds (*latency)(const ArrayQueue&)) {
        const ArrayQueue queue{.servers = column.channels * column.devices};
        reports::ComparisonRow row;
        row.what = fmt::format("N={}, M={}: {}", column.channels, column.devices, how);
        row.published = column.published_ms;
        row.unit = "ms";
        row.kind = kind;
        plan.figures.push_back(
            {std::move(row), [=](const PointResults&) { return to_us(latency(queue)) / 1e3; }});
    };
    for (const Column& column : columns) {
        add(column, "closed form", FigureKind::context, table_latency);
        add(column, "batches", FigureKind::context, simulate_batches);
        add(column, "FIFO", FigureKind::context, simulate_fifo);
    }
    return plan;
}

ValidationPlan engine_array_throughput_plan(const std::filesystem::path& scenarios) {
    ArrayPlan plan(fmt::format("B. Engine array, SHA-256 of 4 kB, 8 x 8 x 16 ({})", publication),
                   scenarios);
    constexpr double published = 419.23;
    const auto policy = [&](std::string what, const std::vector<std::string>& sets,
                            FigureKind kind = FigureKind::context, std::string note = "") {
        plan.throughput(std::move(what), published, kind, plan.run(sets), std::move(note));
    };
    policy("B: 128 in all, random", joined(reading_b, {"array.dispatch=random"}),
           FigureKind::calibrated, "the policy defended, chosen among these; no parameter fitted");
    policy("B: 128 in all, any idle", reading_b);
    policy("B: 128 in all, round robin", joined(reading_b, {"array.dispatch=round-robin"}));
    policy("B: 128 in all, lock-step", joined(reading_b, {"array.schedule=lock-step"}));
    policy("B: 128 in all, any idle, firmware",
           joined(reading_b, {"array.firmware_scope=device", "array.firmware_time=130 us"}),
           FigureKind::calibrated, "130 us of firmware a task on each device");
    policy("A: 128 a channel, lock-step", joined(reading_a, {"array.schedule=lock-step"}));
    policy("A: 128 a channel, any idle", reading_a);
    policy("A: 128 a channel, round robin", joined(reading_a, {"array.dispatch=round-robin"}));
    policy("A: 128 a channel, random", joined(reading_a, {"array.dispatch=random"}));
    policy("A: 128 in all, any idle", joined(reading_a, {"array.depth_scope=total"}));
    policy("A: 128 waiting, any idle", joined(reading_a, {"array.depth_scope=waiting"}));
    policy("B, random, HS400 bus", joined(reading_b, {"array.dispatch=random", "bus.mode=hs400"}));
    policy("A, lock-step, HS400 bus",
           joined(reading_a, {"array.schedule=lock-step", "bus.mode=hs400"}));
    policy("A, lock-step, DDR52 bus",
           joined(reading_a, {"array.schedule=lock-step", "bus.mode=ddr52", "bus.clock=52 MHz"}));
    return plan.finish();
}

ValidationPlan engine_array_scaling_plan(const std::filesystem::path& scenarios) {
    ArrayPlan plan(fmt::format("B. Engine array, scaling ({})", publication), scenarios);
    const auto at_depth = [&](const std::vector<std::string>& reading, unsigned depth) {
        // The card admits all that the host keeps in flight.
        return plan.run(joined(reading, {"array.depth_scope=total", "array.depth=4096",
                                         set("workload.queue_depth", depth)}));
    };
    struct Depth {
        unsigned in_flight;
        double independent;  // k IOPS of an ideal manager with buses that cost only data
        double ganged;
    };
    constexpr Depth depths[] = {{1, 0.13, 1.96},   {8, 1.06, 15.7},  {32, 4.2, 62.7},
                                {128, 16.9, 124},  {512, 67.7, 124}, {1024, 135, 124},
                                {2048, 136.2, 124}};
    const std::string ideal = "beside an ideal manager, no host, data blocks only";
    for (const Depth& depth : depths) {
        const std::string note =
            depth.in_flight == 8 ? "ideal manager; published as about 1.3 for a queue too shallow"
                                 : ideal;
        plan.kilo_iops(fmt::format("A: {} in flight", depth.in_flight), depth.independent,
                       FigureKind::context, at_depth(reading_a, depth.in_flight), note);
    }
    for (const Depth& depth : depths) {
        plan.kilo_iops(fmt::format("B: {} in flight", depth.in_flight), depth.ganged,
                       FigureKind::context, at_depth(reading_b, depth.in_flight), ideal);
    }
    // N * M * K * R, the publication's CAmax.
    const auto size = [&](unsigned channels, unsigned devices, unsigned engines) {
        const double camax = channels * devices * engines * 133.0 / 1e3;
        plan.kilo_iops(fmt::format("N={}, M={}, K={}", channels, devices, engines), camax,
                       FigureKind::context,
                       plan.run(joined(
                           reading_a, {set("array.channels", channels),
                                       set("array.devices", devices), set("array.engines", engines),
                                       "array.depth_scope=total", "array.depth=4096"})),
                       "beside N * M * K * R");
    };
    for (const unsigned half : {1U, 2U, 4U}) {
        size(half, 8, 16);
        size(8, half, 16);
        size(8, 8, half);
    }
    size(16, 8, 16);
    return plan.finish();
}

ValidationPlan engine_array_projection_plan(const std::filesystem::path& scenarios) {
    ArrayPlan plan("B. Engine array, the projected 800 k IOPS on PCIe gen 4 x8", scenarios);
    const std::vector<std::string> gen4 =
        joined(reading_a, {"fabric.generation=4", "fabric.lanes=8", "array.depth_scope=total",
                           "array.depth=4096", set("workload.queue_depth", 4095)});
    constexpr double projected = 800;
    const auto chip = [&](std::string what, const std::vector<std::string>& sets,
                          std::string note = "") {
        plan.kilo_iops(std::move(what), projected, FigureKind::context,
                       plan.run(joined(gen4, sets)), std::move(note));
    };
    chip("the published chip", {}, "engines limit: the link is not what scales");
    const std::string fast = "array.engine_rate=1000";
    chip("engines of 1000 tasks/s", {fast}, "the buses limit");
    chip("the same, HS400 buses", {fast, "bus.mode=hs400"});
    chip("the same, 16 HS400 buses", {fast, "bus.mode=hs400", "array.channels=16"});
    return plan.finish();
}

}  // namespace lookaside::app
