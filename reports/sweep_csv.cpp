// SPDX-License-Identifier: Apache-2.0
#include "reports/sweep_csv.h"

#include <fmt/format.h>

namespace lookaside::reports {
namespace {

class CsvLine {
  public:
    void add(std::string_view text) {
        line_ += (first_ ? "" : ",") + csv_field(text);
        first_ = false;
    }
    void add(std::optional<double> number) { add(number ? fmt::format("{}", *number) : ""); }
    std::string ended() const { return line_ + '\n'; }

  private:
    std::string line_;
    bool first_ = true;
};

std::string heading(const SweepResult& result) {
    CsvLine line;
    line.add("point");
    for (const std::string& parameter : result.parameters) {
        line.add(parameter);
    }
    line.add("status");
    for (const SweepMetric& metric : sweep_metric_list()) {
        line.add(metric.name);
        if (result.repeats > 1) {
            line.add(fmt::format("{}_ci95", metric.name));
        }
    }
    for (const auto* column :
         {"limiter", "busiest_resource", "runs_count", "exit_status", "signal", "error"}) {
        line.add(column);
    }
    return line.ended();
}

/// Names are those of the first run that has any.
const SweepMetrics* named_metrics(const SweepPoint& point) {
    for (const SweepRun& run : point.runs) {
        if (run.metrics) {
            return &*run.metrics;
        }
    }
    return nullptr;
}

std::string row(std::size_t number, const SweepPoint& point, const SweepResult& result) {
    const SweepRun& worst = point.worst();
    CsvLine line;
    line.add(fmt::format("{}", number));
    for (const std::string& value : point.values) {
        line.add(value);
    }
    line.add(name_of(worst.status));
    for (const SweepMetric& metric : sweep_metric_list()) {
        const auto found = estimate(point, metric);
        line.add(found ? std::optional(found->mean) : std::nullopt);
        if (result.repeats > 1) {
            line.add(found ? found->ci95 : std::nullopt);
        }
    }
    const SweepMetrics* names = named_metrics(point);
    line.add(names != nullptr ? names->limiter : "");
    line.add(names != nullptr ? names->busiest_resource : "");
    line.add(fmt::format("{}", point.measured()));
    line.add(fmt::format("{}", worst.exit_status));
    line.add(worst.signal == 0 ? "" : fmt::format("{}", worst.signal));
    line.add(worst.error);
    return line.ended();
}

}  // namespace

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string quoted = "\"";
    for (const char character : text) {
        quoted += character;
        if (character == '"') {
            quoted += '"';
        }
    }
    return quoted + '"';
}

std::string sweep_csv(const SweepResult& result) {
    std::string text = heading(result);
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        text += row(i, result.points[i], result);
    }
    return text;
}

}  // namespace lookaside::reports
