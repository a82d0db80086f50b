// SPDX-License-Identifier: Apache-2.0
// What makes the driver look at a queue pair's completion ring.
#pragma once

namespace lookaside::drivers::engine_array {

class CompletionSource {
  public:
    virtual ~CompletionSource() = default;
    /// Tasks have been put before the card. Process context.
    virtual void submitted() {}
};

}  // namespace lookaside::drivers::engine_array
