// SPDX-License-Identifier: Apache-2.0
// User memory as a driver may see it: pinned where it is, or copied to pages of the kernel's.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/units.h"
#include "host/os/kernel.h"

namespace lookaside::cryptodev {

inline constexpr Bytes page_bytes = 4096;

/// Pages that a buffer touches.
Bytes pages_of(std::span<const std::uint8_t> buffer);
/// True if a driver that wants addresses in multiples of `alignment` can work on the buffer itself.
bool is_aligned(std::span<const std::uint8_t> buffer, Bytes alignment);

/// get_user_pages() for the length of a scope. Pinning and releasing cost one price a page.
class PinnedPages {
  public:
    PinnedPages(os::Kernel& kernel, std::span<const std::uint8_t> buffer) {
        kernel.spend(os::Cost::page_pin, pages_of(buffer));
    }
};

/// One page of the kernel's through which a session moves what it cannot pin.
class BouncePage {
  public:
    explicit BouncePage(os::Kernel& kernel);

    /// Calls `use` with each page's worth of `buffer` copied here, and copies back what it has
    /// become, until a call returns false. Allocates and frees the page, as cryptodev does for each
    /// operation.
    void for_each_chunk(std::span<std::uint8_t> buffer,
                        const std::function<bool(std::span<std::uint8_t>)>& use);

  private:
    os::Kernel& kernel_;
    std::span<std::uint8_t> page_;
};

}  // namespace lookaside::cryptodev
