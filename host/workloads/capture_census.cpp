// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/capture_census.h"

#include <fmt/format.h>

#include <algorithm>

namespace lookaside::workloads {
namespace {

// "2 <what>: <name of the first>, <name of the second>".
template <typename Frame, typename Name>
void append(std::vector<std::string>& lines, std::string_view what,
            const std::vector<Frame>& frames, std::size_t named, Name&& name) {
    if (frames.empty()) {
        return;
    }
    std::string line = fmt::format("{} {}: ", frames.size(), what);
    const std::size_t shown = std::min(named, frames.size());
    for (std::size_t i = 0; i < shown; ++i) {
        line += (i == 0 ? "" : ", ") + name(frames[i]);
    }
    if (shown < frames.size()) {
        line += fmt::format(", and {} more", frames.size() - shown);
    }
    lines.push_back(std::move(line));
}

}  // namespace

std::vector<std::string> describe(const CaptureCensus& census, std::size_t named) {
    std::vector<std::string> lines;
    lines.push_back(fmt::format("{} frames ({}): {} IPv4 and {} IPv6 packets to replay, {} bytes",
                                census.frames, census.link_type, census.ipv4, census.ipv6,
                                census.bytes));
    for (const auto& [protocol, frames] : census.not_ip) {
        lines.push_back(fmt::format("{} not IP: {}", frames, protocol));
    }
    append(lines, "cut off by the snapshot length", census.truncated, named, [](const auto& at) {
        return fmt::format("frame {} ({} of {} bytes captured)", at.frame, at.captured, at.length);
    });
    append(lines, "malformed", census.malformed, named,
           [](const auto& at) { return fmt::format("frame {} ({})", at.frame, at.reason); });
    append(lines, fmt::format("over the limit of {} bytes", census.limit), census.too_large, named,
           [](const auto& at) { return fmt::format("frame {} ({} bytes)", at.frame, at.packet); });
    return lines;
}

}  // namespace lookaside::workloads
