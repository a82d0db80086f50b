// SPDX-License-Identifier: Apache-2.0
#include "reports/console_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "reports/number_format.h"

namespace lookaside::reports {
namespace {

constexpr std::size_t indent = 2;

std::string in_microseconds(Picoseconds time) {
    return microseconds(static_cast<double>(time.count()));
}

std::string duration_text(Picoseconds time) {
    const double us = to_us(time);
    if (us < 1'000.0) {
        return fmt::format("{:.4g} us", us);
    }
    return us < 1'000'000.0 ? fmt::format("{:.4g} ms", us * 1e-3)
                            : fmt::format("{:.4g} s", us * 1e-6);
}

/// Writes one result; a section a member function.
class ConsoleReport {
  public:
    ConsoleReport(const RunResult& result, const ConsoleStyle& style)
        : result_(result), style_(style) {}

    std::string write() {
        title();
        throughput();
        limiter();
        ceilings();
        anatomy();
        latency();
        resources();
        verdict();
        return std::move(text_);
    }

  private:
    void line(std::string_view content) { text_ += fmt::format("{}\n", content); }
    void sentence(std::string_view content) { text_ += wrapped(content, style_.width, indent); }
    void section(std::string_view name, std::string_view remark = "") {
        text_ += '\n' + paint(name, Tone::title, style_);
        line(remark.empty() ? "" : "  " + paint(remark, Tone::faint, style_));
    }

    void title() {
        const ScenarioInfo& scenario = result_.scenario;
        const std::string right = fmt::format("{}, seed {}, lookaside {}", scenario.name,
                                              result_.seed, result_.program_version);
        const std::size_t used = display_width(scenario.title) + display_width(right);
        const std::size_t blanks = used + 2 <= style_.width ? style_.width - used : 2;
        line(paint(scenario.title, Tone::strong, style_) + std::string(blanks, ' ') +
             paint(right, Tone::faint, style_));
        text_ += wrapped(scenario.headline, style_.width, 0);
    }

    void throughput() {
        const Throughput& measured = result_.throughput;
        section("Throughput", fmt::format("{} requests in {}", grouped(measured.completed),
                                          duration_text(result_.window.duration())));
        if (!result_.link.empty()) {
            link();
            return;
        }
        line(fmt::format("  {}   {} MB/s   {}packets/s",
                         paint(significant(measured.mbit_per_s, 4) + " Mb/s", Tone::strong, style_),
                         significant(measured.mbyte_per_s, 4), si_rate(measured.packets_per_s)));
    }

    void link() {
        TextTable table({{""},
                         {"payload Gb/s", Align::right},
                         {"efficiency", Align::right},
                         {"requests", Align::right},
                         {"TLPs", Align::right}});
        for (const LinkBandwidth& direction : result_.link) {
            table.add({direction.name,
                       {significant(direction.gbit_per_s, 4), Tone::strong},
                       percent(direction.efficiency),
                       grouped(direction.requests),
                       grouped(direction.tlps)});
        }
        text_ += table.render(style_, indent);
    }

    void limiter() {
        const Limiter& limiter = result_.limiter;
        section("Limited by");
        std::string summary = wrapped(limiter.summary, style_.width, indent);
        text_ += paint(summary.substr(0, summary.size() - 1), Tone::strong, style_) + '\n';
        if (limiter.groups.empty()) {
            sentence(limiter.detail);
        } else {
            held_time(limiter);
        }
        if (result_.bounds && result_.bounds->all.size() > 1) {
            const Bound& next = *bounds_ascending()[1];
            sentence(
                fmt::format("Without it, the next ceiling is {}: {} Mb/s, {} times the measured.",
                            next.name, significant(next.mbit_per_s),
                            significant(next.mbit_per_s / result_.throughput.mbit_per_s)));
        }
    }

    void held_time(const Limiter& limiter) {
        TextTable table({{""}, {"", Align::right}, {"", Align::right}, {""}});
        constexpr std::size_t columns = 40;
        for (const GroupShare& group : limiter.groups) {
            table.add({std::string(name_of(group.group)), microseconds(group.mean_ps) + " us",
                       percent(group.share), bar(group.share, columns, style_)});
        }
        text_ += table.render(style_, 2 * indent);
        std::string largest;
        for (const HeldStage& stage : limiter.largest_stages) {
            largest += fmt::format("{}{} {}", largest.empty() ? "" : ", ", stage.name,
                                   microseconds(stage.mean_ps));
        }
        sentence("Largest stages, in us: " + largest + ".");
        if (limiter.occupancy < full_occupancy) {
            sentence(occupancy_remark(limiter));
        }
    }

    std::vector<const Bound*> bounds_ascending() const {
        std::vector<const Bound*> sorted;
        for (const Bound& bound : result_.bounds->all) {
            sorted.push_back(&bound);
        }
        std::stable_sort(sorted.begin(), sorted.end(), [](const Bound* a, const Bound* b) {
            return a->packets_per_s < b->packets_per_s;
        });
        return sorted;
    }

    void ceilings() {
        if (!result_.bounds) {
            return;
        }
        section("Ceilings", "what each resource alone would allow");
        TextTable table({{""},
                         {"packets/s", Align::right},
                         {"Mb/s", Align::right},
                         {"x measured", Align::right},
                         {"why", Align::left, 50}});
        for (const Bound* bound : bounds_ascending()) {
            const bool tightest = bound == &result_.bounds->all[result_.bounds->tightest];
            const Tone tone = tightest ? Tone::strong : Tone::plain;
            const double headroom = bound->packets_per_s / result_.throughput.packets_per_s;
            table.add({{(tightest ? "> " : "  ") + bound->name, tone},
                       {si_rate(bound->packets_per_s), tone},
                       {significant(bound->mbit_per_s, 3), tone},
                       {significant(headroom, 3), tone},
                       {bound->description, tightest ? Tone::plain : Tone::faint}});
        }
        text_ += table.render(style_, 0);
    }

    void anatomy() {
        if (result_.stages.empty()) {
            return;
        }
        // Queues can hold a request a hundred times longer than everything else. Bars and shares
        // compare the stages in which something happens; a queue's bar may run off the scale.
        double longest = 0.0;
        double active = 0.0;
        for (const StageReport& stage : result_.stages) {
            if (stage.group != StageGroup::queueing) {
                longest = std::max(longest, stage.share);
                active += stage.share;
            }
        }
        const double mean_ps = result_.latency->lat.mean_ps;
        section(
            "Where the time goes",
            fmt::format("mean {} us, submission to callback; shares of the {} us outside queues",
                        microseconds(mean_ps), microseconds(mean_ps * active)));
        TextTable table({{"", Align::left, 34},
                         {"mean us", Align::right},
                         {"share", Align::right},
                         {"p99 us", Align::right},
                         {"", Align::left},
                         {"", Align::left}});
        constexpr std::size_t columns = 16;
        for (const StageReport& stage : result_.stages) {
            const double scale = longest > 0.0 ? stage.share / longest : 1.0;
            table.add({stage.name,
                       microseconds(stage.duration.mean_ps),
                       stage.group == StageGroup::queueing ? "-" : percent(stage.share / active),
                       in_microseconds(stage.duration.at({9900})),
                       bar(scale, columns, style_) + (scale > 1.0 ? ">" : ""),
                       {std::string(name_of(stage.group)), Tone::faint}});
        }
        text_ += table.render(style_, indent);
    }

    void latency() {
        if (!result_.latency) {
            return;
        }
        section("Latency", "us; slat: submit() call, clat: from then to the callback");
        constexpr std::array<Percentile, 5> shown{{{5000}, {9000}, {9900}, {9990}, {9999}}};
        std::vector<TextTable::Column> columns{{""}};
        for (const char* heading : {"min", "mean", "stddev"}) {
            columns.push_back({heading, Align::right});
        }
        for (const Percentile percentile : shown) {
            columns.push_back({percentile.name(), Align::right});
        }
        columns.push_back({"max", Align::right});
        TextTable table(columns);
        const auto add = [&](const char* name, const Distribution& times) {
            std::vector<Cell> row{name, in_microseconds(times.min), microseconds(times.mean_ps),
                                  microseconds(times.stddev_ps)};
            for (const Percentile percentile : shown) {
                row.emplace_back(in_microseconds(times.at(percentile)));
            }
            row.emplace_back(in_microseconds(times.max));
            table.add(std::move(row));
        };
        if (result_.latency->slat) {
            add("slat", *result_.latency->slat);
        }
        if (result_.latency->clat) {
            add("clat", *result_.latency->clat);
        }
        add("lat", result_.latency->lat);
        text_ += table.render(style_, indent);
    }

    void resources() {
        if (result_.resources.empty()) {
            return;
        }
        section("Resources");
        TextTable table({{"", Align::left, 24},
                         {"busy", Align::right},
                         {""},
                         {"mean jobs", Align::right},
                         {"us a job", Align::right},
                         {"jobs/s", Align::right},
                         {"", Align::left, 32}});
        for (const ResourceReport& resource : result_.resources) {
            const bool saturated = resource.demand >= saturated_demand;
            std::string what = resource.usage.description;
            if (resource.usage.spinning > Picoseconds{0}) {
                what = fmt::format("{} of it polling",
                                   percent(resource.utilisation - resource.demand));
            }
            table.add({resource.usage.name,
                       {percent(resource.utilisation), saturated ? Tone::warning : Tone::plain},
                       bar(resource.utilisation, 10, style_),
                       significant(resource.mean_jobs, 3),
                       microseconds(resource.mean_service_ps),
                       si_rate(resource.served_per_s),
                       {what, Tone::faint}});
        }
        text_ += table.render(style_, indent);
    }

    void verdict() {
        section("Checks");
        for (const Check& check : result_.checks) {
            if (!check.passed) {
                const std::string text = fmt::format("FAILED {}: {}", check.name, check.detail);
                std::string lines = wrapped(text, style_.width, indent);
                text_ += paint(lines.substr(0, lines.size() - 1), Tone::bad, style_) + '\n';
            }
        }
        if (result_.integrity && result_.integrity->mismatches == 0) {
            line(fmt::format("  {} of {} results equal the reference's byte by byte",
                             grouped(result_.integrity->checked),
                             grouped(result_.integrity->checked)));
        }
        std::string passed;
        for (const Check& check : result_.checks) {
            if (check.passed) {
                passed += (passed.empty() ? "" : ", ") + check.name;
            }
        }
        if (!passed.empty()) {
            sentence("passed: " + passed);
        }
        for (const std::string& remark : result_.remarks) {
            sentence("remark: " + remark);
        }
    }

    const RunResult& result_;
    ConsoleStyle style_;
    std::string text_;
};

}  // namespace

std::string console_text(const RunResult& result, const ConsoleStyle& style) {
    return ConsoleReport(result, style).write();
}

}  // namespace lookaside::reports
