// SPDX-License-Identifier: Apache-2.0
// One DMA channel: its registers, its run control and the life of its descriptors.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/base/usage_meter.h"
#include "models/xdma/channel_status.h"
#include "models/xdma/data_mover.h"
#include "models/xdma/descriptor_fetcher.h"
#include "models/xdma/performance_counters.h"

namespace lookaside::xdma {

/// fetched -> in flight (data moving) -> finishing -> done. Descriptors are in flight several at a
/// time and finish in list order. Whatever ends the list, what is in flight finishes first, except
/// after a data error.
class Channel : public RegisterBlock,
                private FetchListener,
                private MoverListener,
                private pcie::RequesterClient {
  public:
    enum class Direction : std::uint8_t { h2c, c2h };
    struct Counts {
        std::uint64_t descriptors = 0;
        Bytes bytes = 0;
        std::uint64_t write_backs = 0;
        std::uint64_t errors = 0;
    };

    /// `interrupt` is told each new level of the channel's interrupt source.
    Channel(Direction direction, unsigned number, const DataMover::Wiring& wiring,
            const SgdmaCommon& common, std::function<void(bool level)> interrupt);
    ~Channel() override;

    std::uint32_t read_register(std::uint32_t offset) override;
    void write_register(std::uint32_t offset, std::uint32_t value) override;
    RegisterBlock& sgdma() { return sgdma_; }
    /// A halt or credit-mode bit was written.
    void gates_changed();

    /// "h2c0", "c2h3", ...
    const std::string& name() const { return name_; }
    const Counts& counts() const { return counts_; }
    const DescriptorFetcher::Counts& fetch_counts() const { return fetcher_.counts(); }
    const UsageMeter& meter() const { return meter_; }
    void reset_statistics();
    /// One line if the channel is busy: what it waits for.
    void describe_waits(std::vector<std::string>& lines) const;

  private:
    struct InFlight {
        Descriptor descriptor;
        SimTime since;
    };
    struct Finishing {
        Descriptor descriptor;
        SimTime since;
        SimTime at;
    };

    void descriptor_fetched() override { schedule_dispatch(); }
    void fetch_failed(std::uint32_t status_bits) override { fail(status_bits); }
    void fetch_drained() override { check_idle(); }
    void descriptor_moved(SimTime at) override;
    void move_failed(std::uint32_t status_bits) override;
    void mover_drained() override { check_idle(); }
    void beats_moved(Cycles beats, Bytes bytes) override;
    pcie::Turn take_turn() override;

    std::uint32_t status_word() const;
    void write_control(std::uint32_t value);
    void start();
    void halt();
    void fail(std::uint32_t status_bits);
    void check_idle();
    void schedule_dispatch();
    void dispatch();
    std::uint32_t defect_of(const Descriptor& descriptor) const;
    bool fixed_address() const;
    void schedule_finish();
    void finish_front();
    void close_front();
    SimTime now() const { return wire_.agenda.now(); }

    DataMover::Wiring wire_;
    Direction direction_;
    unsigned number_;
    std::string name_;
    const SgdmaCommon& common_;
    unsigned gate_bit_;

    ChannelStatus status_;
    PerformanceCounters performance_;
    SgdmaRegisters sgdma_;
    DescriptorFetcher fetcher_;
    std::unique_ptr<DataMover> mover_;
    std::size_t requester_id_;

    std::uint32_t control_ = 0;
    std::uint32_t completed_count_ = 0;
    std::uint64_t write_back_address_ = 0;
    bool busy_ = false;
    bool restart_ = false;  // run rose while the last run was still draining

    Ring<InFlight> in_flight_;
    Ring<Finishing> finishing_;
    bool write_back_due_ = false;  // the front one of finishing_ waits for its write-back
    Alarm dispatch_;
    Alarm finish_;
    UsageMeter meter_;
    Counts counts_;
};

}  // namespace lookaside::xdma
