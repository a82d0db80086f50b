// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/rooms/include_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <sstream>

namespace lookaside::rooms {
namespace {

struct Include {
    std::string_view path;
    bool angled = false;
};

/// A path prefix that files with prefix `from` may include. The longest matching `from` decides.
struct Room {
    std::string_view from;
    std::span<const std::string_view> may_include;
};

constexpr std::array<std::string_view, 1> base_may{"base/"};
constexpr std::array<std::string_view, 1> datasheets_may{"datasheets/"};
constexpr std::array<std::string_view, 3> models_may{"models/", "base/", "datasheets/"};
constexpr std::array<std::string_view, 3> host_may{"host/", "base/", "datasheets/"};
constexpr std::array<std::string_view, 4> sim_kernel_may{"host/os/", "models/", "base/",
                                                         "datasheets/"};
constexpr std::array<std::string_view, 4> scenarios_may{"scenarios/", "base/", "datasheets/",
                                                        "host/os/cost.h"};
constexpr std::array<std::string_view, 2> reports_may{"reports/", "base/"};

constexpr std::array<Room, 7> rooms{{
    {"base/", base_may},
    {"datasheets/", datasheets_may},
    {"models/", models_may},
    {"host/", host_may},
    {"host/os/sim_", sim_kernel_may},
    {"scenarios/", scenarios_may},
    {"reports/", reports_may},
}};

constexpr std::string_view simulated_kernel = "host/os/sim_";
constexpr std::string_view systemc_header = "models/base/systemc.h";

std::optional<Include> parse_include(std::string_view line) {
    constexpr std::string_view blanks = " \t";
    const auto skip_blanks = [&] {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    };
    skip_blanks();
    if (!line.starts_with('#')) {
        return std::nullopt;
    }
    line.remove_prefix(1);
    skip_blanks();
    constexpr std::string_view directive = "include";
    if (!line.starts_with(directive)) {
        return std::nullopt;
    }
    line.remove_prefix(directive.size());
    skip_blanks();
    if (line.empty() || (line.front() != '"' && line.front() != '<')) {
        return std::nullopt;
    }
    const bool angled = line.front() == '<';
    line.remove_prefix(1);
    const std::size_t end = line.find(angled ? '>' : '"');
    return Include{line.substr(0, end), angled};
}

bool is_systemc(std::string_view header) {
    return header.starts_with("systemc") || header.starts_with("sysc/") ||
           header.starts_with("tlm");
}

const Room* room_of(std::string_view file) {
    const Room* best = nullptr;
    for (const Room& room : rooms) {
        if (file.starts_with(room.from) &&
            (best == nullptr || room.from.size() > best->from.size())) {
            best = &room;
        }
    }
    return best;
}

/// Why `file` may not include this; empty: it may.
std::string objection(std::string_view file, const Include& include) {
    if (is_systemc(include.path)) {
        return file == systemc_header ? "" : "SystemC comes through models/base/systemc.h only";
    }
    const Room* room = room_of(file);
    if (include.angled || room == nullptr) {
        return "";
    }
    // A header without a folder is one that Verilator has made.
    if (include.path.find('/') == std::string_view::npos) {
        return file.starts_with("models/crypto/") ? "" : "Verilated code is for models/crypto only";
    }
    if (include.path.starts_with(simulated_kernel) && !file.starts_with(simulated_kernel)) {
        return "only host/os/sim_* and app/ know the simulated kernel";
    }
    const bool allowed = std::ranges::any_of(room->may_include, [&](std::string_view prefix) {
        return include.path.starts_with(prefix);
    });
    return allowed ? "" : "not one of the rooms that " + std::string(room->from) + " may include";
}

}  // namespace

std::vector<Violation> check_includes(std::string_view file, std::string_view text) {
    std::vector<Violation> violations;
    std::istringstream lines{std::string(text)};
    std::string line;
    for (unsigned number = 1; std::getline(lines, line); ++number) {
        if (const std::optional<Include> include = parse_include(line)) {
            const std::string reason = objection(file, *include);
            if (!reason.empty()) {
                violations.push_back(
                    {std::string(file), number, std::string(include->path), reason});
            }
        }
    }
    return violations;
}

}  // namespace lookaside::rooms
