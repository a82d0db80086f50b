// SPDX-License-Identifier: Apache-2.0
#include "reports/request_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace lookaside::reports {
namespace {

constexpr std::size_t index_of(Moment moment) {
    return static_cast<std::size_t>(moment);
}

/// There is one: the callback is stamped.
Moment next_stamped(const Timeline& timeline, Moment from) {
    std::size_t next = index_of(from) + 1;
    while (!timeline.has(static_cast<Moment>(next))) {
        ++next;
    }
    return static_cast<Moment>(next);
}

}  // namespace

void RequestLog::open(SimTime now) {
    *this = RequestLog{};
    for (auto& row : index_) {
        row.fill(none);
    }
    opened_ = now;
    closed_ = now;
    open_ = true;
}

void RequestLog::close(SimTime now) {
    closed_ = now;
    open_ = false;
}

void RequestLog::add(const Timeline& timeline, SimTime accepted, Bytes payload) {
    if (!open_) {
        return;
    }
    ++completed_;
    payload_ += payload;
    ++sizes_[payload];

    const std::string fault = fault_of(timeline);
    if (!fault.empty()) {
        if (broken_++ == 0) {
            first_broken_ =
                fmt::format("request {} of the window ({} B, submitted at {} ps): {}", completed_,
                            payload, timeline.at(Moment::submitted).count(), fault);
        }
        return;
    }
    const SimTime submitted = timeline.at(Moment::submitted);
    const SimTime callback = timeline.at(Moment::callback);
    const SimTime split = std::clamp(accepted, submitted, callback);
    slat_.add(split - submitted);
    clat_.add(callback - split);
    lat_.add(callback - submitted);
    timeline.for_each_stage([&](Moment from, Picoseconds span) {
        samples_between(from, next_stamped(timeline, from)).add(span);
    });
}

std::string RequestLog::fault_of(const Timeline& timeline) {
    for (const Moment end : {Moment::submitted, Moment::callback}) {
        if (!timeline.has(end)) {
            return fmt::format("its moment '{}' is not stamped", name_of(end));
        }
    }
    Picoseconds sum{0};
    std::string backwards;
    timeline.for_each_stage([&](Moment from, Picoseconds span) {
        sum += span;
        if (span < Picoseconds{0} && backwards.empty()) {
            backwards =
                fmt::format("its stage '{}' lasts {} ps",
                            stage_between(from, next_stamped(timeline, from)), span.count());
        }
    });
    if (!backwards.empty()) {
        return backwards;
    }
    if (sum != timeline.latency()) {
        return fmt::format("its stages add up to {} ps, its latency is {} ps", sum.count(),
                           timeline.latency().count());
    }
    return {};
}

DurationSamples& RequestLog::samples_between(Moment from, Moment to) {
    std::uint16_t& slot = index_[index_of(from)][index_of(to)];
    if (slot == none) {
        slot = static_cast<std::uint16_t>(stages_.size());
        stages_.push_back({from, to, {}});
    }
    return stages_[slot].samples;
}

LatencyReport RequestLog::latency() const {
    return {slat_.summarise(), clat_.summarise(), lat_.summarise()};
}

std::vector<StageReport> RequestLog::stages() const {
    std::vector<StageReport> reports;
    Picoseconds total{0};
    for (const Stage& stage : stages_) {
        StageReport report;
        report.name = stage_between(stage.from, stage.to);
        report.from = stage.from;
        report.to = stage.to;
        report.group = group_of(stage.from, stage.to);
        report.duration = stage.samples.summarise();
        total += report.duration.sum;
        reports.push_back(std::move(report));
    }
    for (StageReport& report : reports) {
        report.share = total.count() == 0 ? 0.0
                                          : static_cast<double>(report.duration.sum.count()) /
                                                static_cast<double>(total.count());
    }
    std::sort(reports.begin(), reports.end(), [](const StageReport& a, const StageReport& b) {
        return std::tuple(a.from, a.to) < std::tuple(b.from, b.to);
    });
    return reports;
}

}  // namespace lookaside::reports
