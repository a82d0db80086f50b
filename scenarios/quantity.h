// SPDX-License-Identifier: Apache-2.0
// Quantities with units: "250 MHz", "4 KiB", "5 us", "500 Mb/s".
#pragma once

#include <string>
#include <string_view>

#include "base/units.h"
#include "scenarios/values.h"

namespace lookaside::scenarios {

/// A quantity in print.
struct Rendered {
    std::string value;  // "250"
    std::string unit;   // "MHz"; empty if the value has none

    /// "250 MHz"
    std::string text() const { return unit.empty() ? value : value + " " + unit; }
};

/// The readers throw ValueError for a missing or wrong unit, or a value finer than the type holds.
Bytes read_size(std::string_view text);
Picoseconds read_duration(std::string_view text);
Hertz read_frequency(std::string_view text);
OfferedRate read_rate(std::string_view text);

/// In the largest unit that shows the value without a fraction.
Rendered render(Bytes size);
Rendered render(Picoseconds duration);
Rendered render(Hertz frequency);
Rendered render(OfferedRate rate);

}  // namespace lookaside::scenarios
