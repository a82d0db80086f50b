// SPDX-License-Identifier: Apache-2.0
#include "reports/comparison_table.h"

#include <fmt/format.h>

#include "reports/number_format.h"

namespace lookaside::reports {
namespace {

constexpr std::size_t console_note_width = 26;

std::string signed_percent(double ratio) {
    return fmt::format("{:+.1f} %", 100.0 * ratio);
}

Tone tone_of(FigureKind kind) {
    return kind == FigureKind::predicted ? Tone::strong : Tone::faint;
}

TextTable table_of(const std::vector<ComparisonRow>& rows, std::size_t note_width) {
    TextTable table({{"figure"},
                     {"published", Align::right},
                     {"simulated", Align::right},
                     {"unit"},
                     {"error", Align::right},
                     {"kind"},
                     {"note", Align::left, note_width}});
    for (const ComparisonRow& row : rows) {
        table.add({row.what,
                   significant(row.published, 3),
                   significant(row.simulated, 3),
                   row.unit,
                   {signed_percent(row.error()), tone_of(row.kind)},
                   {std::string(name_of(row.kind)), tone_of(row.kind)},
                   {row.note, Tone::faint}});
    }
    return table;
}

}  // namespace

std::string_view name_of(FigureKind kind) {
    switch (kind) {
        case FigureKind::calibrated:
            return "calibrated";
        case FigureKind::predicted:
            return "predicted";
        case FigureKind::context:
            return "context";
    }
    return "";
}

std::string ComparisonTable::console_text(const ConsoleStyle& style) const {
    return paint(title, Tone::title, style) + '\n' +
           table_of(rows, console_note_width).render(style, 2);
}

std::string ComparisonTable::markdown() const {
    return "### " + title + "\n\n" + table_of(rows, 0).render_markdown();
}

nlohmann::ordered_json ComparisonTable::json() const {
    nlohmann::ordered_json figures = nlohmann::ordered_json::array();
    for (const ComparisonRow& row : rows) {
        figures.push_back({{"what", row.what},
                           {"unit", row.unit},
                           {"published", row.published},
                           {"simulated", row.simulated},
                           {"error_ratio", row.error()},
                           {"kind", name_of(row.kind)},
                           {"note", row.note}});
    }
    return {{"title", title}, {"figures", std::move(figures)}};
}

}  // namespace lookaside::reports
