// SPDX-License-Identifier: Apache-2.0
// Host to card: memory reads over the link, writes on the AXI master.
#pragma once

#include <vector>

#include "models/base/ring.h"
#include "models/xdma/data_mover.h"

namespace lookaside::xdma {

/// Requests are cut at MRRS and 4 KB and sent only when buffer space for their data is reserved.
/// Completions of different requests may interleave; AXI gets the data in order, beginning with
/// the first piece that is next in order.
class H2cMover : public DataMover,
                 private pcie::RequesterClient,
                 private pcie::ReadClient,
                 private AxiClient {
  public:
    H2cMover(const Wiring& wiring, MoverListener& listener);

    void take(const Descriptor& descriptor, bool fixed_address) override;
    void abort() override;
    std::size_t in_flight() const override { return transfers_.size(); }
    bool drained() const override { return transfers_.empty() && reads_.empty(); }
    std::uint64_t axi_address(const Descriptor& descriptor) const override {
        return descriptor.destination;
    }
    std::string waits_for() const override;

  private:
    struct Transfer {
        std::uint64_t source = 0;       // host address
        std::uint64_t destination = 0;  // AXI address
        Bytes length = 0;
        Bytes requested = 0;
        Bytes delivered = 0;
        bool fixed_address = false;
    };
    struct Read {
        pcie::ReadTag tag = 0;
        Bytes length = 0;
        Bytes received = 0;
        Bytes delivered = 0;
        bool complete = false;
        std::vector<std::uint8_t> bytes;
    };
    struct Release {
        SimTime at;
        Bytes bytes;
    };

    pcie::Turn take_turn() override;
    void read_data(pcie::ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                   bool last) override;
    void read_failed(pcie::ReadTag tag, pcie::CompletionStatus status) override;
    bool wants_burst() const override;
    SimTime burst(SimTime start) override;

    bool reserve(Bytes length);
    Read& find(pcie::ReadTag tag);
    void fail(std::uint32_t status_bits);
    void drop_complete();

    Wiring wire_;
    MoverListener& listener_;
    std::size_t requester_id_;
    std::size_t axi_id_;
    Alarm resume_;  // the request interval is over, or buffer space becomes free

    Ring<Transfer> transfers_;
    std::size_t requesting_ = 0;  // index of the transfer whose requests are being sent
    Ring<Read> reads_;            // outstanding or not yet on AXI, in order
    bool aborted_ = false;
    Bytes reserved_ = 0;
    Ring<Release> releases_;
    SimTime next_request_at_{0};
};

}  // namespace lookaside::xdma
