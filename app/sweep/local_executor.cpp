// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/local_executor.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio.hpp>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <csignal>
#include <memory>

#include "app/interruption.h"
#include "app/sweep/last_lines.h"
#include "app/sweep/text_file.h"
#include "base/error.h"

namespace lookaside::sweep {
namespace {

namespace asio = boost::asio;
namespace process = boost::process;
namespace fs = std::filesystem;

/// A run that is told to stop ends between two steps; one that does not is killed.
constexpr std::chrono::seconds grace{5};

/// One process at work. Destroyed before it ended, it is killed.
struct Job {
    explicit Job(asio::io_context& io) : timer(io) {}
    std::uint64_t run = 0;
    bool timed_out = false;
    process::child child;
    asio::steady_timer timer;
};

/// One call of execute(). Single-threaded: everything happens in handlers of the io_context.
class Pool {
  public:
    Pool(const LocalExecutorOptions& options, const std::vector<std::uint64_t>& runs,
         const std::function<void(const Ending&)>& ended)
        : options_(options),
          runs_(runs),
          ended_(ended),
          signals_(io_, SIGINT, SIGTERM),
          grace_(io_),
          jobs_(std::min<std::size_t>(options.jobs, runs.size())) {}
    ~Pool() {
        for (std::size_t slot = 0; slot < jobs_.size(); ++slot) {
            std::error_code ignored;
            fs::remove(errors_file(slot), ignored);
        }
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    void work() {
        await_signal();
        for (std::size_t slot = 0; slot < jobs_.size(); ++slot) {
            start_next(slot);
        }
        rest_if_idle();
        io_.run();
        if (stop_signal_ != 0) {
            throw app::Interrupted(stop_signal_);
        }
    }

  private:
    fs::path errors_file(std::size_t slot) const {
        return options_.folder / fmt::format(".job-{}.stderr", slot);
    }

    void start_next(std::size_t slot) {
        if (next_ == runs_.size() || stop_signal_ != 0) {
            return;
        }
        auto job = std::make_unique<Job>(io_);
        job->run = runs_[next_++];
        job->child = launch(slot, job->run);
        if (options_.timeout) {
            job->timer.expires_after(
                std::chrono::duration_cast<std::chrono::nanoseconds>(*options_.timeout));
            job->timer.async_wait([started = job.get()](const boost::system::error_code& error) {
                if (!error) {
                    started->timed_out = true;
                    ::kill(started->child.id(), SIGKILL);
                }
            });
        }
        jobs_[slot] = std::move(job);
    }

    process::child launch(std::size_t slot, std::uint64_t run) {
        // A file rather than a pipe: processes started meanwhile would inherit the pipe's end.
        // A group of its own, so that Ctrl-C reaches the sweep alone, which then ends its runs;
        // the death signal ends them if the sweep is killed.
        const auto prepare = [](auto&) {
            ::setpgid(0, 0);
            ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        };
        // The exit is handled later: Boost.Process 1.74 calls on_exit while it walks its list of
        // children, which starting the next child would change.
        const auto on_exit = [this, slot](int, const std::error_code&) {
            asio::post(io_, [this, slot] { finish(slot); });
        };
        try {
            return process::child(
                process::exe = options_.program.string(),
                process::args = {"run-point", options_.folder.string(), std::to_string(run)},
                process::std_in<process::null, process::std_out> process::null,
                process::std_err > errors_file(slot).string(), process::on_exit = on_exit,
                process::extend::on_exec_setup = prepare, io_);
        } catch (const process::process_error& error) {
            throw InputError(fmt::format("run {} cannot be started: {}; use a smaller -j", run,
                                         error.code().message()));
        }
    }

    void finish(std::size_t slot) {
        const std::unique_ptr<Job> job = std::move(jobs_[slot]);
        job->timer.cancel();
        const int status = job->child.native_exit_code();
        Ending ending;
        ending.run = job->run;
        ending.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        ending.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        ending.timed_out = job->timed_out;
        ending.error = last_lines(file_text(errors_file(slot)).value_or(""));
        if (stop_signal_ == 0) {
            ended_(ending);
        }
        start_next(slot);
        rest_if_idle();
    }

    /// Lets io_.run() return.
    void rest_if_idle() {
        if (std::ranges::none_of(jobs_, [](const auto& job) { return job != nullptr; })) {
            signals_.cancel();
            grace_.cancel();
        }
    }

    void await_signal() {
        signals_.async_wait([this](const boost::system::error_code& error, int signal) {
            if (error) {
                return;
            }
            // The second time the user has lost patience.
            end_jobs(stop_signal_ == 0 ? SIGTERM : SIGKILL);
            stop_signal_ = signal;
            grace_.expires_after(grace);
            grace_.async_wait([this](const boost::system::error_code& cancelled) {
                if (!cancelled) {
                    end_jobs(SIGKILL);
                }
            });
            await_signal();
        });
    }

    void end_jobs(int signal) {
        for (const auto& job : jobs_) {
            if (job) {
                ::kill(job->child.id(), signal);
            }
        }
    }

    const LocalExecutorOptions& options_;
    const std::vector<std::uint64_t>& runs_;
    const std::function<void(const Ending&)>& ended_;
    asio::io_context io_;
    asio::signal_set signals_;
    asio::steady_timer grace_;
    std::vector<std::unique_ptr<Job>> jobs_;  // by slot; null: idle
    std::size_t next_ = 0;
    int stop_signal_ = 0;
};

}  // namespace

void LocalExecutor::execute(const std::vector<std::uint64_t>& runs,
                            const std::function<void(const Ending&)>& ended) {
    Pool(options_, runs, ended).work();
}

}  // namespace lookaside::sweep
