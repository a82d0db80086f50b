// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/identity.h"

#include "app/sweep/text_file.h"
#include "scenarios/cpu_profile.h"
#include "scenarios/scenario.h"

namespace lookaside::sweep {

Digest IdentityMaker::configuration(const scenarios::ScenarioConfig& config,
                                    const std::filesystem::path& folder) {
    std::string text;
    for (const scenarios::Setting& setting : scenarios::effective_settings(config)) {
        text += setting.name + '=' + setting.value + ' ' + setting.unit + '\n';
    }
    if (config.system.kind != scenarios::SystemKind::pcie_link) {
        if (const auto profile = scenarios::find_cpu_profile(config.host.cpu, folder)) {
            text += "cpu profile " + content_digest(*profile) + '\n';
        }
        if (config.workload.capture.is_set()) {
            text += "capture " + content_digest(config.workload.capture.resolved) + '\n';
        }
    }
    return digest_of(text);
}

Digest IdentityMaker::run(const Digest& configuration) const {
    return digest_of(hex(configuration) + '\n' + program_);
}

const std::string& IdentityMaker::content_digest(const std::filesystem::path& file) {
    const auto [entry, is_new] = files_.try_emplace(file);
    if (is_new) {
        // A file that is not there fails the run, which names it.
        entry->second = hex(digest_of(file_text(file).value_or("")));
    }
    return entry->second;
}

}  // namespace lookaside::sweep
