// SPDX-License-Identifier: Apache-2.0
// The IRQ block: sources, masks, vector numbers.
#include "models/xdma/interrupt_block.h"

#include <bit>

#include "base/error.h"

namespace lookaside::xdma {

namespace reg = datasheet::xdma::irq_block;

void InterruptBlock::Group::set_source(InterruptBlock& block, unsigned index, bool level) {
    if (index >= max_sources) {
        throw SimulationError("XDMA: there is no interrupt source " + std::to_string(index));
    }
    const std::uint32_t bit = 1U << index;
    source = level ? source | bit : source & ~bit;
    update(block);
}

void InterruptBlock::Group::update(InterruptBlock& block) {
    const std::uint32_t next = source & enable.value();
    std::uint32_t rising = next & ~request;
    request = next;
    risen += static_cast<unsigned>(std::popcount(rising));
    std::uint32_t messages = 0;
    for (; rising != 0; rising &= rising - 1) {
        messages |= 1U << vectors[static_cast<unsigned>(std::countr_zero(rising))];
    }
    if (messages != 0) {
        block.raise_(messages);
    }
}

/// Four 5-bit vector numbers a word, one in each byte.
std::uint32_t InterruptBlock::Group::read_vectors(std::uint32_t word) const {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) {
        value |= std::uint32_t{vectors[word * 4 + i]} << (8 * i);
    }
    return value;
}

void InterruptBlock::Group::write_vectors(std::uint32_t word, std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) {
        vectors[word * 4 + i] = static_cast<std::uint8_t>(value >> (8 * i) & 0x1FU);
    }
}

std::uint32_t InterruptBlock::read_register(std::uint32_t offset) {
    if (offset >= reg::user_vector_number && offset < reg::user_vector_number + 16) {
        return users_.read_vectors((offset - reg::user_vector_number) / 4);
    }
    if (offset >= reg::channel_vector_number && offset < reg::channel_vector_number + 8) {
        return channels_.read_vectors((offset - reg::channel_vector_number) / 4);
    }
    switch (offset) {
        case reg::identifier:
            return identifier_word(datasheet::xdma::target_irq_block);
        case reg::user_interrupt_enable:
            return users_.enable.value();
        case reg::channel_interrupt_enable:
            return channels_.enable.value();
        case reg::user_interrupt_request:
            return users_.request;
        case reg::channel_interrupt_request:
            return channels_.request;
        case reg::user_interrupt_pending:
            return users_.source;
        case reg::channel_interrupt_pending:
            return channels_.source;
        default:
            return 0;
    }
}

void InterruptBlock::write_register(std::uint32_t offset, std::uint32_t value) {
    if (offset >= reg::user_vector_number && offset < reg::user_vector_number + 16) {
        users_.write_vectors((offset - reg::user_vector_number) / 4, value);
    } else if (offset >= reg::channel_vector_number && offset < reg::channel_vector_number + 8) {
        channels_.write_vectors((offset - reg::channel_vector_number) / 4, value);
    } else if (offset >= reg::user_interrupt_enable && offset <= reg::user_interrupt_enable_w1c) {
        users_.enable.write(offset - reg::user_interrupt_enable, value);
        users_.update(*this);
    } else if (offset >= reg::channel_interrupt_enable &&
               offset <= reg::channel_interrupt_enable_w1c) {
        channels_.enable.write(offset - reg::channel_interrupt_enable, value);
        channels_.update(*this);
    }
}

}  // namespace lookaside::xdma
