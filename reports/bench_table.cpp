// SPDX-License-Identifier: Apache-2.0
#include "reports/bench_table.h"

#include <algorithm>

#include "reports/number_format.h"

namespace lookaside::reports {
namespace {

Cell verdict(const BenchRow& row) {
    if (!row.target) {
        return {""};
    }
    return row.passed() ? Cell{"pass", Tone::good} : Cell{"FAIL", Tone::bad};
}

}  // namespace

bool BenchTable::passed() const {
    return std::all_of(rows.begin(), rows.end(), [](const BenchRow& row) { return row.passed(); });
}

std::string BenchTable::console_text(const ConsoleStyle& style) const {
    TextTable table({{"benchmark"},
                     {"value", Align::right},
                     {"target", Align::right},
                     {"unit"},
                     {""},
                     {"note", Align::left, 30}});
    for (const BenchRow& row : rows) {
        table.add({row.name,
                   {significant(row.value, 3), Tone::strong},
                   row.target ? significant(*row.target, 3) : "",
                   row.unit,
                   verdict(row),
                   {row.note, Tone::faint}});
    }
    return table.render(style, 0);
}

nlohmann::ordered_json BenchTable::json() const {
    nlohmann::ordered_json benchmarks = nlohmann::ordered_json::array();
    for (const BenchRow& row : rows) {
        nlohmann::ordered_json benchmark{
            {"name", row.name}, {"unit", row.unit}, {"value", row.value}};
        if (row.target) {
            benchmark["target"] = *row.target;
            benchmark["passed"] = row.passed();
        }
        benchmark["note"] = row.note;
        benchmarks.push_back(std::move(benchmark));
    }
    return {{"passed", passed()}, {"benchmarks", std::move(benchmarks)}};
}

}  // namespace lookaside::reports
