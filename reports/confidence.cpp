// SPDX-License-Identifier: Apache-2.0
#include "reports/confidence.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace lookaside::reports {

double mean_of(std::span<const double> samples) {
    return std::accumulate(samples.begin(), samples.end(), 0.0) /
           static_cast<double>(samples.size());
}

std::optional<double> half_width_95(std::span<const double> samples) {
    if (samples.size() < 2) {
        return std::nullopt;
    }
    const double mean = mean_of(samples);
    double squares = 0.0;
    for (const double sample : samples) {
        squares += (sample - mean) * (sample - mean);
    }
    const auto count = static_cast<double>(samples.size());
    const double variance = squares / (count - 1.0);
    constexpr double tail = 0.025;
    const boost::math::students_t student(count - 1.0);
    return boost::math::quantile(boost::math::complement(student, tail)) *
           std::sqrt(variance / count);
}

}  // namespace lookaside::reports
