// SPDX-License-Identifier: Apache-2.0
// Block requests in the card's language.
#pragma once

#include "datasheets/engine_array.h"
#include "host/block/block_device.h"
#include "host/block/tag_set.h"
#include "host/drivers/engine_array/task_buffers.h"

namespace lookaside::drivers::engine_array {

/// The submission entry of a request whose buffers are mapped.
datasheet::engine_array::Task make_task(const block::Request& request, block::Tag tag,
                                        const TaskBuffers& buffers);

/// What a completion entry says of its request.
block::Status status_of(const datasheet::engine_array::Completion& entry);

/// Whether a request keeps to the contract for a device of so many sectors and keys.
bool is_valid(const block::Request& request, std::uint32_t sectors, unsigned keys);

}  // namespace lookaside::drivers::engine_array
