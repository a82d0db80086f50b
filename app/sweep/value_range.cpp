// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/value_range.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "app/sweep/words.h"
#include "base/error.h"

namespace lookaside::sweep {
namespace {

/// A number and the word behind it.
struct Amount {
    double number = 0.0;
    std::string unit;
};

bool starts_a_number(std::string_view text) {
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    return !digits.empty() && (std::isdigit(static_cast<unsigned char>(digits[0])) != 0 ||
                               (digits.size() > 1 && digits[0] == '.' && digits[1] != '.'));
}

std::optional<Amount> read_amount(std::string_view text) {
    if (!starts_a_number(text)) {
        return std::nullopt;
    }
    Amount amount;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), amount.number);
    if (error != std::errc{} || !std::isfinite(amount.number)) {
        return std::nullopt;
    }
    amount.unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
    return amount;
}

Amount require_amount(std::string_view text, std::string_view range) {
    const auto amount = read_amount(trimmed(text));
    if (!amount) {
        throw InputError(fmt::format("{}: \"{}\" is no number; write lo..hi+step or lo..hi*factor",
                                     range, trimmed(text)));
    }
    return *amount;
}

std::string common_unit(const Amount& low, const Amount& high, std::string_view range) {
    if (!low.unit.empty() && !high.unit.empty() && low.unit != high.unit) {
        throw InputError(fmt::format("{}: goes from {} to {}; write both ends in one unit", range,
                                     low.unit, high.unit));
    }
    return low.unit.empty() ? high.unit : low.unit;
}

/// Rounding must not lose the last value: 0.1..0.3+0.1 has three.
constexpr double slack = 1e-9;

std::uint64_t count_of(double steps, std::string_view range) {
    constexpr double most = 1e15;
    if (steps >= most) {
        throw InputError(fmt::format("{}: has too many values; use a larger step", range));
    }
    return static_cast<std::uint64_t>(steps + slack) + 1;
}

/// 15 digits: what a double holds for certain.
std::string plain(double number) {
    std::string text = fmt::format("{:.15g}", number);
    return text.find('e') == std::string::npos ? text : fmt::format("{:.0f}", number);
}

}  // namespace

std::optional<ValueRange> ValueRange::parse(std::string_view text) {
    const auto dots = text.find("..");
    if (dots == std::string_view::npos || !starts_a_number(text)) {
        return std::nullopt;
    }
    const std::string_view rest = text.substr(dots + 2);
    const auto sign = rest.find_first_of("+*", 1);
    if (sign == std::string_view::npos) {
        throw InputError(
            fmt::format("{}: has no step; write {}+step or {}*factor", text, text, text));
    }
    const Amount low = require_amount(text.substr(0, dots), text);
    const Amount high = require_amount(rest.substr(0, sign), text);
    const Amount step = require_amount(rest.substr(sign + 1), text);

    ValueRange range;
    range.low_ = low.number;
    range.step_ = step.number;
    range.unit_ = common_unit(low, high, text);
    if (high.number < low.number) {
        throw InputError(fmt::format("{}: ends below its start; write the lower end first", text));
    }
    if (rest[sign] == '+') {
        if (!step.unit.empty() && step.unit != range.unit_) {
            throw InputError(fmt::format("{}: the step is in {}; write it in the unit of the ends",
                                         text, step.unit));
        }
        if (step.number <= 0.0) {
            throw InputError(fmt::format("{}: never ends; use a step above 0", text));
        }
        range.growth_ = Growth::add;
        range.size_ = count_of((high.number - low.number) / step.number, text);
        return range;
    }
    if (!step.unit.empty()) {
        throw InputError(
            fmt::format("{}: a factor has no unit; use *{}", text, plain(step.number)));
    }
    if (step.number <= 1.0 || low.number <= 0.0) {
        throw InputError(
            fmt::format("{}: never ends; use a factor above 1 and a start above 0", text));
    }
    range.growth_ = Growth::multiply;
    range.size_ = count_of(std::log(high.number / low.number) / std::log(step.number), text);
    return range;
}

std::string ValueRange::at(std::uint64_t index) const {
    const auto steps = static_cast<double>(index);
    const double value =
        growth_ == Growth::add ? low_ + step_ * steps : low_ * std::pow(step_, steps);
    return unit_.empty() ? plain(value) : plain(value) + " " + unit_;
}

}  // namespace lookaside::sweep
