// SPDX-License-Identifier: Apache-2.0
// Weights of the four priorities, as "3:0:0:1".
#include <fmt/format.h>

#include <charconv>
#include <numeric>

#include "scenarios/codec.h"

namespace lookaside::scenarios {
namespace {

constexpr unsigned most_weight = 1'000'000;

/// False if `text` is anything but four weights, not all 0.
bool read_weights(std::string_view text, PriorityWeights& weights) {
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t priority = 0; priority < weights.size(); ++priority) {
        if (priority != 0 && (at == end || *at++ != ':')) {
            return false;
        }
        const auto [next, error] = std::from_chars(at, end, weights[priority]);
        if (error != std::errc{} || weights[priority] > most_weight) {
            return false;
        }
        at = next;
    }
    return at == end && std::accumulate(weights.begin(), weights.end(), 0U) != 0;
}

}  // namespace

Codec<PriorityWeights> priority_weights() {
    const std::string accepts =
        fmt::format("four weights of 0 to {}, not all 0: \"w:w:w:w\"", most_weight);
    return {"weights", accepts,
            [accepts](const RawValue& raw) {
                PriorityWeights weights{};
                if (!read_weights(detail::text_of(raw, accepts), weights)) {
                    throw ValueError(
                        fmt::format("\"{}\" is no list of weights: it takes {}; for example "
                                    "\"3:0:0:1\"",
                                    raw.text, accepts));
                }
                return weights;
            },
            [](const PriorityWeights& weights) {
                return Rendered{fmt::format("{}", fmt::join(weights, ":")), ""};
            }};
}

}  // namespace lookaside::scenarios
