// SPDX-License-Identifier: Apache-2.0
#include "reports/text_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace lookaside::reports {
namespace {

constexpr std::string_view gap = "  ";

std::string_view escape_of(Tone tone) {
    switch (tone) {
        case Tone::plain:
            return "";
        case Tone::title:
            return "\x1b[1;36m";
        case Tone::strong:
            return "\x1b[1m";
        case Tone::faint:
            return "\x1b[2m";
        case Tone::good:
            return "\x1b[32m";
        case Tone::bad:
            return "\x1b[1;31m";
        case Tone::warning:
            return "\x1b[33m";
    }
    return "";
}

bool continues_code_point(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

std::string padded(const Cell& cell, std::size_t width, Align align, const ConsoleStyle& style) {
    const std::string blanks(width - display_width(cell.text), ' ');
    const std::string text = paint(cell.text, cell.tone, style);
    return align == Align::left ? text + blanks : blanks + text;
}

void strip_trailing_blanks(std::string& line) {
    line.erase(line.find_last_not_of(' ') + 1);
}

std::string escaped_markdown(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '|') {
            escaped += '\\';
        }
        escaped += c;
    }
    return escaped;
}

}  // namespace

std::string paint(std::string_view text, Tone tone, const ConsoleStyle& style) {
    const std::string_view escape = escape_of(tone);
    if (!style.colour || escape.empty() || text.empty()) {
        return std::string(text);
    }
    return std::string(escape).append(text).append("\x1b[0m");
}

std::string bar(double share, std::size_t width, const ConsoleStyle& style) {
    static constexpr std::array<std::string_view, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const double columns = std::clamp(share, 0.0, 1.0) * static_cast<double>(width);
    if (!style.unicode) {
        return std::string(static_cast<std::size_t>(std::lround(columns)), '#');
    }
    const auto parts = static_cast<std::size_t>(std::lround(columns * 8.0));
    std::string text;
    for (std::size_t i = 0; i < parts / 8; ++i) {
        text += "█";
    }
    return text.append(eighths[parts % 8]);
}

std::size_t display_width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char byte) { return !continues_code_point(byte); }));
}

std::string shortened(std::string_view text, std::size_t width) {
    constexpr std::string_view dots = "...";
    if (display_width(text) <= width) {
        return std::string(text);
    }
    const std::size_t kept = width - std::min(width, dots.size());
    std::size_t end = 0;
    for (std::size_t columns = 0; end < text.size(); ++end) {
        if (!continues_code_point(text[end]) && columns++ == kept) {
            break;
        }
    }
    return std::string(text.substr(0, end)).append(dots);
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    const std::string margin(indent, ' ');
    std::string lines;
    std::string line;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t room = width - std::min(width, indent);
        if (!line.empty() && display_width(line) + 1 + display_width(word) > room) {
            lines += margin + line + '\n';
            line.clear();
        }
        line += (line.empty() ? "" : " ");
        line += word;
    }
    return line.empty() ? lines : lines + margin + line + '\n';
}

void TextTable::add(std::vector<Cell> row) {
    if (row.size() != columns_.size()) {
        throw std::invalid_argument("a table row needs one cell a column");
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (columns_[i].most > 0) {
            row[i].text = shortened(row[i].text, columns_[i].most);
        }
    }
    rows_.push_back(std::move(row));
}

std::vector<std::size_t> TextTable::widths() const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        std::size_t width = display_width(columns_[i].heading);
        for (const auto& row : rows_) {
            width = std::max(width, display_width(row[i].text));
        }
        result.push_back(width);
    }
    return result;
}

std::string TextTable::render(const ConsoleStyle& style, std::size_t indent) const {
    const auto width = widths();
    std::string text;
    const auto add_line = [&](const auto& cell_of) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            line += i == 0 ? "" : gap;
            line += padded(cell_of(i), width[i], columns_[i].align, style);
        }
        strip_trailing_blanks(line);
        text += line + '\n';
    };
    if (std::any_of(columns_.begin(), columns_.end(),
                    [](const Column& column) { return !column.heading.empty(); })) {
        add_line([&](std::size_t i) { return Cell(columns_[i].heading, Tone::faint); });
    }
    for (const auto& row : rows_) {
        add_line([&](std::size_t i) { return row[i]; });
    }
    return text;
}

std::string TextTable::render_markdown() const {
    std::string text = "|";
    std::string rule = "|";
    for (const Column& column : columns_) {
        text += ' ' + escaped_markdown(column.heading) + " |";
        rule += column.align == Align::left ? " --- |" : " ---: |";
    }
    text += '\n' + rule + '\n';
    for (const auto& row : rows_) {
        text += '|';
        for (const Cell& cell : row) {
            text += ' ' + escaped_markdown(cell.text) + " |";
        }
        text += '\n';
    }
    return text;
}

}  // namespace lookaside::reports
