// SPDX-License-Identifier: Apache-2.0
// TLPs that wait for the wire: a queue per class, oldest first as far as the ordering rules ask.
#pragma once

#include <array>
#include <cstdint>

#include "models/base/ring.h"
#include "models/pcie/ordering.h"
#include "models/pcie/tlp_pool.h"

namespace lookaside::pcie {

class TransmitQueue {
  public:
    /// Gives a packet its rank, which counts from when it is offered.
    void rank(Tlp& tlp) { tlp.order = next_order_++; }
    /// Appends a packet that has its rank.
    void push(TlpPtr tlp) {
        Ring<TlpPtr>& queue = of(tlp->kind());
        queue.push_back(std::move(tlp));
        ++size_;
    }
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    std::size_t size(TlpClass kind) const { return queues_[static_cast<std::size_t>(kind)].size(); }
    /// The oldest of a class; there must be one.
    const Tlp& head(TlpClass kind) const {
        return *queues_[static_cast<std::size_t>(kind)].front();
    }
    TlpPtr pop(TlpClass kind) {
        --size_;
        return of(kind).pop_front();
    }

    struct Choice {
        const Tlp* tlp = nullptr;     // none: every head is blocked
        bool passes_another = false;  // an older one stays behind
    };
    /// The oldest head that `sendable` accepts and that may pass every older one that waits.
    template <typename Sendable>
    Choice choose(Sendable&& sendable) const {
        std::array<const Tlp*, tlp_class_count> heads{};
        std::size_t count = 0;
        for (const Ring<TlpPtr>& queue : queues_) {
            if (!queue.empty()) {
                std::size_t place = count++;
                const Tlp* tlp = &*queue.front();
                for (; place > 0 && heads[place - 1]->order > tlp->order; --place) {
                    heads[place] = heads[place - 1];
                }
                heads[place] = tlp;
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            bool allowed = true;
            for (std::size_t older = 0; older < i && allowed; ++older) {
                allowed = may_pass(*heads[i], *heads[older]);
            }
            if (allowed && sendable(*heads[i])) {
                return {heads[i], i > 0};
            }
        }
        return {};
    }

  private:
    Ring<TlpPtr>& of(TlpClass kind) { return queues_[static_cast<std::size_t>(kind)]; }

    std::array<Ring<TlpPtr>, tlp_class_count> queues_;
    std::size_t size_ = 0;
    std::uint64_t next_order_ = 0;
};

}  // namespace lookaside::pcie
