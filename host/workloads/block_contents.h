// SPDX-License-Identifier: Apache-2.0
// What the blocks of a job hold, and who is at them right now.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace lookaside::workloads {

/// Keeps writes apart from other requests to the same block: the device may do them in any order,
/// and nobody could say what a read has to find [serialize_overlap].
class BlockContents {
  public:
    enum class Known : std::uint8_t { unwritten, written, unknown };
    struct Content {
        Known known = Known::unwritten;
        std::uint64_t number = 0;  // of the payload, if written
    };

    Content content_of(std::uint64_t block) const {
        const State* state = find(block);
        return state == nullptr ? Content{} : state->content;
    }

    /// Whether a request may start now.
    bool may_read(std::uint64_t block) const {
        const State* state = find(block);
        return state == nullptr || !state->writing;
    }
    bool may_write(std::uint64_t block) const {
        const State* state = find(block);
        return state == nullptr || (!state->writing && state->readers == 0);
    }

    void begin_read(std::uint64_t block) { ++states_[block].readers; }
    void end_read(std::uint64_t block) { --states_[block].readers; }
    void begin_write(std::uint64_t block) { states_[block].writing = true; }
    /// The device says that the block holds payload `number` now.
    void end_write(std::uint64_t block, std::uint64_t number) {
        State& state = states_[block];
        state.writing = false;
        if (!state.spoilt) {
            state.content = {Known::written, number};
        }
    }
    /// A write failed. `for_good`: it may still happen at any time.
    void fail_write(std::uint64_t block, bool for_good) {
        State& state = states_[block];
        state.writing = false;
        state.spoilt = state.spoilt || for_good;
        state.content = {Known::unknown, 0};
    }

  private:
    struct State {
        Content content;
        std::uint32_t readers = 0;
        bool writing = false;
        bool spoilt = false;
    };
    const State* find(std::uint64_t block) const {
        const auto found = states_.find(block);
        return found == states_.end() ? nullptr : &found->second;
    }

    std::unordered_map<std::uint64_t, State> states_;  // looked up only, never walked
};

}  // namespace lookaside::workloads
