// SPDX-License-Identifier: Apache-2.0
// Published figures beside simulated ones, as `lookaside validate` prints them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "reports/text_table.h"

namespace lookaside::reports {

/// What a published figure is worth as evidence.
enum class FigureKind : std::uint8_t {
    calibrated,  // a parameter was fitted to it
    predicted,   // nothing was fitted to it
    context      // not simulated under the same conditions; shown for orientation
};
std::string_view name_of(FigureKind kind);

struct ComparisonRow {
    std::string what;  // "PC, x4, 1500 B"
    double published = 0.0;
    std::string unit;  // "Mb/s"
    double simulated = 0.0;
    FigureKind kind = FigureKind::predicted;
    std::string note;

    /// (simulated - published) / published; `published` is not 0.
    double error() const { return (simulated - published) / published; }
};

struct ComparisonTable {
    std::string title;  // "A. FPGA IPsec card (REV-ECIT 2020)"
    std::vector<ComparisonRow> rows;

    std::string console_text(const ConsoleStyle& style) const;
    std::string markdown() const;
    nlohmann::ordered_json json() const;
};

}  // namespace lookaside::reports
