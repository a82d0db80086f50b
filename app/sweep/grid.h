// SPDX-License-Identifier: Apache-2.0
// All combinations of the axes' values, numbered; the first axis varies slowest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/sweep/axis.h"

namespace lookaside::sweep {

/// A parameter and its value at one point.
struct Assignment {
    std::string name;
    std::string value;
};

class Grid {
  public:
    /// Throws InputError if two axes move the same parameter.
    explicit Grid(std::vector<Axis> axes);

    const std::vector<Axis>& axes() const { return axes_; }
    /// Every varied parameter, in the order of the axes.
    std::vector<std::string> names() const;
    /// Number of points; the largest number that can be held if there are more.
    std::uint64_t size() const;
    /// The values of a point, below size(), in the order of names().
    std::vector<Assignment> point(std::uint64_t number) const;

  private:
    std::vector<Axis> axes_;
};

/// "fabric.lanes=4, fabric.mps=128 B"
std::string label(const std::vector<Assignment>& assignments);

}  // namespace lookaside::sweep
