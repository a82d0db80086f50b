// SPDX-License-Identifier: Apache-2.0
// Card to host: reads on the AXI master, memory writes over the link.
#pragma once

#include <vector>

#include "models/base/ring.h"
#include "models/xdma/data_mover.h"

namespace lookaside::xdma {

/// Writes are cut at MPS and 4 KB. They are posted: a descriptor is done when the endpoint has
/// accepted its last write.
class C2hMover : public DataMover, private pcie::RequesterClient, private AxiClient {
  public:
    C2hMover(const Wiring& wiring, MoverListener& listener);

    void take(const Descriptor& descriptor, bool fixed_address) override;
    void abort() override;
    std::size_t in_flight() const override { return transfers_.size(); }
    bool drained() const override { return transfers_.empty(); }
    std::uint64_t axi_address(const Descriptor& descriptor) const override {
        return descriptor.source;
    }
    std::string waits_for() const override;

  private:
    struct Transfer {
        std::uint64_t source = 0;       // AXI address
        std::uint64_t destination = 0;  // host address
        Bytes length = 0;
        Bytes read = 0;
        bool fixed_address = false;
    };
    /// The data of one memory write, on its way from AXI to the link.
    struct Write {
        std::uint64_t destination = 0;
        SimTime ready_at{0};
        bool ends_transfer = false;
        AxiResponse response = AxiResponse::okay;
        std::vector<std::uint8_t> bytes;
    };

    pcie::Turn take_turn() override;
    bool wants_burst() const override;
    SimTime burst(SimTime start) override;
    AxiResponse read_axi(const Transfer& transfer, std::span<std::uint8_t> bytes,
                         Picoseconds& delay);

    Wiring wire_;
    MoverListener& listener_;
    std::size_t requester_id_;
    std::size_t axi_id_;
    Alarm ready_;  // the front write may go to the link

    Ring<Transfer> transfers_;
    std::size_t reading_ = 0;  // index of the transfer that is being read
    Ring<Write> writes_;
};

}  // namespace lookaside::xdma
