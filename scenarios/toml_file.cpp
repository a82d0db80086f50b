// SPDX-License-Identifier: Apache-2.0
#include "scenarios/toml_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/error.h"

namespace lookaside::scenarios {
namespace {

RawValue raw_value(const toml::node& node) {
    if (const auto* boolean = node.as_boolean()) {
        return {RawValue::Kind::boolean, boolean->get() ? "true" : "false"};
    }
    if (const auto* integer = node.as_integer()) {
        return {RawValue::Kind::integer, fmt::format("{}", integer->get())};
    }
    if (const auto* real = node.as_floating_point()) {
        return {RawValue::Kind::real, fmt::format("{}", real->get())};
    }
    if (const auto* string = node.as_string()) {
        return {RawValue::Kind::text, string->get()};
    }
    return {RawValue::Kind::section, node.is_table() ? "a table" : "a list or date"};
}

void flatten(const toml::table& table, const std::string& prefix, std::vector<TomlEntry>& into) {
    for (const auto& [key, node] : table) {
        const std::string name = prefix + std::string(key.str());
        const auto* inner = node.as_table();
        if (inner != nullptr && !inner->empty()) {
            flatten(*inner, name + ".", into);
        } else {
            into.push_back({name, raw_value(node), node.source().begin.line});
        }
    }
}

std::string contents(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!std::filesystem::is_regular_file(file) || !stream) {
        throw InputError(
            fmt::format("{}: cannot be read; name an existing TOML file", file.string()));
    }
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

std::vector<TomlEntry> read_toml(const std::filesystem::path& file) {
    std::vector<TomlEntry> entries;
    try {
        flatten(toml::parse(contents(file), file.string()), "", entries);
    } catch (const toml::parse_error& error) {
        throw InputError(fmt::format("{}:{}: {}", file.string(), error.source().begin.line,
                                     error.description()));
    }
    std::ranges::stable_sort(entries, {}, &TomlEntry::line);
    for (TomlEntry& entry : entries) {
        entry.value.base = file.parent_path();
    }
    return entries;
}

}  // namespace lookaside::scenarios
