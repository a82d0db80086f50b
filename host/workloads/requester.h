// SPDX-License-Identifier: Apache-2.0
// Makes requests, hands them to a provider, judges and reports what comes back.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "host/crypto/aead.h"
#include "host/os/kernel.h"
#include "host/workloads/operation.h"
#include "host/workloads/request_counters.h"
#include "host/workloads/request_sink.h"
#include "host/workloads/size_mix.h"

namespace lookaside::workloads {

/// What the requests of a generator are like.
struct RequestParameters {
    SizeMix sizes = SizeMix::fixed(1500);
    OperationKind operation = OperationKind::encrypt;
    unsigned key_bytes = 16;   // 16 or 32; the key is drawn from the seed
    std::uint64_t seed = 1;    // of key, sizes and payload
    bool may_backlog = false;  // CRYPTO_TFM_REQ_MAY_BACKLOG
};

/// Keeps a pool of requests, which grows to what is ever in flight; after that nothing is
/// allocated.
class Requester {
  public:
    /// `on_returned` is called in the provider's callback context after each completion, and when
    /// a backlogged request has moved up.
    Requester(os::Kernel& kernel, crypto_api::AeadProvider& provider, RequestSink& sink,
              const RequestParameters& parameters, std::function<void()> on_returned);
    Requester(const Requester&) = delete;
    Requester& operator=(const Requester&) = delete;

    /// Registers the key. Process context, before the first submit(). Throws InputError if the
    /// provider cannot take requests of the largest size.
    void set_up();
    /// Makes one request and submits it. Its latency counts from `arrival`, now or earlier.
    crypto_api::Submit submit(SimTime arrival);

    const RequestCounters& counters() const { return counters_; }
    std::uint64_t in_flight() const { return counters_.in_flight(); }
    /// Backlogged requests that have not moved up yet.
    std::uint64_t on_backlog() const { return on_backlog_; }

  private:
    struct Entry {
        GeneratedRequest request;
        SimTime accepted = Timeline::never;  // submit() returned
        bool finished = false;               // the final callback came
        bool backlogged = false;
        crypto_api::Status status = crypto_api::Status::ok;
    };

    Entry& take();
    Entry& grow();
    void prepare(GeneratedRequest& request);
    void accept(Entry& entry, crypto_api::Submit result);
    void on_callback(Entry& entry, crypto_api::Status status);
    void finish(Entry& entry);
    void judge(const Entry& entry);
    void put_back(Entry& entry) { idle_.push_back(&entry); }

    os::Kernel& kernel_;
    crypto_api::AeadProvider& provider_;
    RequestSink& sink_;
    RequestParameters parameters_;
    std::function<void()> on_returned_;
    Random random_;
    std::vector<std::uint8_t> key_;
    crypto_api::KeyHandle key_handle_ = 0;
    std::unique_ptr<Operation> operation_;
    std::deque<Entry> entries_;  // stable addresses
    std::vector<Entry*> idle_;
    std::uint64_t on_backlog_ = 0;
    RequestCounters counters_;
};

}  // namespace lookaside::workloads
