// SPDX-License-Identifier: Apache-2.0
#include "scenarios/quantity.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "scenarios/raw_value.h"

namespace lookaside::scenarios {
namespace {

struct Unit {
    std::string_view symbol;
    std::int64_t scale;  // in the quantity's base unit
};

/// A kind of quantity: its units from small to large, and an example for error messages.
struct Dimension {
    std::string_view name;
    std::span<const Unit> units;
    std::string_view example_unit;
};

constexpr std::int64_t kilo = 1'000;
constexpr std::int64_t mega = 1'000'000;
constexpr std::int64_t giga = 1'000'000'000;
constexpr std::int64_t kibi = 1024;
constexpr std::int64_t mebi = 1024 * kibi;
constexpr std::int64_t gibi = 1024 * mebi;

constexpr Unit size_units[] = {{"B", 1},      {"kB", kilo},  {"MB", mega}, {"GB", giga},
                               {"KiB", kibi}, {"MiB", mebi}, {"GiB", gibi}};
constexpr Unit shown_size_units[] = {{"B", 1}, {"KiB", kibi}, {"MiB", mebi}, {"GiB", gibi}};
constexpr Unit duration_units[] = {
    {"ps", 1}, {"ns", kilo}, {"us", mega}, {"ms", giga}, {"s", 1'000 * giga}};
constexpr Unit frequency_units[] = {{"Hz", 1}, {"kHz", kilo}, {"MHz", mega}, {"GHz", giga}};
constexpr Unit packet_rate_units[] = {{"packets/s", 1}, {"pps", 1}, {"kpps", kilo}, {"Mpps", mega}};
constexpr Unit bit_rate_units[] = {{"b/s", 1}, {"kb/s", kilo}, {"Mb/s", mega}, {"Gb/s", giga}};

constexpr Dimension size_dimension{"size", size_units, "B"};
constexpr Dimension duration_dimension{"duration", duration_units, "us"};
constexpr Dimension frequency_dimension{"frequency", frequency_units, "MHz"};

struct Split {
    double number;
    std::string_view unit;
};

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Split split(std::string_view text, std::string_view quantity, std::string_view example) {
    text = trimmed(text);
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || !std::isfinite(number)) {
        throw ValueError(fmt::format("\"{}\" is no {}; use a number and a unit, as in \"{}\"", text,
                                     quantity, example));
    }
    if (number < 0.0) {
        throw ValueError(fmt::format("\"{}\" is negative; use a {} of 0 or more", text, quantity));
    }
    const auto length = static_cast<std::size_t>(end - text.data());
    return {number, trimmed(text.substr(length))};
}

const Unit* find(std::span<const Unit> units, std::string_view symbol) {
    for (const Unit& unit : units) {
        if (unit.symbol == symbol) {
            return &unit;
        }
    }
    return nullptr;
}

std::string listed(std::span<const Unit> units) {
    std::string list;
    for (std::size_t i = 0; i < units.size(); ++i) {
        list += i == 0 ? "" : i + 1 == units.size() ? " or " : ", ";
        list += units[i].symbol;
    }
    return list;
}

/// The quantity in base units; every quantity is a whole number of them.
std::int64_t read_whole(std::string_view text, const Dimension& dimension) {
    const std::string example = fmt::format("10 {}", dimension.example_unit);
    const auto [number, symbol] = split(text, dimension.name, example);
    if (symbol.empty()) {
        throw ValueError(fmt::format("\"{}\" has no unit; use {}, as in \"{} {}\"", trimmed(text),
                                     listed(dimension.units), trimmed(text),
                                     dimension.example_unit));
    }
    const Unit* unit = find(dimension.units, symbol);
    if (unit == nullptr) {
        throw ValueError(fmt::format("\"{}\" is no unit of {}; use {}", symbol, dimension.name,
                                     listed(dimension.units)));
    }
    const double scaled = number * static_cast<double>(unit->scale);
    // 2^53: up to here a double holds every whole number.
    if (scaled > 9007199254740992.0) {
        throw ValueError(fmt::format("\"{}\" is too large", trimmed(text)));
    }
    const double whole = std::round(scaled);
    if (std::abs(scaled - whole) > 1e-9 * std::max(1.0, scaled)) {
        throw ValueError(fmt::format("\"{}\" is finer than 1 {}", trimmed(text),
                                     dimension.units.front().symbol));
    }
    return static_cast<std::int64_t>(whole);
}

Rendered show(std::int64_t value, std::span<const Unit> units) {
    const Unit* best = &units.front();
    for (const Unit& unit : units) {
        if (value != 0 && value % unit.scale == 0 && unit.scale > best->scale) {
            best = &unit;
        }
    }
    return {fmt::format("{}", value / best->scale), std::string(best->symbol)};
}

}  // namespace

Bytes read_size(std::string_view text) {
    return static_cast<Bytes>(read_whole(text, size_dimension));
}

Picoseconds read_duration(std::string_view text) {
    return Picoseconds{read_whole(text, duration_dimension)};
}

Hertz read_frequency(std::string_view text) {
    return Hertz{static_cast<std::uint64_t>(read_whole(text, frequency_dimension))};
}

OfferedRate read_rate(std::string_view text) {
    const auto [number, symbol] = split(text, "rate", "500 Mb/s");
    if (const Unit* unit = find(bit_rate_units, symbol)) {
        return {number * static_cast<double>(unit->scale), OfferedRate::Counts::bits};
    }
    if (const Unit* unit = find(packet_rate_units, symbol)) {
        return {number * static_cast<double>(unit->scale), OfferedRate::Counts::packets};
    }
    throw ValueError(fmt::format("{}; use {}, or {}",
                                 symbol.empty() ? fmt::format("\"{}\" has no unit", trimmed(text))
                                                : fmt::format("\"{}\" is no unit of rate", symbol),
                                 listed(packet_rate_units), listed(bit_rate_units)));
}

Rendered render(Bytes bytes) {
    return show(static_cast<std::int64_t>(bytes), shown_size_units);
}

Rendered render(Picoseconds time) {
    return show(time.count(), duration_units);
}

Rendered render(Hertz hertz) {
    return show(static_cast<std::int64_t>(hertz.value), frequency_units);
}

Rendered render(OfferedRate rate) {
    if (!rate.is_set()) {
        return {"none", ""};
    }
    return {fmt::format("{}", rate.per_second),
            rate.counts == OfferedRate::Counts::bits ? "b/s" : "packets/s"};
}

}  // namespace lookaside::scenarios
