// SPDX-License-Identifier: Apache-2.0
// One DMA request that carries several slots, as the pipelined variant uses them.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "host/drivers/ipsec_card/stamps.h"
#include "host/drivers/ipsec_card/transport_request.h"
#include "host/drivers/xdma/engine.h"
#include "host/os/kernel.h"

namespace lookaside::drivers::ipsec_card {

/// Filled with slots, then sent as one transfer; free again after take_result().
class Batch {
  public:
    /// `notify` is called when a transfer has ended, with the engine's lock held.
    Batch(os::Kernel& kernel, xdma::XdmaEngine& engine, std::function<void()> notify)
        : kernel_(kernel),
          engine_(engine),
          stamps_(engine.direction()),
          request_(
              [this, notify = std::move(notify)](xdma::DmaStatus status) {
                  result_ = status;
                  notify();
              },
              &stamps_) {}

    bool is_free() const { return slots_.empty(); }

    void add(const TransportRequest& transport) {
        slots_.push_back(transport.slot());
        stamps_.add(transport.request().timeline);
        if (engine_.direction() == xdma::Direction::h2c) {
            transport.append_h2c(segments_);
        } else {
            transport.append_c2h(segments_);
        }
    }

    /// Starts the transfer; it must end within `timeout`. Does not sleep.
    void send(Picoseconds timeout) {
        deadline_ = kernel_.now() + timeout;
        const xdma::DmaStatus status = engine_.submit_nowait(request_, segments_);
        if (status != xdma::DmaStatus::ok) {
            result_ = status;
        }
    }
    bool has_result() const { return result_.has_value(); }
    struct Result {
        xdma::DmaStatus status;
        std::vector<unsigned> slots;  // in the order they were added
    };
    /// Stamps the requests as woken and empties the batch. Only if has_result().
    Result take_result() {
        stamps_.woken(kernel_.now());
        stamps_.clear();
        segments_.clear();
        return {*std::exchange(result_, std::nullopt), std::exchange(slots_, {})};
    }
    /// Stops a transfer that is over its deadline; its result is then timed_out.
    void check_deadline() {
        if (!is_free() && !has_result() && kernel_.now() >= deadline_) {
            engine_.abort(request_);
        }
    }

  private:
    os::Kernel& kernel_;
    xdma::XdmaEngine& engine_;
    TransferStamps stamps_;
    xdma::AsyncRequest request_;
    std::vector<xdma::Segment> segments_;
    std::vector<unsigned> slots_;  // on their way
    std::optional<xdma::DmaStatus> result_;
    SimTime deadline_{0};
};

}  // namespace lookaside::drivers::ipsec_card
