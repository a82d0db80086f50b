// SPDX-License-Identifier: Apache-2.0
#include "reports/distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace lookaside::reports {
namespace {

constexpr std::uint64_t narrow_limit = std::numeric_limits<std::uint32_t>::max();

/// Index of the nearest-rank sample among `count` sorted ones; in integers, so that it is exact.
std::size_t rank_index(Percentile percentile, std::size_t count) {
    const std::size_t rank = (percentile.hundredths * count + 9'999) / 10'000;
    return std::max<std::size_t>(rank, 1) - 1;
}

/// Puts every reported rank of [first, last) in its place, as sorting would, but without sorting
/// what lies between them. `ranks` are the reported percentiles [from, to).
template <typename Sample>
void place_ranks(std::vector<Sample>& samples, std::size_t first, std::size_t last,
                 std::size_t from, std::size_t to) {
    if (from >= to || first >= last) {
        return;
    }
    const std::size_t middle = from + (to - from) / 2;
    const std::size_t index = rank_index(reported_percentiles[middle], samples.size());
    if (index < first || index >= last) {
        place_ranks(samples, first, last, index < first ? middle + 1 : from,
                    index < first ? to : middle);
        return;
    }
    const auto begin = samples.begin();
    std::nth_element(begin + static_cast<std::ptrdiff_t>(first),
                     begin + static_cast<std::ptrdiff_t>(index),
                     begin + static_cast<std::ptrdiff_t>(last));
    place_ranks(samples, first, index, from, middle);
    place_ranks(samples, index + 1, last, middle + 1, to);
}

template <typename Sample>
Distribution summarise_samples(std::vector<Sample> samples) {
    Distribution result;
    if (samples.empty()) {
        return result;
    }
    const auto picoseconds = [](Sample sample) {
        return Picoseconds{static_cast<std::int64_t>(sample)};
    };
    result.count = samples.size();
    const auto [least, greatest] = std::minmax_element(samples.begin(), samples.end());
    result.min = picoseconds(*least);
    result.max = picoseconds(*greatest);
    for (const Sample sample : samples) {
        result.sum += picoseconds(sample);
    }
    result.mean_ps = static_cast<double>(result.sum.count()) / static_cast<double>(result.count);
    double squares = 0.0;
    for (const Sample sample : samples) {
        const double deviation = static_cast<double>(sample) - result.mean_ps;
        squares += deviation * deviation;
    }
    result.stddev_ps = std::sqrt(squares / static_cast<double>(result.count));

    place_ranks(samples, 0, samples.size(), 0, reported_percentiles.size());
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i) {
        result.percentiles[i] =
            picoseconds(samples[rank_index(reported_percentiles[i], samples.size())]);
    }
    return result;
}

}  // namespace

std::string Percentile::name(char point) const {
    const std::uint32_t whole = hundredths / 100;
    const std::uint32_t fraction = hundredths % 100;
    if (fraction == 0) {
        return fmt::format("p{}", whole);
    }
    return fraction % 10 == 0 ? fmt::format("p{}{}{}", whole, point, fraction / 10)
                              : fmt::format("p{}{}{:02}", whole, point, fraction);
}

Picoseconds Distribution::at(Percentile percentile) const {
    const auto found =
        std::find(reported_percentiles.begin(), reported_percentiles.end(), percentile);
    if (found == reported_percentiles.end()) {
        throw std::out_of_range(percentile.name() + " is not reported");
    }
    return percentiles[static_cast<std::size_t>(found - reported_percentiles.begin())];
}

void DurationSamples::add(Picoseconds duration) {
    const auto sample = static_cast<std::uint64_t>(duration.count());
    if (wide_.empty() && sample <= narrow_limit) {
        narrow_.push_back(static_cast<std::uint32_t>(sample));
        return;
    }
    if (wide_.empty()) {
        wide_.assign(narrow_.begin(), narrow_.end());
        narrow_ = {};
    }
    wide_.push_back(sample);
}

void DurationSamples::clear() {
    narrow_.clear();
    wide_.clear();
}

Distribution DurationSamples::summarise() const {
    return wide_.empty() ? summarise_samples(narrow_) : summarise_samples(wide_);
}

}  // namespace lookaside::reports
