// SPDX-License-Identifier: Apache-2.0
// Mean and confidence interval of a few repeats.
#pragma once

#include <optional>
#include <span>

namespace lookaside::reports {

/// Of at least one sample.
double mean_of(std::span<const double> samples);

/// Half the width of the two-sided 95 % confidence interval of the mean, t(0.975, n - 1) s / sqrt n
/// with Student's t and the sample's standard deviation s. None below two samples.
std::optional<double> half_width_95(std::span<const double> samples);

}  // namespace lookaside::reports
