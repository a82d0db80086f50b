// SPDX-License-Identifier: Apache-2.0
// How a completer cuts the answer to a read into completions.
#pragma once

#include <algorithm>

#include "base/units.h"

namespace lookaside::pcie {

/// Calls piece(offset, length) for each completion of a read of `length` bytes from `address`.
/// Cuts fall on multiples of `boundary` (the Read Completion Boundary) only: the first piece may be
/// short up to one, the others are as large as `limit` allows (Base Specification 2.3.1.1).
template <typename Piece>
void split_completion(std::uint64_t address, Bytes length, Bytes boundary, Bytes limit,
                      Piece&& piece) {
    const Bytes stride = std::max(limit / boundary, Bytes{1}) * boundary;
    Bytes offset = 0;
    while (offset < length) {
        const std::uint64_t at = address + offset;
        const Bytes size = std::min(length - offset, stride - at % stride);
        piece(offset, size);
        offset += size;
    }
}

}  // namespace lookaside::pcie
