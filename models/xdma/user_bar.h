// SPDX-License-Identifier: Apache-2.0
// The user BAR: host accesses become AXI-Lite transfers.
#pragma once

#include "models/pcie/bar_access_queue.h"
#include "models/xdma/axi_initiator.h"

namespace lookaside::xdma {

class UserBar : public pcie::BarTarget {
  public:
    explicit UserBar(AxiInitiator& axi_lite) : axi_lite_(axi_lite) {}

    /// Posted: an error response has nobody to go to and is counted.
    void write(Bytes offset, std::span<const std::uint8_t> data) override {
        Picoseconds delay{0};
        if (axi_lite_.write(offset, data, data.size(), delay) != AxiResponse::okay) {
            ++errors_;
        }
    }
    pcie::CompletionStatus read(Bytes offset, std::span<std::uint8_t> data,
                                Picoseconds& delay) override {
        switch (axi_lite_.read(offset, data, data.size(), delay)) {
            case AxiResponse::okay:
                return pcie::CompletionStatus::successful;
            case AxiResponse::decode_error:
                ++errors_;
                return pcie::CompletionStatus::unsupported_request;
            case AxiResponse::slave_error:
                break;
        }
        ++errors_;
        return pcie::CompletionStatus::completer_abort;
    }

    std::uint64_t errors() const { return errors_; }
    void reset_counts() { errors_ = 0; }

  private:
    AxiInitiator& axi_lite_;
    std::uint64_t errors_ = 0;
};

}  // namespace lookaside::xdma
