// SPDX-License-Identifier: Apache-2.0
// Measured speeds beside their targets, as `lookaside bench` prints them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reports/text_table.h"

namespace lookaside::reports {

struct BenchRow {
    std::string name;  // "iterative AES-128-GCM, bare loop"
    double value = 0.0;
    std::string unit;              // "MB/s of payload", "packets per CPU second"
    std::optional<double> target;  // least value that is good enough; none: for information
    std::string note;

    bool passed() const { return !target || value >= *target; }
};

struct BenchTable {
    std::vector<BenchRow> rows;

    bool passed() const;
    std::string console_text(const ConsoleStyle& style) const;
    nlohmann::ordered_json json() const;
};

}  // namespace lookaside::reports
