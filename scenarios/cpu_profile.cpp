// SPDX-License-Identifier: Apache-2.0
#include "scenarios/cpu_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/error.h"
#include "scenarios/codec.h"
#include "scenarios/nearest_name.h"
#include "scenarios/project_folder.h"
#include "scenarios/toml_file.h"

namespace lookaside::scenarios {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> profile_folders(const fs::path& folder) {
    return {folder / "cpus", project_scenarios_folder() / "cpus"};
}

std::vector<std::string> known_profiles(const fs::path& folder) {
    std::set<std::string> names;
    for (const fs::path& place : profile_folders(folder)) {
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(place, ignored)) {
            if (entry.path().extension() == ".toml") {
                names.insert(entry.path().stem().string());
            }
        }
    }
    return {names.begin(), names.end()};
}

/// Fills a profile entry by entry.
class ProfileReader {
  public:
    explicit ProfileReader(fs::path file) : file_(std::move(file)) {
        for (std::size_t i = 0; i < os::cost_count; ++i) {
            costs_.push_back("costs." + std::string(os::name_of(static_cast<os::Cost>(i))));
            profile_.prices[i].priced = os::is_required(static_cast<os::Cost>(i));
        }
        for (std::size_t i = 0; i < os::implementation_count; ++i) {
            for (std::size_t j = 0; j < os::cipher_work_count; ++j) {
                ciphers_.push_back(fmt::format("ciphers.{}.{}",
                                               os::name_of(static_cast<os::Implementation>(i)),
                                               os::name_of(static_cast<os::CipherWork>(j))));
            }
        }
    }

    os::CpuProfile read() {
        for (const TomlEntry& entry : read_toml(file_)) {
            try {
                take(entry);
            } catch (const ValueError& error) {
                throw InputError(fmt::format("{}:{}: {}: {}", file_.string(), entry.line,
                                             entry.name, error.what()));
            }
            seen_.insert(entry.name);
        }
        require_all();
        return profile_;
    }

  private:
    void take(const TomlEntry& entry) {
        if (entry.name == "name") {
            profile_.name = text().read(entry.value);
        } else if (entry.name == "frequency") {
            profile_.frequency = frequency(1_MHz, 10'000_MHz).read(entry.value);
        } else if (entry.name == "cores") {
            profile_.cores = count(1, 256).read(entry.value);
        } else if (entry.name == "threads_per_core") {
            profile_.threads_per_core = count(1, 8).read(entry.value);
        } else if (entry.name == "smt_gain") {
            profile_.smt_gain = real(1.0, 8.0).read(entry.value);
        } else if (entry.name == "smt_cipher_gain") {
            profile_.smt_cipher_gain = real(1.0, 8.0).read(entry.value);
        } else if (entry.name == "coherent") {
            profile_.coherent = boolean().read(entry.value);
        } else if (entry.name == "cstate_entry") {
            profile_.cstate_entry = duration(0_ps, 1'000_ms).read(entry.value);
        } else if (entry.name.starts_with("ciphers.")) {
            take_cipher(entry);
        } else {
            take_cost(entry);
        }
    }

    void take_cipher(const TomlEntry& entry) {
        const auto dot = entry.name.rfind('.');
        const auto found = std::ranges::find(ciphers_, entry.name.substr(0, dot));
        if (found == ciphers_.end()) {
            throw ValueError("unknown entry" + suggestion(entry.name.substr(0, dot), ciphers_));
        }
        const auto place = static_cast<std::size_t>(found - ciphers_.begin());
        auto& price =
            profile_.ciphers[place / os::cipher_work_count][place % os::cipher_work_count];
        if (!price) {
            price.emplace();
        }
        const std::string field = entry.name.substr(dot + 1);
        if (field == "per_byte") {
            price->per_byte = duration(0_ps, 1'000_ms).read(entry.value);
        } else if (field == "setup") {
            price->setup = duration(0_ps, 1'000_ms).read(entry.value);
        } else if (field == "source") {
            price->source = text().read(entry.value);
        } else if (field == "calibrated") {
            price->calibrated = boolean().read(entry.value);
        } else {
            throw ValueError("unknown entry; use per_byte, setup, source or calibrated");
        }
    }

    void take_cost(const TomlEntry& entry) {
        const auto dot = entry.name.rfind('.');
        const auto found = std::ranges::find(costs_, entry.name.substr(0, dot));
        if (found == costs_.end()) {
            throw ValueError("unknown entry" + suggestion(entry.name.substr(0, dot), all_names()));
        }
        auto& price = profile_.prices[static_cast<std::size_t>(found - costs_.begin())];
        const std::string field = entry.name.substr(dot + 1);
        price.priced = true;
        if (field == "value") {
            price.each = duration(0_ps, 1'000_ms).read(entry.value);
        } else if (field == "source") {
            price.source = text().read(entry.value);
        } else if (field == "calibrated") {
            price.calibrated = boolean().read(entry.value);
        } else {
            throw ValueError("unknown entry; use value, source or calibrated");
        }
    }

    void require_all() const {
        for (const char* name : {"name", "frequency", "cores", "coherent", "cstate_entry"}) {
            require(name, "");
        }
        for (std::size_t i = 0; i < os::cost_count; ++i) {
            if (profile_.prices[i].priced) {
                require(costs_[i] + ".value", ", a duration");
                require(costs_[i] + ".source", ", where the value comes from");
            }
        }
        for (std::size_t i = 0; i < ciphers_.size(); ++i) {
            if (profile_.ciphers[i / os::cipher_work_count][i % os::cipher_work_count]) {
                require(ciphers_[i] + ".per_byte", ", a duration");
                require(ciphers_[i] + ".setup", ", a duration");
                require(ciphers_[i] + ".source", ", where the values come from");
            }
        }
        if (profile_.cores % profile_.threads_per_core != 0) {
            throw InputError(fmt::format("{}: cores = {} are not whole cores of {} threads each",
                                         file_.string(), profile_.cores,
                                         profile_.threads_per_core));
        }
    }

    void require(const std::string& name, std::string_view meaning) const {
        if (!seen_.contains(name)) {
            throw InputError(
                fmt::format("{}: {} is missing; add it{}", file_.string(), name, meaning));
        }
    }

    std::vector<std::string> all_names() const {
        std::vector<std::string> names = costs_;
        names.insert(names.end(), {"name", "frequency", "cores", "coherent", "cstate_entry"});
        return names;
    }

    fs::path file_;
    std::vector<std::string> costs_;    // "costs.<cost>", by enumerator
    std::vector<std::string> ciphers_;  // "ciphers.<implementation>.<work>", in that order
    std::set<std::string> seen_;
    os::CpuProfile profile_;
};

}  // namespace

std::optional<fs::path> find_cpu_profile(const std::string& name, const fs::path& folder) {
    std::vector<fs::path> candidates;
    if (name.find('/') != std::string::npos || name.ends_with(".toml")) {
        candidates = {folder / name, name};
    } else {
        for (const fs::path& place : profile_folders(folder)) {
            candidates.push_back(place / (name + ".toml"));
        }
    }
    for (const fs::path& candidate : candidates) {
        if (fs::is_regular_file(candidate)) {
            return candidate;
        }
    }
    return std::nullopt;
}

std::string unknown_cpu_profile(const std::string& name, const fs::path& folder) {
    const auto known = known_profiles(folder);
    std::string fix = suggestion(name, known);
    if (fix.empty()) {
        fix = fmt::format("; use {}{}a .toml file", detail::listed(known),
                          known.empty() ? "" : ", or name ");
    }
    return fmt::format("there is no CPU profile \"{}\"{}", name, fix);
}

os::CpuProfile load_cpu_profile(const std::string& name, const fs::path& folder) {
    const auto file = find_cpu_profile(name, folder);
    if (!file) {
        throw InputError(unknown_cpu_profile(name, folder));
    }
    return ProfileReader(*file).read();
}

}  // namespace lookaside::scenarios
