// SPDX-License-Identifier: Apache-2.0
// The XDMA's usr_irq_req inputs as the user logic drives them.
#pragma once

namespace lookaside::xdma {

class UserIrqInputs {
  public:
    virtual ~UserIrqInputs() = default;
    /// Drives usr_irq_req[index] (0..15), level sensitive, from now on.
    virtual void set_user_irq(unsigned index, bool level) = 0;
};

}  // namespace lookaside::xdma
