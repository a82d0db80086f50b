// SPDX-License-Identifier: Apache-2.0
#include "scenarios/nearest_name.h"

#include <algorithm>
#include <vector>

namespace lookaside::scenarios {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Rows i-2, i-1 and i of the dynamic programme.
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> previous(b.size() + 1);
    std::vector<std::size_t> current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        previous[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                current[j] = std::min(current[j], before[j - 2] + 1);
            }
        }
        std::swap(before, previous);
        std::swap(previous, current);
    }
    return previous[b.size()];
}

std::string nearest_name(std::string_view word, std::span<const std::string> names) {
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& name : names) {
        const std::size_t distance = edit_distance(word, name);
        if (distance < best_distance) {
            best_distance = distance;
            best = name;
        }
    }
    return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> names) {
    const std::string nearest = nearest_name(word, names);
    return nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?";
}

}  // namespace lookaside::scenarios
