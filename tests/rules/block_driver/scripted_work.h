// SPDX-License-Identifier: Apache-2.0
// What the scripted array's engines do with a task, by OpenSSL.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/aes_gcm.h"
#include "base/sector_pattern.h"
#include "base/sha256.h"
#include "datasheets/engine_array.h"

namespace lookaside::test {

class ScriptedWork {
  public:
    using Task = datasheet::engine_array::Task;

    void write_key(std::uint32_t offset, std::uint32_t value) {
        KeySlot& key = keys_.at(offset / datasheet::engine_array::reg::key_stride);
        const std::uint32_t within = offset % datasheet::engine_array::reg::key_stride;
        if (within == datasheet::engine_array::reg::key_control) {
            key.control = value;
        } else {
            for (unsigned i = 0; i < 4; ++i) {
                key.bytes.at(within + i) = static_cast<std::uint8_t>(value >> (8 * i));
            }
        }
    }

    /// Bytes the card fetches for a task.
    static std::size_t payload_bytes(const Task& task) {
        switch (static_cast<Opcode>(task.opcode)) {
            case Opcode::read:
                return 0;
            case Opcode::gcm_decrypt:
                return task.payload_length + tag_bytes;
            default:
                return task.payload_length;
        }
    }

    /// The result; none if decryption fails, in which case `status` says so.
    std::vector<std::uint8_t> run(const Task& task, std::span<const std::uint8_t> payload,
                                  datasheet::engine_array::TaskStatus& status) {
        status = datasheet::engine_array::TaskStatus::ok;
        switch (static_cast<Opcode>(task.opcode)) {
            case Opcode::gcm_encrypt: {
                std::vector<std::uint8_t> result(payload.size() + tag_bytes);
                const std::span out(result);
                cipher(task).encrypt(task.iv, {}, payload, out.first(payload.size()),
                                     out.last(tag_bytes));
                return result;
            }
            case Opcode::gcm_decrypt: {
                std::vector<std::uint8_t> result(task.payload_length);
                if (!cipher(task).decrypt(task.iv, {}, payload.first(task.payload_length), result,
                                          payload.last(tag_bytes))) {
                    status = datasheet::engine_array::TaskStatus::bad_tag;
                    return {};
                }
                return result;
            }
            case Opcode::read:
                return digest(stored(task));
            case Opcode::write:
                store(task, payload);
                return {};
            default:
                return digest(payload);
        }
    }

  private:
    using Opcode = datasheet::engine_array::Opcode;
    using Sector = std::array<std::uint8_t, datasheet::engine_array::sector_bytes>;
    static constexpr std::size_t tag_bytes = 16;

    AesGcm cipher(const Task& task) const {
        const KeySlot& key = keys_.at(task.key_slot);
        return AesGcm(std::span(key.bytes).first((key.control & 2U) != 0 ? 32 : 16));
    }
    static std::vector<std::uint8_t> digest(std::span<const std::uint8_t> message) {
        std::array<std::uint8_t, Sha256::digest_bytes> digest;
        Sha256().hash(message, digest);
        return {digest.begin(), digest.end()};
    }
    std::vector<std::uint8_t> stored(const Task& task) const {
        std::vector<std::uint8_t> bytes;
        for (std::uint32_t i = 0; i < task.payload_length / std::tuple_size_v<Sector>; ++i) {
            Sector sector;
            if (const auto found = sectors_.find(task.sector + i); found != sectors_.end()) {
                sector = found->second;
            } else {
                sector_pattern::fill(task.sector + i, sector);
            }
            bytes.insert(bytes.end(), sector.begin(), sector.end());
        }
        return bytes;
    }
    void store(const Task& task, std::span<const std::uint8_t> payload) {
        for (std::uint32_t i = 0; i < task.payload_length / std::tuple_size_v<Sector>; ++i) {
            const auto bytes = payload.subspan(i * std::tuple_size_v<Sector>).first<512>();
            std::copy(bytes.begin(), bytes.end(), sectors_[task.sector + i].begin());
        }
    }

    struct KeySlot {
        std::array<std::uint8_t, 32> bytes{};
        std::uint32_t control = 0;
    };
    std::array<KeySlot, datasheet::engine_array::key_slots> keys_;
    std::map<std::uint32_t, Sector> sectors_;  // written ones
};

}  // namespace lookaside::test
