// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/axis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/sweep/words.h"
#include "base/error.h"
#include "scenarios/parameter.h"

namespace lookaside::sweep {
namespace {

[[noreturn]] void refuse(std::string_view what, std::string_view why) {
    throw InputError(fmt::format("--vary {}: {}", what, why));
}

void check_value(const std::string& name, const std::string& value) {
    scenarios::ScenarioConfig scratch;
    try {
        scenarios::find_parameter(name)->read({scenarios::RawValue::Kind::bare, value, "."},
                                              scratch);
    } catch (const scenarios::ValueError& error) {
        refuse(fmt::format("{}={}", name, value), error.what());
    }
}

std::vector<std::string> known_names(const std::string& spec, std::string_view list) {
    std::vector<std::string> names = split(list, ',');
    for (const std::string& name : names) {
        if (scenarios::find_parameter(name) == nullptr) {
            refuse(name.empty() ? spec : name, scenarios::unknown_parameter(name));
        }
        if (std::ranges::count(names, name) > 1) {
            refuse(spec, fmt::format("names {} twice; once is enough", name));
        }
    }
    return names;
}

}  // namespace

Axis Axis::parse(const std::string& spec) {
    const auto equals = spec.find('=');
    if (equals == std::string::npos || equals == 0) {
        refuse(spec, "has no values; use --vary section.key=value,value or =lo..hi*factor");
    }
    if (std::ranges::count(spec, '"') % 2 != 0) {
        refuse(spec, "a quote is not closed; add the missing \"");
    }
    Axis axis;
    axis.spec_ = spec;
    axis.names_ = known_names(spec, std::string_view(spec).substr(0, equals));
    for (const std::string& item : split(std::string_view(spec).substr(equals + 1), ',')) {
        try {
            axis.add(item);
        } catch (const InputError& error) {
            refuse(spec.substr(0, equals), error.what());
        }
    }
    axis.check();
    return axis;
}

void Axis::add(std::string_view item) {
    const std::uint64_t before = ends_.empty() ? 0 : ends_.back();
    std::uint64_t count = 1;
    if (item.empty()) {
        throw InputError("a value is empty; leave out the comma, or write \"\"");
    }
    if (names_.size() == 1) {
        const auto range = is_quoted(item) ? std::nullopt : ValueRange::parse(item);
        if (range) {
            count = range->size();
            items_.emplace_back(*range);
        } else {
            items_.emplace_back(Tuple{unquoted(item)});
        }
    } else {
        Tuple tuple = split(item, ':');
        if (tuple.size() != names_.size()) {
            throw InputError(
                fmt::format("\"{}\" has {} values for {} parameters; use one each, "
                            "a colon between two",
                            item, tuple.size(), names_.size()));
        }
        for (std::string& value : tuple) {
            if (!is_quoted(value) && ValueRange::parse(value)) {
                throw InputError(
                    fmt::format("{}: a range cannot be part of a tuple; list the "
                                "tuples, or give the parameter a --vary of its own",
                                value));
            }
            value = unquoted(value);
        }
        items_.emplace_back(std::move(tuple));
    }
    ends_.push_back(before + count);
}

/// The values between a range's ends are checked with the points, of which there may be too many.
void Axis::check() const {
    std::uint64_t first = 0;
    for (const std::uint64_t end : ends_) {
        for (const std::uint64_t index : {first, end - 1}) {
            const Tuple tuple = values(index);
            for (std::size_t i = 0; i < names_.size(); ++i) {
                check_value(names_[i], tuple[i]);
            }
        }
        first = end;
    }
}

std::vector<std::string> Axis::values(std::uint64_t index) const {
    const auto found = std::ranges::upper_bound(ends_, index);
    const auto item = static_cast<std::size_t>(found - ends_.begin());
    if (const auto* tuple = std::get_if<Tuple>(&items_[item])) {
        return *tuple;
    }
    const std::uint64_t first = item == 0 ? 0 : ends_[item - 1];
    return {std::get<ValueRange>(items_[item]).at(index - first)};
}

}  // namespace lookaside::sweep
