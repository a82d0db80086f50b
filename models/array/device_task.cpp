// SPDX-License-Identifier: Apache-2.0
#include "models/array/device_task.h"

#include <algorithm>
#include <cstring>

#include "models/crypto/engine.h"

namespace lookaside::array {

namespace map = device_map;
using datasheet::engine_array::Opcode;
using datasheet::engine_array::TaskStatus;

namespace {

std::uint32_t window(const TaskSlot& slot, const Geometry& geometry) {
    return map::window_of(slot.unit % geometry.units);
}
bool is_gcm(const TaskSlot& slot) {
    return slot.opcode() == Opcode::gcm_encrypt || slot.opcode() == Opcode::gcm_decrypt;
}

}  // namespace

DeviceWrite write_of(TaskSlot& slot, const Geometry& geometry, const Stripes& stripes) {
    const std::span<const std::uint8_t> input(slot.input);
    const std::size_t payload = slot.task.payload_length;
    switch (slot.opcode()) {
        case Opcode::sha256:
            return {window(slot, geometry) + map::hash_in,
                    input.subspan(map::sector_bytes, payload)};
        case Opcode::read:
            return {window(slot, geometry) + map::command_in, input.first(map::sector_bytes)};
        case Opcode::write:
            return {stripes.sector_on_device(slot.task.sector),
                    input.subspan(map::sector_bytes, payload)};
        default:
            return {window(slot, geometry) + map::command_in,
                    input.first(map::sector_bytes + payload)};
    }
}

DeviceRead read_of(TaskSlot& slot, const Geometry& geometry) {
    if (slot.opcode() == Opcode::write) {
        return {};
    }
    const std::size_t data = is_gcm(slot) ? slot.task.payload_length : 0;
    return {window(slot, geometry) + map::result_out,
            std::span(slot.output).first(map::sector_bytes + data)};
}

void prepare_command(TaskSlot& slot, const Stripes& stripes, std::span<const std::uint8_t> key) {
    map::Command command;
    if (slot.opcode() == Opcode::read) {
        command.operation = static_cast<std::uint8_t>(map::Operation::hash_storage);
        command.sector = stripes.sector_on_device(slot.task.sector);
        command.sectors = slot.payload_sectors();
    } else if (is_gcm(slot)) {
        const bool decrypts = slot.opcode() == Opcode::gcm_decrypt;
        command.operation = static_cast<std::uint8_t>(decrypts ? map::Operation::gcm_decrypt
                                                               : map::Operation::gcm_encrypt);
        command.key_bytes = static_cast<std::uint8_t>(key.size());
        command.key_slot = slot.task.key_slot;
        command.iv = slot.task.iv;
        std::copy(key.begin(), key.end(), command.key.begin());
        if (decrypts) {
            const auto tag =
                slot.payload().subspan(slot.task.payload_length, crypto::gcm_tag_bytes);
            std::copy(tag.begin(), tag.end(), command.tag.begin());
        }
    } else {
        return;
    }
    std::fill_n(slot.input.begin(), map::sector_bytes, std::uint8_t{0});
    std::memcpy(slot.input.data(), &command, sizeof command);
}

Picoseconds take_result(TaskSlot& slot) {
    slot.status = TaskStatus::ok;
    slot.result_length = 0;
    if (slot.opcode() == Opcode::write) {
        return Picoseconds{0};
    }
    map::Result result;
    std::memcpy(&result, slot.output.data(), sizeof result);
    const auto body = slot.result();
    if (result.verdict == static_cast<std::uint8_t>(map::Verdict::bad_tag)) {
        slot.status = TaskStatus::bad_tag;
    } else if (result.verdict != static_cast<std::uint8_t>(map::Verdict::done)) {
        slot.status = TaskStatus::invalid;
    } else if (!is_gcm(slot)) {
        std::copy_n(result.value.begin(), crypto::sha256_digest_bytes, body.begin());
        slot.result_length = crypto::sha256_digest_bytes;
    } else {
        slot.result_length = slot.task.payload_length;
        if (slot.opcode() == Opcode::gcm_encrypt) {
            std::copy_n(result.value.begin(), crypto::gcm_tag_bytes,
                        body.begin() + slot.task.payload_length);
            slot.result_length += crypto::gcm_tag_bytes;
        }
    }
    return Picoseconds{std::int64_t{result.engine_ns} * 1000};
}

}  // namespace lookaside::array
