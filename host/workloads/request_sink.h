// SPDX-License-Identifier: Apache-2.0
// Where workloads report finished requests.
#pragma once

#include "base/timeline.h"
#include "base/units.h"
#include "host/crypto/aead.h"

namespace lookaside::workloads {

/// Collects the requests of a run. Called in the completion's context; must not block.
class RequestSink {
  public:
    virtual ~RequestSink() = default;
    /// One finished request. `slat`: submitted to accepted (fio's submission latency); `payload`:
    /// bytes that were encrypted or decrypted.
    virtual void record(const Timeline& timeline, Picoseconds slat, Bytes payload,
                        crypto_api::Status status) = 0;
};

}  // namespace lookaside::workloads
