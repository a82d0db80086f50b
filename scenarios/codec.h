// SPDX-License-Identifier: Apache-2.0
// How a parameter's type is read from what the user wrote, checked, and shown again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"
#include "scenarios/quantity.h"
#include "scenarios/raw_value.h"
#include "scenarios/values.h"

namespace lookaside::scenarios {

template <typename T>
struct Codec {
    std::string type;     // "integer", "size", ...
    std::string accepts;  // range or choices: "1 to 4", "\"rtl\" or \"timed\""
    /// Throws ValueError if the value has another type or is out of range.
    std::function<T(const RawValue&)> read;
    std::function<Rendered(const T&)> render;
};

Codec<bool> boolean();
Codec<std::string> text();
/// At least `least` and at most `most`, both included; so are all ranges below.
Codec<std::uint64_t> integer(std::uint64_t least, std::uint64_t most);
Codec<unsigned> count(unsigned least, unsigned most);
Codec<unsigned> one_of(std::vector<unsigned> choices);
Codec<double> real(double least, double most);
Codec<Bytes> size(Bytes least, Bytes most);
Codec<Bytes> power_of_two(Bytes least, Bytes most);
Codec<Picoseconds> duration(Picoseconds least, Picoseconds most);
Codec<Hertz> frequency(Hertz least, Hertz most);
Codec<OfferedRate> rate();
/// One size, or "size:weight,size:weight,..." with sizes in bytes.
Codec<SizeDistribution> size_distribution(Bytes least, Bytes most);
/// Hexadecimal digits, two a byte; `lengths` are the allowed numbers of bytes, 0 is always allowed.
Codec<std::vector<std::uint8_t>> hex_bytes(std::vector<std::size_t> lengths);
/// "channel:device,channel:device,...", or none.
Codec<std::vector<DevicePlace>> device_list();
/// "w:w:w:w", the weights of priorities 0 to 3.
Codec<PriorityWeights> priority_weights();
/// 32 bits, decimal or 0x...
Codec<std::uint32_t> word(std::uint32_t least);
Codec<FilePath> file_path();
/// 1 to 5, or the transfer rate of a generation: "2.5 GT/s" to "32 GT/s".
Codec<unsigned> pcie_generation();

namespace detail {
/// "a, b or c"
std::string listed(const std::vector<std::string>& words);
std::string quoted(const std::string& word);
/// The text of a string value; throws ValueError otherwise.
const std::string& text_of(const RawValue& value, const std::string& accepts);
[[noreturn]] void refuse_word(const std::string& word, const std::vector<std::string>& words);
}  // namespace detail

/// One of a few words, each standing for an enumerator.
template <typename Enum>
Codec<Enum> choice(std::vector<std::pair<std::string, Enum>> words) {
    std::vector<std::string> names;
    std::vector<std::string> quoted;
    for (const auto& [name, value] : words) {
        names.push_back(name);
        quoted.push_back(detail::quoted(name));
    }
    const std::string accepts = detail::listed(quoted);
    return {"word", accepts,
            [words, names, accepts](const RawValue& raw) {
                const std::string& text = detail::text_of(raw, accepts);
                for (const auto& [name, value] : words) {
                    if (name == text) {
                        return value;
                    }
                }
                detail::refuse_word(text, names);
            },
            [words](const Enum& value) {
                for (const auto& [name, known] : words) {
                    if (known == value) {
                        return Rendered{name, ""};
                    }
                }
                return Rendered{};
            }};
}

/// What `inner` reads, or the word "auto" for no value.
template <typename T>
Codec<std::optional<T>> automatic(Codec<T> inner) {
    return {inner.type, "\"auto\" or " + inner.accepts,
            [inner](const RawValue& raw) -> std::optional<T> {
                if (raw.text == "auto") {
                    return std::nullopt;
                }
                return inner.read(raw);
            },
            [inner](const std::optional<T>& value) {
                return value ? inner.render(*value) : Rendered{"auto", ""};
            }};
}

}  // namespace lookaside::scenarios
