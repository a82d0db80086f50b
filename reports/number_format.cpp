// SPDX-License-Identifier: Apache-2.0
#include "reports/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lookaside::reports {

std::string significant(double value, int digits) {
    if (value == 0.0) {
        return "0";
    }
    const int before_point = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    std::string text = fmt::format("{:.{}f}", value, std::max(0, digits - before_point));
    // 9.996 rounds up to a digit more: drop the decimal it no longer needs.
    const int rounded = static_cast<int>(std::floor(std::log10(std::abs(std::stod(text))))) + 1;
    if (rounded > before_point) {
        text = fmt::format("{:.{}f}", value, std::max(0, digits - rounded));
    }
    return text;
}

std::string microseconds(double ps) {
    const double us = ps * 1e-6;
    const int decimals = us < 100.0 ? 2 : us < 1000.0 ? 1 : 0;
    return fmt::format("{:.{}f}", us, decimals);
}

std::string percent(double ratio) {
    const double value = 100.0 * ratio;
    return fmt::format("{:.{}f} %", value, std::abs(value) < 9.95 ? 1 : 0);
}

std::string si_rate(double per_second) {
    constexpr std::array<const char*, 4> prefixes{"", "k", "M", "G"};
    std::size_t prefix = 0;
    double value = per_second;
    while (std::abs(value) >= 999.5 && prefix + 1 < prefixes.size()) {
        value /= 1000.0;
        ++prefix;
    }
    return fmt::format("{} {}", significant(value, 3), prefixes[prefix]);
}

std::string grouped(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, 1, ' ');
    }
    return text;
}

}  // namespace lookaside::reports
