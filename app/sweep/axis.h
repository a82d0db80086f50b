// SPDX-License-Identifier: Apache-2.0
// One --vary: a parameter, or several that move together, and the values it takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/sweep/value_range.h"

namespace lookaside::sweep {

/// "name=items": items are values or ranges (value_range.h), a comma between two. "a,b=x:y,z:w":
/// tuples, a colon between two values. A value in double quotes may hold commas, colons and dots.
class Axis {
  public:
    /// Checks the spelling, the parameters' names, and every listed value and both ends of every
    /// range against the parameter's declaration. Throws InputError "--vary spec: what".
    static Axis parse(const std::string& spec);

    /// As given, for messages and for the sweep's plan.
    const std::string& spec() const { return spec_; }
    const std::vector<std::string>& names() const { return names_; }
    std::uint64_t size() const { return ends_.back(); }
    /// One value a name; `index` below size().
    std::vector<std::string> values(std::uint64_t index) const;

  private:
    using Tuple = std::vector<std::string>;
    using Item = std::variant<Tuple, ValueRange>;

    void add(std::string_view item);
    void check() const;

    std::string spec_;
    std::vector<std::string> names_;
    std::vector<Item> items_;
    std::vector<std::uint64_t> ends_;  // number of values up to and with each item
};

}  // namespace lookaside::sweep
