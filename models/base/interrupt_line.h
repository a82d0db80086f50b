// SPDX-License-Identifier: Apache-2.0
// A level-triggered interrupt wire into the host's interrupt controller.
#pragma once

namespace lookaside {

class InterruptLine {
  public:
    virtual ~InterruptLine() = default;
    /// The device drives the wire, now. Called from an agenda action; must not wait. Setting the
    /// level that it has does nothing.
    virtual void set_level(bool high) = 0;
};

}  // namespace lookaside
