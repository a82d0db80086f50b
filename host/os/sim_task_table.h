// SPDX-License-Identifier: Apache-2.0
// Every thread of the simulated kernel, in the order they were made.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "host/os/sim_task.h"

namespace lookaside::os {

class TaskTable {
  public:
    TaskTable(CurrentContext& current, Agenda& agenda) : current_(current), agenda_(agenda) {}

    Task& start(std::string name, Core& core, std::function<void(KThread&)> body) {
        tasks_.push_back(
            std::make_unique<Task>(current_, core, agenda_, std::move(name), std::move(body)));
        return *tasks_.back();
    }
    const std::vector<std::unique_ptr<Task>>& all() const { return tasks_; }

  private:
    CurrentContext& current_;
    Agenda& agenda_;
    std::vector<std::unique_ptr<Task>> tasks_;
};

}  // namespace lookaside::os
