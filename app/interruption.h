// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM end a run between two steps, so that nothing half-written stays behind.
#pragma once

#include <stdexcept>

namespace lookaside::app {

/// The user stopped the run. Exit status 128 + signal, as shells expect.
class Interrupted : public std::runtime_error {
  public:
    explicit Interrupted(int signal)
        : std::runtime_error("interrupted; no result was written"), signal_(signal) {}
    int exit_status() const { return 128 + signal_; }

  private:
    int signal_;
};

/// While it lives, SIGINT and SIGTERM are only noted.
class InterruptionGuard {
  public:
    InterruptionGuard();
    ~InterruptionGuard();
    InterruptionGuard(const InterruptionGuard&) = delete;
    InterruptionGuard& operator=(const InterruptionGuard&) = delete;

    /// Throws Interrupted if a signal came.
    void check() const;

  private:
    void (*old_interrupt_)(int);
    void (*old_terminate_)(int);
};

}  // namespace lookaside::app
