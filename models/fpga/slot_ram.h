// SPDX-License-Identifier: Apache-2.0
// One of the card's RAMs, divided into slots.
#pragma once

#include <array>
#include <cstring>
#include <span>

#include "datasheets/ipsec_card.h"
#include "models/fpga/axi_target.h"

namespace lookaside::fpga {

class SlotRam {
  public:
    /// Address in the AXI4-MM map.
    explicit SlotRam(std::uint64_t base) : base_(base) {}

    bool holds(const AxiAccess& access) const {
        return access.address >= base_ &&
               access.address + extent(access) <= base_ + datasheet::ipsec_card::ram_bytes;
    }
    Bytes offset_of(const AxiAccess& access) const { return access.address - base_; }
    /// Bytes of address space that an access touches.
    static Bytes extent(const AxiAccess& access) {
        return std::min<Bytes>(access.streaming_width, access.data.size());
    }
    void transfer(const AxiAccess& access) {
        const Bytes width = extent(access);
        std::uint8_t* const cells = bytes_.data() + offset_of(access);
        for (Bytes done = 0; done < access.data.size(); done += width) {
            const Bytes count = std::min<Bytes>(width, access.data.size() - done);
            if (access.is_write) {
                std::memcpy(cells, access.data.data() + done, count);
            } else {
                std::memcpy(access.data.data() + done, cells, count);
            }
        }
    }

    std::span<std::uint8_t> slot(unsigned number) {
        namespace card = datasheet::ipsec_card;
        return std::span(bytes_).subspan(number * card::slot_bytes, card::slot_bytes);
    }

  private:
    std::uint64_t base_;
    std::array<std::uint8_t, datasheet::ipsec_card::ram_bytes> bytes_{};
};

}  // namespace lookaside::fpga
