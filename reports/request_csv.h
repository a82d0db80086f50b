// SPDX-License-Identifier: Apache-2.0
// requests.csv: one line a completed request, for whoever wants to analyse them one by one.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/timeline.h"
#include "reports/atomic_file.h"

namespace lookaside::reports {

/// Streams to the file; it appears at commit(). Columns: number, payload_bytes, accepted_ps, then
/// each moment as <moment>_ps; a moment that is not stamped is empty. Times count from the start of
/// the simulation. Throws InputError as AtomicFile does.
class RequestCsv {
  public:
    explicit RequestCsv(const std::filesystem::path& target);
    void add(const Timeline& timeline, SimTime accepted, Bytes payload);
    void commit() { file_.commit(); }

  private:
    AtomicFile file_;
    std::uint64_t number_ = 0;
};

}  // namespace lookaside::reports
