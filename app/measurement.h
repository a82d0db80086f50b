// SPDX-License-Identifier: Apache-2.0
// Counts finished requests, and logs those of the measuring window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/statistics.h"
#include "host/workloads/request_sink.h"
#include "reports/request_csv.h"
#include "reports/request_log.h"

namespace lookaside::app {

/// Stands between the workload and the request log.
class Measurement final : public workloads::RequestSink {
  public:
    /// `requests_csv`: where to write a line a request of the window, if anywhere; the file gets
    /// its name with commit_csv().
    Measurement(StatisticsRegistry& statistics,
                const std::optional<std::filesystem::path>& requests_csv);

    void commit_csv();
    void open(SimTime now);
    void close(SimTime now);
    /// Calls `reached` in the completion that makes the window hold `requests` requests.
    void on_count(std::uint64_t requests, std::function<void()> reached);

    void record(const Timeline& timeline, Picoseconds slat, Bytes payload,
                crypto_api::Status status) override;

    const reports::RequestLog& log() const { return log_; }
    /// Requests that finished since the start, whatever their status.
    std::uint64_t finished() const { return finished_; }
    /// Of those in the window, how many ended with an error.
    std::uint64_t errors() const { return errors_; }
    /// What the models published when the window closed.
    const std::vector<Statistic>& values() const { return values_; }
    const std::vector<ResourceUsage>& resources() const { return resources_; }

  private:
    StatisticsRegistry& statistics_;
    reports::RequestLog log_;
    std::optional<reports::RequestCsv> csv_;
    std::uint64_t target_ = 0;
    std::function<void()> reached_;
    std::uint64_t finished_ = 0;
    std::uint64_t errors_ = 0;
    std::vector<Statistic> values_;
    std::vector<ResourceUsage> resources_;
};

}  // namespace lookaside::app
