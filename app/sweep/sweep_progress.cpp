// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/sweep_progress.h"

#include <fmt/format.h>

#include "reports/number_format.h"

namespace lookaside::app {
namespace {

std::string time_left(double seconds) {
    constexpr double minute = 60.0;
    constexpr double hour = 3600.0;
    if (seconds < 2.0 * minute) {
        return fmt::format("{:.0f} s left", seconds);
    }
    return seconds < 2.0 * hour ? fmt::format("{:.0f} min left", seconds / minute)
                                : fmt::format("{:.1f} h left", seconds / hour);
}

}  // namespace

SweepProgress::SweepProgress(const sweep::Plan& plan, std::uint64_t done)
    : plan_(plan),
      before_(done),
      done_(done),
      start_(std::chrono::steady_clock::now()),
      line_("sweeping") {}

void SweepProgress::add(std::uint64_t run, const reports::SweepRun& outcome) {
    ++done_;
    if (outcome.status == reports::RunStatus::ok &&
        outcome.metrics->throughput_mbit_per_s > best_mbit_per_s_) {
        best_mbit_per_s_ = outcome.metrics->throughput_mbit_per_s;
        best_ = fmt::format(", best {} Mb/s at {}", reports::significant(best_mbit_per_s_),
                            sweep::label(plan_.grid().point(plan_.point_of(run))));
    }
}

void SweepProgress::show() {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    std::string rate;
    if (done_ > before_ && elapsed.count() > 0.0) {
        const double per_second = static_cast<double>(done_ - before_) / elapsed.count();
        rate = fmt::format(", {} runs/s, {}", reports::significant(per_second),
                           time_left(static_cast<double>(plan_.runs() - done_) / per_second));
    }
    line_.show(static_cast<double>(done_) / static_cast<double>(plan_.runs()),
               fmt::format("{}/{}{}{}", done_, plan_.runs(), rate, best_));
}

}  // namespace lookaside::app
