// SPDX-License-Identifier: Apache-2.0
#include "app/interruption.h"

#include <csignal>

namespace lookaside::app {
namespace {

// A signal handler can reach nothing else than a static object.
volatile std::sig_atomic_t received = 0;

void note(int signal) {
    received = signal;
}

}  // namespace

InterruptionGuard::InterruptionGuard()
    : old_interrupt_(std::signal(SIGINT, note)), old_terminate_(std::signal(SIGTERM, note)) {}

InterruptionGuard::~InterruptionGuard() {
    std::signal(SIGINT, old_interrupt_);
    std::signal(SIGTERM, old_terminate_);
}

void InterruptionGuard::check() const {
    if (received != 0) {
        throw Interrupted(received);
    }
}

}  // namespace lookaside::app
