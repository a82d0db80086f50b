// SPDX-License-Identifier: Apache-2.0
#include "reports/request_csv.h"

#include <fmt/format.h>

#include <iterator>
#include <string>

namespace lookaside::reports {

RequestCsv::RequestCsv(const std::filesystem::path& target) : file_(target) {
    std::string line = "number,payload_bytes,accepted_ps";
    for (std::size_t i = 0; i < moment_count; ++i) {
        line += fmt::format(",{}_ps", name_of(static_cast<Moment>(i)));
    }
    file_.write(line + '\n');
}

void RequestCsv::add(const Timeline& timeline, SimTime accepted, Bytes payload) {
    std::string line = fmt::format("{},{},{}", ++number_, payload, accepted.count());
    for (std::size_t i = 0; i < moment_count; ++i) {
        const auto moment = static_cast<Moment>(i);
        line += ',';
        if (timeline.has(moment)) {
            fmt::format_to(std::back_inserter(line), "{}", timeline.at(moment).count());
        }
    }
    file_.write(line + '\n');
}

}  // namespace lookaside::reports
