// SPDX-License-Identifier: Apache-2.0
// A workload like fio's: jobs that keep requests to a block device in flight.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "host/block/block_device.h"
#include "host/os/kernel.h"
#include "host/workloads/block_job.h"
#include "host/workloads/block_parameters.h"
#include "host/workloads/request_counters.h"
#include "host/workloads/request_sink.h"
#include "host/workloads/workload.h"

namespace lookaside::workloads {

class BlockWorkload final : public Workload {
  public:
    /// Throws InputError for parameters that are out of range or that the device cannot serve.
    BlockWorkload(os::Kernel& kernel, block::Device& device, RequestSink& sink,
                  const BlockParameters& parameters);
    BlockWorkload(const BlockWorkload&) = delete;
    BlockWorkload& operator=(const BlockWorkload&) = delete;

    /// Finishes by itself too, if the parameters limit the number of requests. `on_finished` is
    /// called in the thread of the last job.
    void start(std::function<void()> on_finished) override;
    void stop() override;
    bool finished() const override { return finished_; }

    /// Of all jobs.
    RequestCounters counters() const;

  private:
    void set_up();
    bool take_ticket();
    void on_job_finished();

    os::Kernel& kernel_;
    block::Device& device_;
    RequestSink& sink_;
    BlockParameters parameters_;
    std::vector<std::uint8_t> key_;
    std::function<void()> on_finished_;
    std::unique_ptr<os::KThread> starter_;
    std::vector<std::unique_ptr<BlockJob>> jobs_;
    std::uint64_t tickets_ = 0;  // taken
    unsigned jobs_finished_ = 0;
    bool stopping_ = false;
    bool finished_ = false;
};

}  // namespace lookaside::workloads
