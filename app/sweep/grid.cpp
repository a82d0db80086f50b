// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace lookaside::sweep {

Grid::Grid(std::vector<Axis> axes) : axes_(std::move(axes)) {
    const std::vector<std::string> all = names();
    for (const std::string& name : all) {
        if (std::ranges::count(all, name) > 1) {
            throw InputError(
                fmt::format("--vary {}: is varied twice; list all its values in one --vary", name));
        }
    }
}

std::vector<std::string> Grid::names() const {
    std::vector<std::string> all;
    for (const Axis& axis : axes_) {
        all.insert(all.end(), axis.names().begin(), axis.names().end());
    }
    return all;
}

std::uint64_t Grid::size() const {
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t points = 1;
    for (const Axis& axis : axes_) {
        points = axis.size() > most / points ? most : points * axis.size();
    }
    return points;
}

std::vector<Assignment> Grid::point(std::uint64_t number) const {
    std::vector<std::uint64_t> positions(axes_.size());
    for (std::size_t i = axes_.size(); i-- > 0;) {
        positions[i] = number % axes_[i].size();
        number /= axes_[i].size();
    }
    std::vector<Assignment> assignments;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
        const std::vector<std::string> values = axes_[i].values(positions[i]);
        for (std::size_t j = 0; j < values.size(); ++j) {
            assignments.push_back({axes_[i].names()[j], values[j]});
        }
    }
    return assignments;
}

std::string label(const std::vector<Assignment>& assignments) {
    std::string text;
    for (const Assignment& assignment : assignments) {
        text += fmt::format("{}{}={}", text.empty() ? "" : ", ", assignment.name, assignment.value);
    }
    return text;
}

}  // namespace lookaside::sweep
