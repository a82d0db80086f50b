// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/cryptodev/user_pages.h"

#include <algorithm>

namespace lookaside::cryptodev {
namespace {

Bytes offset_in(std::span<const std::uint8_t> buffer, Bytes unit) {
    return reinterpret_cast<std::uintptr_t>(buffer.data()) % unit;
}

}  // namespace

Bytes pages_of(std::span<const std::uint8_t> buffer) {
    return (offset_in(buffer, page_bytes) + buffer.size() + page_bytes - 1) / page_bytes;
}

bool is_aligned(std::span<const std::uint8_t> buffer, Bytes alignment) {
    return offset_in(buffer, alignment) == 0;
}

BouncePage::BouncePage(os::Kernel& kernel)
    : kernel_(kernel), page_(kernel.dma().alloc_buffer(page_bytes)) {}

void BouncePage::for_each_chunk(std::span<std::uint8_t> buffer,
                                const std::function<bool(std::span<std::uint8_t>)>& use) {
    kernel_.spend(os::Cost::allocation);
    for (Bytes at = 0; at < buffer.size(); at += page_bytes) {
        const auto chunk = buffer.subspan(at, std::min(page_bytes, buffer.size() - at));
        const auto copy = page_.first(chunk.size());
        kernel_.spend(os::Cost::copy_per_byte, chunk.size());
        std::ranges::copy(chunk, copy.begin());
        if (!use(copy)) {
            break;
        }
        kernel_.spend(os::Cost::copy_per_byte, chunk.size());
        std::ranges::copy(copy, chunk.begin());
    }
    kernel_.spend(os::Cost::free);
}

}  // namespace lookaside::cryptodev
