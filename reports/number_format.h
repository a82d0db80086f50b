// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them: sensible digits, grouped counts, SI prefixes.
#pragma once

#include <cstdint>
#include <string>

namespace lookaside::reports {

/// `digits` significant digits, never in exponent form: 432.04 -> "432", 0.01234 -> "0.0123".
/// Digits before the point are kept: 12345.6 -> "12346".
std::string significant(double value, int digits = 3);
/// Picoseconds as microseconds with 2 decimals below 100, 1 below 1000, else none: "27.78".
std::string microseconds(double ps);
/// A ratio as percent: "62 %", below 10 % with one decimal: "0.4 %".
std::string percent(double ratio);
/// A rate with an SI prefix: 36012 -> "36.0 k".
std::string si_rate(double per_second);
/// Thousands apart: 3600123 -> "3 600 123".
std::string grouped(std::uint64_t count);

}  // namespace lookaside::reports
