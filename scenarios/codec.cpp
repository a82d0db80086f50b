// SPDX-License-Identifier: Apache-2.0
#include "scenarios/codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "scenarios/nearest_name.h"

namespace lookaside::scenarios {
namespace detail {

std::string listed(const std::vector<std::string>& words) {
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i) {
        list += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
        list += words[i];
    }
    return list;
}

std::string quoted(const std::string& word) {
    return "\"" + word + "\"";
}

const std::string& text_of(const RawValue& value, const std::string& accepts) {
    if (!value.is(RawValue::Kind::text)) {
        throw ValueError(fmt::format("{} is not a string; use {}", value.text, accepts));
    }
    return value.text;
}

void refuse_word(const std::string& word, const std::vector<std::string>& words) {
    std::vector<std::string> all;
    std::ranges::transform(words, std::back_inserter(all), quoted);
    throw ValueError(fmt::format("\"{}\" is unknown{}{} {}", word, suggestion(word, words),
                                 nearest_name(word, words).empty() ? "; use" : " Use",
                                 listed(all)));
}

}  // namespace detail

namespace {

using detail::listed;
using detail::text_of;

template <typename Number>
std::optional<Number> parse_number(std::string_view text, int base = 10) {
    Number number{};
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number, base);
    return error == std::errc{} && end == last ? std::optional(number) : std::nullopt;
}

std::uint64_t whole_number(const RawValue& raw, const std::string& accepts) {
    const auto number = parse_number<std::uint64_t>(raw.text);
    if (!raw.is(RawValue::Kind::integer) || !number) {
        const bool string = raw.kind == RawValue::Kind::text;
        throw ValueError(fmt::format("{0}{1}{0} is not a whole number; use {2}", string ? "\"" : "",
                                     raw.text, accepts));
    }
    return *number;
}

template <typename T>
std::string range(const T& least, const T& most) {
    return fmt::format("{} to {}", render(least).text(), render(most).text());
}

template <typename T>
T within(T value, T least, T most, const std::string& accepts) {
    if (value < least || value > most) {
        throw ValueError(fmt::format("{} is out of range; use {}", render(value).text(), accepts));
    }
    return value;
}

/// A quantity with a unit, in a range; `extra` says what else it must be.
template <typename T>
Codec<T> quantity(std::string type, T least, T most, T (*read)(std::string_view),
                  const std::string& extra = {}) {
    const std::string accepts = range(least, most) + extra;
    return {std::move(type), accepts,
            [=](const RawValue& raw) {
                if (raw.kind == RawValue::Kind::boolean || raw.kind == RawValue::Kind::section) {
                    text_of(raw, accepts);
                }
                // A bare number gets the reader's complaint about the missing unit.
                return within(read(raw.text), least, most, accepts);
            },
            [](const T& value) { return render(value); }};
}

Rendered plain(std::uint64_t number) {
    return {fmt::format("{}", number), ""};
}

SizeDistribution::Part read_part(std::string_view part, const std::string& accepts) {
    const auto colon = part.find(':');
    const auto bytes = parse_number<Bytes>(part.substr(0, colon));
    const auto weight = parse_number<std::uint64_t>(
        colon == std::string_view::npos ? std::string_view{} : part.substr(colon + 1));
    if (!bytes || !weight || *weight == 0) {
        throw ValueError(fmt::format("\"{}\" is no size with its weight; use {}", part, accepts));
    }
    return {*bytes, *weight};
}

}  // namespace

Codec<bool> boolean() {
    return {
        "boolean", "true or false",
        [](const RawValue& raw) {
            if (!raw.is(RawValue::Kind::boolean) || (raw.text != "true" && raw.text != "false")) {
                throw ValueError(
                    fmt::format("{} is neither true nor false; use true or false", raw.text));
            }
            return raw.text == "true";
        },
        [](const bool& value) {
            return Rendered{value ? "true" : "false", ""};
        }};
}

Codec<std::string> text() {
    return {"text", "any text", [](const RawValue& raw) { return text_of(raw, "a quoted text"); },
            [](const std::string& value) {
                return Rendered{value, ""};
            }};
}

Codec<std::uint64_t> integer(std::uint64_t least, std::uint64_t most) {
    const std::string accepts = most == std::numeric_limits<std::uint64_t>::max()
                                    ? fmt::format("{} or more", least)
                                    : fmt::format("{} to {}", least, most);
    return {"integer", accepts,
            [=](const RawValue& raw) {
                const std::uint64_t number = whole_number(raw, accepts);
                if (number < least || number > most) {
                    throw ValueError(fmt::format("{} is out of range; use {}", number, accepts));
                }
                return number;
            },
            [](const std::uint64_t& value) { return plain(value); }};
}

Codec<unsigned> count(unsigned least, unsigned most) {
    const auto wide = integer(least, most);
    return {wide.type, wide.accepts,
            [wide](const RawValue& raw) { return static_cast<unsigned>(wide.read(raw)); },
            [](const unsigned& value) { return plain(value); }};
}

Codec<unsigned> one_of(std::vector<unsigned> choices) {
    std::vector<std::string> words;
    std::ranges::transform(choices, std::back_inserter(words),
                           [](unsigned n) { return std::to_string(n); });
    const std::string accepts = listed(words);
    return {"integer", accepts,
            [=](const RawValue& raw) {
                const std::uint64_t number = whole_number(raw, accepts);
                if (std::ranges::find(choices, number) == choices.end()) {
                    throw ValueError(fmt::format("{} is not possible; use {}", number, accepts));
                }
                return static_cast<unsigned>(number);
            },
            [](const unsigned& value) { return plain(value); }};
}

Codec<double> real(double least, double most) {
    const std::string accepts = fmt::format("{} to {}", least, most);
    return {"number", accepts,
            [=](const RawValue& raw) {
                double number = 0.0;
                const char* const last = raw.text.data() + raw.text.size();
                const auto [end, error] = std::from_chars(raw.text.data(), last, number);
                const bool numeric =
                    raw.is(RawValue::Kind::real) || raw.is(RawValue::Kind::integer);
                if (!numeric || error != std::errc{} || end != last) {
                    throw ValueError(fmt::format("{} is not a number; use {}", raw.text, accepts));
                }
                if (!(number >= least && number <= most)) {
                    throw ValueError(fmt::format("{} is out of range; use {}", raw.text, accepts));
                }
                return number;
            },
            [](const double& value) {
                return Rendered{fmt::format("{}", value), ""};
            }};
}

Codec<Bytes> size(Bytes least, Bytes most) {
    return quantity<Bytes>("size", least, most, read_size);
}

Codec<Bytes> power_of_two(Bytes least, Bytes most) {
    auto codec = quantity<Bytes>("size", least, most, read_size, ", a power of two");
    codec.read = [=, any = codec.read](const RawValue& raw) {
        const Bytes bytes = any(raw);
        if ((bytes & (bytes - 1)) != 0) {
            Bytes below = least;
            while (below * 2 < bytes) {
                below *= 2;
            }
            throw ValueError(fmt::format("{} is not a power of two; use {} or {}",
                                         render(bytes).text(), render(below).text(),
                                         render(below * 2).text()));
        }
        return bytes;
    };
    return codec;
}

Codec<Picoseconds> duration(Picoseconds least, Picoseconds most) {
    return quantity("duration", least, most, read_duration);
}

Codec<Hertz> frequency(Hertz least, Hertz most) {
    return quantity("frequency", least, most, read_frequency);
}

Codec<OfferedRate> rate() {
    return {"rate", "a rate in packets/s or bits/s, as in \"500 Mb/s\"",
            [](const RawValue& raw) {
                const OfferedRate offered = read_rate(raw.text);
                if (!offered.is_set()) {
                    throw ValueError("a rate of 0 offers nothing; use a rate above 0");
                }
                return offered;
            },
            [](const OfferedRate& value) { return render(value); }};
}

Codec<SizeDistribution> size_distribution(Bytes least, Bytes most) {
    const std::string accepts = range(least, most) +
                                ", or weighted sizes in bytes as in "
                                "\"40:7,576:4,1500:1\"";
    return {"size", accepts,
            [=](const RawValue& raw) {
                SizeDistribution sizes;
                std::string_view rest = raw.text;
                if (rest.find(':') == std::string_view::npos) {
                    sizes.parts.push_back({read_size(rest), 1});
                    rest = {};
                }
                while (!rest.empty()) {
                    const auto comma = std::min(rest.find(','), rest.size());
                    sizes.parts.push_back(read_part(rest.substr(0, comma), accepts));
                    rest.remove_prefix(std::min(comma + 1, rest.size()));
                }
                for (const auto& part : sizes.parts) {
                    within(part.bytes, least, most, accepts);
                }
                return sizes;
            },
            [](const SizeDistribution& sizes) {
                if (sizes.parts.size() == 1) {
                    return render(sizes.parts.front().bytes);
                }
                std::string list;
                for (const auto& part : sizes.parts) {
                    list +=
                        fmt::format("{}{}:{}", list.empty() ? "" : ",", part.bytes, part.weight);
                }
                return Rendered{list, "B:weight"};
            }};
}

Codec<std::vector<std::uint8_t>> hex_bytes(std::vector<std::size_t> lengths) {
    std::vector<std::string> digits;
    std::ranges::transform(lengths, std::back_inserter(digits),
                           [](std::size_t n) { return std::to_string(2 * n); });
    const std::string accepts = listed(digits) + " hexadecimal digits, or none";
    return {"hex", accepts,
            [=](const RawValue& raw) {
                const std::string& text = text_of(raw, accepts);
                std::vector<std::uint8_t> bytes;
                for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
                    const auto byte =
                        parse_number<std::uint8_t>(std::string_view(text).substr(i, 2), 16);
                    if (!byte) {
                        throw ValueError(
                            fmt::format("\"{}\" is not hexadecimal; use {}", text, accepts));
                    }
                    bytes.push_back(*byte);
                }
                if (text.size() % 2 != 0 ||
                    (!bytes.empty() && std::ranges::find(lengths, bytes.size()) == lengths.end())) {
                    throw ValueError(fmt::format("{} hexadecimal digits are given; use {}",
                                                 text.size(), accepts));
                }
                return bytes;
            },
            [](const std::vector<std::uint8_t>& bytes) {
                std::string text;
                for (const std::uint8_t byte : bytes) {
                    text += fmt::format("{:02x}", byte);
                }
                return Rendered{text.empty() ? "none" : text, ""};
            }};
}

Codec<std::uint32_t> word(std::uint32_t least) {
    const std::string accepts = fmt::format("{:#x} to 0xffffffff", least);
    return {"integer", accepts,
            [=](const RawValue& raw) {
                const bool hex = raw.text.starts_with("0x") || raw.text.starts_with("0X");
                const auto number = hex ? parse_number<std::uint32_t>(raw.text.substr(2), 16)
                                        : parse_number<std::uint32_t>(raw.text);
                if (!raw.is(RawValue::Kind::integer) || !number || *number < least) {
                    throw ValueError(fmt::format("{} is out of range; use {}", raw.text, accepts));
                }
                return *number;
            },
            [](const std::uint32_t& value) {
                return Rendered{fmt::format("{:#x}", value), ""};
            }};
}

Codec<FilePath> file_path() {
    return {"file", "a file name",
            [](const RawValue& raw) {
                const std::string& name = text_of(raw, "a quoted file name");
                return FilePath{name, name.empty() ? std::filesystem::path{} : raw.base / name};
            },
            [](const FilePath& file) {
                return Rendered{file.is_set() ? file.given : "none", ""};
            }};
}

Codec<unsigned> pcie_generation() {
    const auto numbers = one_of({1, 2, 3, 4, 5});
    const std::vector<std::string> rates{"2.5 GT/s", "5 GT/s", "8 GT/s", "16 GT/s", "32 GT/s"};
    return {numbers.type, numbers.accepts + ", or \"2.5 GT/s\", 5, 8, 16 or 32 GT/s",
            [=](const RawValue& raw) {
                const auto found = std::ranges::find(rates, raw.text);
                if (raw.is(RawValue::Kind::text) && found != rates.end()) {
                    return static_cast<unsigned>(found - rates.begin()) + 1;
                }
                return numbers.read(raw);
            },
            numbers.render};
}

}  // namespace lookaside::scenarios
