// SPDX-License-Identifier: Apache-2.0
#include "app/point_runner.h"

#include <atomic>
#include <boost/process.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <mutex>
#include <thread>

#include "base/error.h"

namespace lookaside::app {
namespace {

namespace process = boost::process;

/// A folder of the system's temporary one, removed with what is in it.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "lookaside-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw InputError(name +
                             ": no temporary folder can be made; set TMPDIR to a writable one");
        }
        path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

std::string read_all(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Files rather than pipes: a child that is started at the same time would inherit the pipes and
/// keep them open.
PointOutcome run_point(const std::filesystem::path& program, const Point& point,
                       const std::filesystem::path& folder) {
    const std::filesystem::path errors = folder.string() + ".stderr";
    std::vector<std::string> arguments{"run", point.scenario.string(), "--out", folder.string()};
    for (const std::string& set : point.sets) {
        arguments.emplace_back("--set");
        arguments.push_back(set);
    }
    process::child child(program.string(), process::args(arguments),
                         process::std_out > process::null, process::std_err > errors.string(),
                         process::std_in < process::null);
    child.wait();

    PointOutcome outcome;
    outcome.exit_status = child.exit_code();
    outcome.error = read_all(errors);
    if (outcome.exit_status == 0 || outcome.exit_status == 1) {
        outcome.result = nlohmann::json::parse(read_all(folder / "result.json"), nullptr, false);
    }
    return outcome;
}

}  // namespace

std::vector<PointOutcome> run_points(const std::filesystem::path& program,
                                     const std::vector<Point>& points, unsigned jobs,
                                     const std::function<void(std::size_t)>& progress) {
    const TemporaryFolder results;
    std::vector<PointOutcome> outcomes(points.size());
    std::atomic<std::size_t> next{0};
    std::size_t done = 0;
    std::mutex progress_lock;
    const auto work = [&] {
        for (std::size_t index = next++; index < points.size(); index = next++) {
            outcomes[index] =
                run_point(program, points[index], results.path() / std::to_string(index));
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
