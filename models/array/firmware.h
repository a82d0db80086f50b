// SPDX-License-Identifier: Apache-2.0
// The manager's processor time for each task of a channel.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "models/array/parameters.h"
#include "models/base/agenda.h"
#include "models/base/ring.h"

namespace lookaside::array {

/// One server for the channel or one for each of its devices; each takes its tasks in order.
template <typename Task>
class Firmware {
  public:
    /// `ready` is called with each task once its time is spent.
    Firmware(const ArrayParameters& p, Agenda& agenda, std::function<void(Task)> ready)
        : agenda_(agenda),
          time_(p.firmware_time),
          servers_(p.firmware_scope == FirmwareScope::device ? p.devices : 1),
          ready_(std::move(ready)),
          alarm_(agenda, AlarmPriority::completion, [this] { finish(); }) {}

    bool is_free_of_cost() const { return time_ == Picoseconds{0}; }
    /// Tasks that it holds.
    std::size_t size() const { return size_; }

    void submit(Task task, unsigned device) {
        Server& server = servers_[servers_.size() > 1 ? device : 0];
        server.free_at = std::max(server.free_at, agenda_.now()) + time_;
        server.jobs.push_back({task, server.free_at});
        ++size_;
        arm(server.jobs.front().at);
    }
    /// Server time spent until now, since the start.
    Picoseconds spent(SimTime now) const {
        Picoseconds sum = spent_;
        for (const Server& server : servers_) {
            if (!server.jobs.empty()) {
                sum += std::max(Picoseconds{0}, time_ - (server.jobs.front().at - now));
            }
        }
        return sum;
    }
    std::size_t servers() const { return servers_.size(); }

  private:
    struct Job {
        Task task{};
        SimTime at{0};  // its time is spent
    };
    struct Server {
        Ring<Job> jobs;
        SimTime free_at{0};
    };

    void finish() {
        const SimTime now = agenda_.now();
        for (Server& server : servers_) {
            while (!server.jobs.empty() && server.jobs.front().at <= now) {
                const Task task = server.jobs.pop_front().task;
                spent_ += time_;
                --size_;
                ready_(task);
            }
        }
        for (const Server& server : servers_) {
            if (!server.jobs.empty()) {
                arm(server.jobs.front().at);
            }
        }
    }
    void arm(SimTime at) {
        if (!alarm_.is_armed() || at < alarm_.rings_at()) {
            alarm_.arm(at);
        }
    }

    Agenda& agenda_;
    Picoseconds time_;
    std::vector<Server> servers_;
    std::function<void(Task)> ready_;
    std::size_t size_ = 0;
    Picoseconds spent_{0};
    Alarm alarm_;
};

}  // namespace lookaside::array
