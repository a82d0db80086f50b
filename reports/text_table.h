// SPDX-License-Identifier: Apache-2.0
// Aligned text: tables, bars, wrapped sentences, colour where the terminal has it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lookaside::reports {

/// What the terminal can do; the caller finds out.
struct ConsoleStyle {
    bool colour = false;   // ANSI escape sequences
    bool unicode = false;  // UTF-8, for block characters
    std::size_t width = 100;
};

enum class Tone : unsigned char { plain, title, strong, faint, good, bad, warning };

/// `text` in the tone's colour if the style has colours.
std::string paint(std::string_view text, Tone tone, const ConsoleStyle& style);

/// A bar of `share` (clamped to 0..1) of `width` columns, in eighths of a column with UTF-8, else
/// in whole columns of '#'. Not padded.
std::string bar(double share, std::size_t width, const ConsoleStyle& style);

/// Columns that UTF-8 text takes, one a code point.
std::size_t display_width(std::string_view text);
/// `text`, cut to `width` columns with "..." at the end if it is longer.
std::string shortened(std::string_view text, std::size_t width);
/// `text` broken between words into lines of at most `width` columns, all indented by `indent`.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

enum class Align : unsigned char { left, right };

struct Cell {
    Cell(std::string content, Tone colour = Tone::plain) : text(std::move(content)), tone(colour) {}
    Cell(const char* content) : text(content) {}
    std::string text;
    Tone tone = Tone::plain;
};

class TextTable {
  public:
    struct Column {
        std::string heading;
        Align align = Align::left;
        std::size_t most = 0;  // cells are shortened to this many columns; 0: not at all
    };

    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// One cell a column.
    void add(std::vector<Cell> row);
    bool empty() const { return rows_.empty(); }

    /// Columns two apart, without trailing blanks. Headings are left out if all are empty.
    std::string render(const ConsoleStyle& style, std::size_t indent) const;
    /// A GitHub-flavoured Markdown table.
    std::string render_markdown() const;

  private:
    std::vector<std::size_t> widths() const;

    std::vector<Column> columns_;
    std::vector<std::vector<Cell>> rows_;
};

}  // namespace lookaside::reports
