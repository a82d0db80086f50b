// SPDX-License-Identifier: Apache-2.0
// Published figures, the runs that answer them, and how to read the answer.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/point_runner.h"
#include "reports/comparison_table.h"

namespace lookaside::app {

/// The results of a plan's points, by the index that add_point() gave.
class PointResults {
  public:
    explicit PointResults(std::vector<PointOutcome> outcomes) : outcomes_(std::move(outcomes)) {}

    const nlohmann::json& at(std::size_t point) const { return outcomes_.at(point).result; }
    /// Payload throughput in Mb/s.
    double mbit_per_s(std::size_t point) const;
    double requests_per_s(std::size_t point) const;
    /// Mean time a request occupies the driver's hand-shake, from dispatch to completion, in us.
    double hold_us(std::size_t point) const;
    /// Mean duration of a stage in us; 0 if the point has no such stage.
    double stage_us(std::size_t point, const std::string& name) const;

  private:
    std::vector<PointOutcome> outcomes_;
};

/// A published figure beside the way to compute the simulated one.
struct PublishedFigure {
    reports::ComparisonRow row;  // `simulated` is filled in later
    std::function<double(const PointResults&)> simulated;
};

struct ValidationPlan {
    std::string title;
    std::vector<Point> points;
    std::vector<PublishedFigure> figures;

    /// Returns the point's index.
    std::size_t add_point(Point point) {
        points.push_back(std::move(point));
        return points.size() - 1;
    }
    reports::ComparisonTable evaluate(const PointResults& results) const;
};

}  // namespace lookaside::app
