// SPDX-License-Identifier: Apache-2.0
// A workload: the packets of a capture through an ESP tunnel.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "host/crypto/aead.h"
#include "host/os/kernel.h"
#include "host/stacks/esp/esp_output.h"
#include "host/workloads/capture_file.h"
#include "host/workloads/capture_parameters.h"
#include "host/workloads/capture_verifier.h"
#include "host/workloads/capture_writer.h"
#include "host/workloads/request_sink.h"
#include "host/workloads/workload.h"

namespace lookaside::workloads {

/// What became of the packets, every repetition counted. attempted = dropped + finished once the
/// replay is over; finished = verified + mismatched + failed.
struct CaptureReplayCounters {
    std::uint64_t attempted = 0;   // given to the stack
    std::uint64_t dropped = 0;     // by the stack; its counters say why
    std::uint64_t finished = 0;    // callbacks
    std::uint64_t verified = 0;    // opened by OpenSSL to the inner packet
    std::uint64_t mismatched = 0;  // did not
    std::uint64_t failed = 0;      // the provider reported an error
    Bytes inner_bytes = 0;         // of the verified packets
    Bytes outer_bytes = 0;         // the same as ESP packets
    std::string first_mismatch;    // which packet it was
};

/// Sends the inner packets through EspOutput from one kernel thread, as the forwarding path of a
/// gateway would. The output capture has the packets in the order of their completion, which is the
/// order in which they would leave the machine, stamped with the simulated time of it; with several
/// engines that may differ from the order of sequence numbers.
class CaptureReplay final : public Workload {
  public:
    /// `capture` must outlive the replay. Opens the output file. With `cpu` the thread is bound to
    /// that core. Throws InputError for parameters out of range and for a file that cannot be
    /// written.
    CaptureReplay(os::Kernel& kernel, crypto_api::AeadProvider& provider,
                  const CaptureParameters& parameters, const Capture& capture, RequestSink& sink,
                  std::optional<os::CpuId> cpu = std::nullopt);

    /// `on_finished` is also called when the last repetition is over and its last packet back.
    void start(std::function<void()> on_finished) override;
    /// Seen at the next callback or the next packet's time, after 10 ms at the latest.
    void stop() override { stopping_ = true; }
    bool finished() const override { return finished_; }

    /// Gives the output capture its name; call it when the run has ended well. Throws InputError.
    void commit_output();

    const CaptureReplayCounters& counters() const { return counters_; }
    const esp::EspOutputCounters& stack_counters() const { return output_.counters(); }

  private:
    void run();
    void replay_once();
    void send(std::size_t index);
    void await_turn(const CapturedPacket& packet, SimTime start);
    void on_sent(const esp::EspSent& sent);
    void check_and_write(const esp::EspSent& sent);
    std::uint64_t in_flight() const;

    os::Kernel& kernel_;
    const CaptureParameters parameters_;
    const Capture& capture_;
    RequestSink& sink_;
    CaptureVerifier verifier_;
    std::optional<CaptureWriter> writer_;
    esp::EspOutput output_;
    std::optional<os::CpuId> cpu_;
    std::unique_ptr<os::WaitQueue> returned_;  // the thread, until packets have come back
    std::unique_ptr<os::KThread> thread_;
    std::function<void()> on_finished_;
    bool stopping_ = false;
    bool finished_ = false;
    CaptureReplayCounters counters_;
};

}  // namespace lookaside::workloads
