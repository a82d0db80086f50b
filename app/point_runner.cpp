// SPDX-License-Identifier: Apache-2.0
#include "app/point_runner.h"

#include <atomic>
#include <boost/process.hpp>
#include <future>
#include <iterator>
#include <mutex>
#include <thread>

namespace lookaside::app {
namespace {

namespace process = boost::process;

std::string read_all(std::istream& stream) {
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

PointOutcome run_point(const std::filesystem::path& program, const Point& point) {
    std::vector<std::string> arguments{"run", point.scenario.string(), "--format", "json"};
    for (const std::string& set : point.sets) {
        arguments.emplace_back("--set");
        arguments.push_back(set);
    }
    process::ipstream output;
    process::ipstream errors;
    process::child child(program.string(), process::args(arguments), process::std_out > output,
                         process::std_err > errors, process::std_in < process::null,
                         process::limit_handles);  // else a pipe stays open in the other job
    auto error_text = std::async(std::launch::async, [&errors] { return read_all(errors); });
    const std::string output_text = read_all(output);
    child.wait();

    PointOutcome outcome;
    outcome.exit_status = child.exit_code();
    outcome.error = error_text.get();
    if (outcome.exit_status == 0 || outcome.exit_status == 1) {
        outcome.result = nlohmann::json::parse(output_text, nullptr, false);
    }
    return outcome;
}

}  // namespace

std::vector<PointOutcome> run_points(const std::filesystem::path& program,
                                     const std::vector<Point>& points, unsigned jobs,
                                     const std::function<void(std::size_t)>& progress) {
    std::vector<PointOutcome> outcomes(points.size());
    std::atomic<std::size_t> next{0};
    std::size_t done = 0;
    std::mutex progress_lock;
    const auto work = [&] {
        for (std::size_t index = next++; index < points.size(); index = next++) {
            outcomes[index] = run_point(program, points[index]);
            const std::lock_guard<std::mutex> hold(progress_lock);
            progress(++done);
        }
    };
    std::vector<std::jthread> workers;
    for (unsigned job = 0; job < jobs; ++job) {
        workers.emplace_back(work);
    }
    workers.clear();
    return outcomes;
}

std::filesystem::path this_program() {
    return std::filesystem::read_symlink("/proc/self/exe");
}

}  // namespace lookaside::app
