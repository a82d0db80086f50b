// SPDX-License-Identifier: Apache-2.0
// Stamps the moments of tasks on the requests that they carry.
#pragma once

#include "base/slot_timelines.h"
#include "models/array/task_slot.h"
#include "models/base/agenda.h"

namespace lookaside::array {

class TaskStamps {
  public:
    TaskStamps(SlotTimelines& timelines, const Agenda& agenda)
        : timelines_(timelines), agenda_(agenda) {}

    /// Now; a later stamp of the same moment replaces it: a task that is done again counts with
    /// its last try.
    void stamp(const TaskSlot& slot, Moment moment) { stamp_at(slot, moment, agenda_.now()); }
    void stamp_at(const TaskSlot& slot, Moment moment, SimTime at) {
        timelines_.stamp(index(slot), moment, at);
    }
    void stamp_first(const TaskSlot& slot, Moment moment) {
        timelines_.stamp_first(index(slot), moment, agenda_.now());
    }

  private:
    static constexpr std::size_t nobody = ~std::size_t{0};

    static std::size_t index(const TaskSlot& slot) {
        if (!slot.owns_tag) {
            return nobody;
        }
        return std::size_t{slot.queue} * datasheet::engine_array::max_ring_entries + slot.task.tag;
    }

    SlotTimelines& timelines_;
    const Agenda& agenda_;
};

}  // namespace lookaside::array
