// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep_section.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <limits>

#include "base/error.h"
#include "scenarios/toml_file.h"

namespace lookaside::scenarios {
namespace {

class SectionReader {
  public:
    explicit SectionReader(const std::filesystem::path& file) : file_(file) {}

    SweepSection read(const toml::table& section) const {
        SweepSection result;
        for (const auto& [key, node] : section) {
            if (key == "vary") {
                result.vary = specs(node);
            } else if (key == "repeat") {
                result.repeat = repeat(node);
            } else {
                refuse(node, key.str(), "unknown key; the section has vary and repeat");
            }
        }
        return result;
    }

    [[noreturn]] void refuse(const toml::node& node, std::string_view key,
                             std::string_view what) const {
        throw InputError(fmt::format("{}:{}: sweep.{}: {}", file_.string(),
                                     node.source().begin.line, key, what));
    }

  private:
    std::vector<std::string> specs(const toml::node& node) const {
        constexpr auto fix = "is no list of texts; use [\"fabric.lanes=1,2,4\", ...]";
        const auto* list = node.as_array();
        if (list == nullptr) {
            refuse(node, "vary", fix);
        }
        std::vector<std::string> specs;
        for (const toml::node& item : *list) {
            const auto* text = item.as_string();
            if (text == nullptr) {
                refuse(item, "vary", fix);
            }
            specs.push_back(text->get());
        }
        return specs;
    }

    unsigned repeat(const toml::node& node) const {
        const auto* number = node.as_integer();
        if (number == nullptr || number->get() < 1 ||
            number->get() > std::numeric_limits<int>::max()) {
            refuse(node, "repeat", "is no number of repeats; use 1 or more");
        }
        return static_cast<unsigned>(number->get());
    }

    std::filesystem::path file_;
};

}  // namespace

SweepSection read_sweep_section(const std::filesystem::path& file) {
    // Complains about files that cannot be read or parsed.
    read_toml(file);
    const toml::table document = toml::parse_file(file.string());
    const toml::node* section = document.get("sweep");
    if (section == nullptr) {
        return {};
    }
    const SectionReader reader(file);
    if (section->as_table() == nullptr) {
        throw InputError(fmt::format("{}:{}: sweep: is no section; use [sweep]", file.string(),
                                     section->source().begin.line));
    }
    return reader.read(*section->as_table());
}

bool is_of_sweep_section(std::string_view name) {
    return name == "sweep" || name.starts_with("sweep.");
}

}  // namespace lookaside::scenarios
