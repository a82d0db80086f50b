// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/engine_array/task.h"

namespace lookaside::drivers::engine_array {

namespace sheet = datasheet::engine_array;
using block::Operation;

namespace {

constexpr Bytes digest_bytes = 32;
constexpr Bytes tag_bytes = 16;

sheet::Opcode opcode_of(Operation operation) {
    switch (operation) {
        case Operation::encrypt:
            return sheet::Opcode::gcm_encrypt;
        case Operation::decrypt:
            return sheet::Opcode::gcm_decrypt;
        case Operation::read:
            return sheet::Opcode::read;
        case Operation::write:
            return sheet::Opcode::write;
        case Operation::hash:
            break;
    }
    return sheet::Opcode::sha256;
}

struct Sizes {
    Bytes payload;
    Bytes result;
};

Sizes sizes_of(const block::Request& request) {
    switch (request.operation) {
        case Operation::encrypt:
            return {request.length, request.length + tag_bytes};
        case Operation::decrypt:
            return {request.length + tag_bytes, request.length};
        case Operation::read:
            return {0, digest_bytes};
        case Operation::write:
            return {request.length, 0};
        case Operation::hash:
            break;
    }
    return {request.length, digest_bytes};
}

}  // namespace

sheet::Task make_task(const block::Request& request, block::Tag tag, const TaskBuffers& buffers) {
    sheet::Task task;
    task.opcode = static_cast<std::uint8_t>(opcode_of(request.operation));
    task.priority = request.priority;
    task.tag = tag;
    task.payload_length = static_cast<std::uint32_t>(request.length);
    task.payload = buffers.payload_bus();
    task.result = buffers.result_bus();
    task.sector = request.sector;
    task.key_slot = static_cast<std::uint8_t>(request.key);
    task.iv = request.iv;
    return task;
}

block::Status status_of(const sheet::Completion& entry) {
    switch (static_cast<sheet::TaskStatus>(entry.status)) {
        case sheet::TaskStatus::ok:
            return block::Status::ok;
        case sheet::TaskStatus::invalid:
            return block::Status::invalid;
        case sheet::TaskStatus::bad_tag:
            return block::Status::bad_message;
        case sheet::TaskStatus::no_device:
            break;
    }
    return block::Status::io_error;
}

bool is_valid(const block::Request& request, std::uint32_t sectors, unsigned keys) {
    constexpr unsigned highest_priority = 3;
    constexpr Bytes stripe = sheet::max_task_bytes / sheet::sector_bytes;
    const Sizes sizes = sizes_of(request);
    const bool is_cipher =
        request.operation == Operation::encrypt || request.operation == Operation::decrypt;
    const Bytes count = request.length / sheet::sector_bytes;
    return request.length > 0 && request.length % sheet::sector_bytes == 0 &&
           request.sector % stripe + count <= stripe && request.sector + count <= sectors &&
           request.payload.size() == sizes.payload && request.result.size() == sizes.result &&
           request.priority <= highest_priority && (!is_cipher || request.key < keys);
}

}  // namespace lookaside::drivers::engine_array
