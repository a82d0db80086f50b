// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/capture_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace lookaside::workloads {
namespace {

// Captures have gaps of minutes; a replay that is told to stop must not sleep through them.
constexpr Picoseconds longest_sleep = 10_ms;

CaptureParameters checked(const CaptureParameters& parameters) {
    if (parameters.in_flight == 0) {
        throw InputError("capture replay with 0 packets in flight: give 1 or more");
    }
    if (parameters.repeat == 0) {
        throw InputError("capture replay repeated 0 times: give 1 or more");
    }
    if (!(parameters.time_scale > 0.0) || !std::isfinite(parameters.time_scale)) {
        throw InputError(fmt::format("capture replay with time scale {}: give a factor above 0",
                                     parameters.time_scale));
    }
    std::error_code ignored;
    if (std::filesystem::equivalent(parameters.input, parameters.output, ignored)) {
        throw InputError(fmt::format("output capture {} is the input capture: give another path",
                                     parameters.output.string()));
    }
    return parameters;
}

// A captured time in simulated time; what simulated time cannot hold becomes its end.
Picoseconds scaled(std::chrono::nanoseconds at, double factor) {
    constexpr double latest = 4.0e18;  // 46 days, so that a sum of two is in range
    const double ps = static_cast<double>(at.count()) * 1e3 * factor;
    return Picoseconds{std::llround(std::clamp(ps, -latest, latest))};
}

}  // namespace

CaptureReplay::CaptureReplay(os::Kernel& kernel, crypto_api::AeadProvider& provider,
                             const CaptureParameters& parameters, const Capture& capture,
                             RequestSink& sink, std::optional<os::CpuId> cpu)
    : kernel_(kernel),
      parameters_(checked(parameters)),
      capture_(capture),
      sink_(sink),
      verifier_(parameters_.sa),
      output_(kernel, provider, parameters_.sa, parameters_.full_queue,
              [this](const esp::EspSent& sent) { on_sent(sent); }),
      cpu_(cpu),
      returned_(kernel.make_wait_queue("capture_replay")) {
    if (!parameters_.output.empty()) {
        writer_.emplace(parameters_.output);
    }
}

void CaptureReplay::start(std::function<void()> on_finished) {
    on_finished_ = std::move(on_finished);
    thread_ = kernel_.run_kthread("capture_replay", cpu_, [this](os::KThread&) { run(); });
}

void CaptureReplay::commit_output() {
    if (writer_) {
        writer_->commit();
    }
}

void CaptureReplay::run() {
    output_.init_state();
    for (std::uint64_t round = 0; round < parameters_.repeat && !stopping_; ++round) {
        replay_once();
    }
    returned_->wait_event([this] { return in_flight() == 0; });
    finished_ = true;
    on_finished_();
}

void CaptureReplay::replay_once() {
    const SimTime start = kernel_.now();
    for (std::size_t index = 0; index < capture_.packets.size(); ++index) {
        await_turn(capture_.packets[index], start);
        if (stopping_) {
            return;
        }
        send(index);
    }
}

void CaptureReplay::await_turn(const CapturedPacket& packet, SimTime start) {
    if (parameters_.pace == CapturePace::closed_loop) {
        returned_->wait_event([this] { return stopping_ || in_flight() < parameters_.in_flight; });
        return;
    }
    const SimTime due = start + scaled(packet.at, parameters_.time_scale);
    while (!stopping_ && kernel_.now() < due) {
        kernel_.sleep(std::min(due - kernel_.now(), longest_sleep));
    }
}

void CaptureReplay::send(std::size_t index) {
    ++counters_.attempted;
    if (!output_.output(capture_.packets[index].bytes, index)) {
        ++counters_.dropped;
    }
}

void CaptureReplay::on_sent(const esp::EspSent& sent) {
    ++counters_.finished;
    sink_.record(sent.timeline, sent.slat, sent.payload, sent.status);
    if (sent.status == crypto_api::Status::ok) {
        check_and_write(sent);
    } else {
        ++counters_.failed;
    }
    returned_->wake_up();
}

void CaptureReplay::check_and_write(const esp::EspSent& sent) {
    const CapturedPacket& inner = capture_.packets[sent.cookie];
    if (verifier_.holds(sent.packet, sent.sequence, inner.bytes)) {
        ++counters_.verified;
        counters_.inner_bytes += inner.bytes.size();
        counters_.outer_bytes += sent.packet.size();
    } else if (counters_.mismatched++ == 0) {
        counters_.first_mismatch =
            fmt::format("frame {} of the capture ({} bytes), sent as sequence number {}",
                        inner.frame, inner.bytes.size(), sent.sequence);
    }
    if (writer_) {
        writer_->write(sent.timeline.at(Moment::callback), sent.packet);
    }
}

std::uint64_t CaptureReplay::in_flight() const {
    return counters_.attempted - counters_.dropped - counters_.finished;
}

}  // namespace lookaside::workloads
