// SPDX-License-Identifier: Apache-2.0
#include "reports/sweep_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "reports/number_format.h"

namespace lookaside::reports {
namespace {

/// Throughput, by which points are compared; failed points come last.
double throughput(const SweepPoint& point) {
    const auto found = estimate(point, sweep_metric_list().front());
    return found && point.worst().status == RunStatus::ok ? found->mean : -1.0;
}

std::vector<std::size_t> shown_points(const SweepResult& result, std::size_t most) {
    std::vector<std::size_t> order(result.points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (order.size() > most) {
        std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t point) {
            return throughput(result.points[point]);
        });
        order.resize(most);
    }
    return order;
}

std::string figure(const SweepPoint& point, const SweepMetric& metric) {
    const auto found = estimate(point, metric);
    if (!found) {
        return "-";
    }
    constexpr int digits = 4;
    std::string text = significant(found->mean, digits);
    if (found->ci95) {
        text += " +-" + significant(*found->ci95, 2);
    }
    return text;
}

TextTable table_of(const SweepResult& result) {
    std::vector<TextTable::Column> columns = {{"point", Align::right}};
    constexpr std::size_t widest = 28;
    for (const std::string& parameter : result.parameters) {
        columns.push_back({parameter, Align::right, widest});
    }
    columns.push_back({"status"});
    for (const SweepMetric& metric : sweep_metric_list()) {
        columns.push_back({std::string(metric.title), Align::right});
    }
    columns.push_back({"limited by", Align::left, widest});
    return TextTable(std::move(columns));
}

std::vector<Cell> row(std::size_t number, const SweepPoint& point, bool best) {
    const Tone tone = best ? Tone::good : Tone::plain;
    std::vector<Cell> cells = {Cell(fmt::format("{}", number), tone)};
    for (const std::string& value : point.values) {
        cells.emplace_back(value, tone);
    }
    const RunStatus status = point.worst().status;
    cells.emplace_back(std::string(name_of(status)), status == RunStatus::ok ? tone : Tone::bad);
    for (const SweepMetric& metric : sweep_metric_list()) {
        cells.emplace_back(figure(point, metric), tone);
    }
    const auto measured = std::ranges::find_if(
        point.runs, [](const SweepRun& run) { return run.metrics.has_value(); });
    cells.emplace_back(measured != point.runs.end() ? measured->metrics->limiter : "-");
    return cells;
}

/// The first line says what went wrong; the rest is in results.csv.
std::string failures(const SweepResult& result, const std::vector<std::size_t>& shown) {
    std::string text;
    for (const std::size_t number : shown) {
        const SweepRun& worst = result.points[number].worst();
        if (worst.status != RunStatus::ok) {
            const std::string line = worst.error.substr(0, worst.error.find('\n'));
            text += fmt::format("point {}: {}{}{}\n", number, name_of(worst.status),
                                line.empty() ? "" : ": ", line);
        }
    }
    return text;
}

}  // namespace

std::optional<std::size_t> best_point(const SweepResult& result) {
    const auto best = std::ranges::max_element(result.points, {}, throughput);
    if (best == result.points.end() || throughput(*best) < 0.0) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(best - result.points.begin());
}

std::string sweep_table(const SweepResult& result, const ConsoleStyle& style, std::size_t most) {
    const std::vector<std::size_t> shown = shown_points(result, most);
    const auto best = best_point(result);
    TextTable table = table_of(result);
    for (const std::size_t number : shown) {
        table.add(row(number, result.points[number], best == number));
    }
    std::string text = table.render(style, 0);
    if (shown.size() < result.points.size()) {
        text += fmt::format("The {} points of the highest throughput of {}; results.csv has all.\n",
                            shown.size(), result.points.size());
    }
    return text + failures(result, shown);
}

}  // namespace lookaside::reports
