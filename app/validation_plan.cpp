// SPDX-License-Identifier: Apache-2.0
#include "app/validation_plan.h"

#include <string_view>

namespace lookaside::app {
namespace {

constexpr double ps_per_us = 1e6;

}  // namespace

double PointResults::mbit_per_s(std::size_t point) const {
    return at(point).at("throughput").at("payload_mbit_per_s").get<double>();
}

double PointResults::requests_per_s(std::size_t point) const {
    return at(point).at("throughput").at("packets_per_s").get<double>();
}

double PointResults::hold_us(std::size_t point) const {
    return at(point).at("limiter").at("held_mean_ps").get<double>() / ps_per_us;
}

double PointResults::stage_us(std::size_t point, const std::string& name) const {
    for (const auto& stage : at(point).at("stages")) {
        if (stage.at("name").get<std::string_view>() == name) {
            return stage.at("duration").at("mean_ps").get<double>() / ps_per_us;
        }
    }
    return 0.0;
}

reports::ComparisonTable ValidationPlan::evaluate(const PointResults& results) const {
    reports::ComparisonTable table{title, {}};
    for (const PublishedFigure& figure : figures) {
        reports::ComparisonRow row = figure.row;
        row.simulated = figure.simulated(results);
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace lookaside::app
