// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/engine_array/registers.h"

#include "base/error.h"

namespace lookaside::drivers::engine_array {

namespace sheet = datasheet::engine_array;

ArrayRegisters::ArrayRegisters(os::Mmio& bar) : bar_(bar) {
    if (read(sheet::reg::id) != sheet::card_id) {
        throw SimulationError("engine_array: BAR 0 does not hold the card's ID");
    }
}

Geometry ArrayRegisters::geometry() {
    const std::uint32_t value = read(sheet::reg::geometry);
    return {.channels = value & 0xFF, .devices = value >> 8 & 0xFF, .engines = value >> 16};
}

void ArrayRegisters::set_rings(unsigned queue, const RingAddresses& rings) {
    const auto write_address = [&](std::uint32_t low, std::uint32_t high, std::uint64_t address) {
        write_queue(queue, low, static_cast<std::uint32_t>(address));
        write_queue(queue, high, static_cast<std::uint32_t>(address >> 32));
    };
    write_address(sheet::reg::sq_base_low, sheet::reg::sq_base_high, rings.submission);
    write_address(sheet::reg::cq_base_low, sheet::reg::cq_base_high, rings.completion);
    write_queue(queue, sheet::reg::ring_size, rings.entries);
}

void ArrayRegisters::set_coalescing(unsigned queue, std::uint16_t entries, std::uint16_t time) {
    write_queue(queue, sheet::reg::coalescing, std::uint32_t{entries} << 16 | time);
}

void ArrayRegisters::load_key(unsigned key_slot, std::span<const std::uint8_t> key) {
    const std::uint32_t base = sheet::reg::key_base + key_slot * sheet::reg::key_stride;
    for (std::uint32_t i = 0; i < key.size(); i += 4) {
        const std::uint32_t word = std::uint32_t{key[i]} | std::uint32_t{key[i + 1]} << 8 |
                                   std::uint32_t{key[i + 2]} << 16 |
                                   std::uint32_t{key[i + 3]} << 24;
        write(base + sheet::reg::key_word + i, word);
    }
    constexpr std::uint32_t valid = 1U << 0;
    constexpr std::uint32_t bits_256 = 1U << 1;
    write(base + sheet::reg::key_control, valid | (key.size() == 32 ? bits_256 : 0));
}

}  // namespace lookaside::drivers::engine_array
