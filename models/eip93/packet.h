// SPDX-License-Identifier: Apache-2.0
// A packet in the engine, from its command to its result.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "datasheets/eip93.h"
#include "models/eip93/operation.h"

namespace lookaside::eip93 {

struct Packet {
    std::uint32_t slot = 0;  // place of the command in its ring
    datasheet::eip93::Descriptor command;
    datasheet::eip93::SaRecord sa;
    datasheet::eip93::StateRecord state;
    SimTime fetched_at{0};

    /// Set when the records are read; none if the packet is in error before its data.
    std::unique_ptr<Operation> operation;
    bool prepared = false;
    std::uint32_t error = 0;  // bits of ctrl_stat

    Bytes requested = 0;      // of the input
    bool input_over = false;  // all is requested

    std::vector<std::uint8_t> output;  // from the cores, not yet on its way
    Bytes produced = 0;                // sent to the destination
    unsigned writes = 0;               // under way
    bool output_over = false;          // the cores are done with it
    bool result_begun = false;
};

}  // namespace lookaside::eip93
