// SPDX-License-Identifier: Apache-2.0
// A sink of requests for tests of workloads and drivers.
#pragma once

#include <vector>

#include "host/workloads/request_sink.h"

namespace lookaside::test {

/// Keeps everything a workload reports.
class RecordingSink final : public workloads::RequestSink {
  public:
    struct Record {
        Timeline timeline;
        Picoseconds slat;
        Bytes payload;
        crypto_api::Status status;
    };
    void record(const Timeline& timeline, Picoseconds slat, Bytes payload,
                crypto_api::Status status) override {
        records.push_back({timeline, slat, payload, status});
    }
    std::vector<Record> records;
};

}  // namespace lookaside::test
