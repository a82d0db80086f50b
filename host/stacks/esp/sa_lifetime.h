// SPDX-License-Identifier: Apache-2.0
// How long an SA may be used: soft and hard limits in packets and bytes (RFC 4301 section 4.4.2.1).
#pragma once

#include <cstdint>

#include "base/units.h"

namespace lookaside::esp {

/// 0: no limit.
struct LifetimeLimits {
    std::uint64_t packets = 0;
    Bytes bytes = 0;
};

/// Counts what an SA has carried, as xfrm_state_check_expire() of Linux reads it: at its soft
/// limit an SA should be replaced, at its hard limit it carries nothing any more.
class SaLifetime {
  public:
    SaLifetime(const LifetimeLimits& soft, const LifetimeLimits& hard) : soft_(soft), hard_(hard) {}

    void count(Bytes bytes) {
        ++packets_;
        bytes_ += bytes;
    }
    bool wants_replacement() const { return is_reached(soft_); }
    bool expired() const { return is_reached(hard_); }

  private:
    bool is_reached(const LifetimeLimits& limits) const {
        return (limits.packets != 0 && packets_ >= limits.packets) ||
               (limits.bytes != 0 && bytes_ >= limits.bytes);
    }

    LifetimeLimits soft_;
    LifetimeLimits hard_;
    std::uint64_t packets_ = 0;
    Bytes bytes_ = 0;
};

}  // namespace lookaside::esp
