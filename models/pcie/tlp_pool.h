// SPDX-License-Identifier: Apache-2.0
// Where TLPs come from and go back to, so that no packet costs an allocation.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "models/pcie/tlp.h"

namespace lookaside::pcie {

/// Shared ownership of a pooled TLP; the last holder returns it to its pool.
class TlpPtr {
  public:
    TlpPtr() = default;
    /// Holds a packet that somebody else holds already.
    explicit TlpPtr(Tlp& tlp) : tlp_(&tlp) { ++tlp.references_; }
    TlpPtr(const TlpPtr& other) : tlp_(other.tlp_) {
        if (tlp_ != nullptr) {
            ++tlp_->references_;
        }
    }
    TlpPtr(TlpPtr&& other) noexcept : tlp_(std::exchange(other.tlp_, nullptr)) {}
    TlpPtr& operator=(const TlpPtr& other) {
        TlpPtr copy(other);
        std::swap(tlp_, copy.tlp_);
        return *this;
    }
    TlpPtr& operator=(TlpPtr&& other) noexcept {
        Tlp* const taken = std::exchange(other.tlp_, nullptr);
        drop(std::exchange(tlp_, taken));
        return *this;
    }
    ~TlpPtr() { drop(tlp_); }

    Tlp& operator*() const { return *tlp_; }
    Tlp* operator->() const { return tlp_; }
    explicit operator bool() const { return tlp_ != nullptr; }

  private:
    static void drop(Tlp* tlp) {
        if (tlp != nullptr && --tlp->references_ == 0) {
            recycle(*tlp);
        }
    }
    static void recycle(Tlp& tlp);  // out of line, so that the rest is small enough to be inlined

    Tlp* tlp_ = nullptr;
};

/// Recycles TLPs. Outlives every packet it gave.
class TlpPool {
  public:
    TlpPool() = default;
    TlpPool(const TlpPool&) = delete;
    TlpPool& operator=(const TlpPool&) = delete;

    /// A packet with undefined payload; every header field that its type has must be set.
    TlpPtr make(TlpType type) {
        if (free_.empty()) {
            grow();
        }
        Tlp& tlp = *free_.back();
        free_.pop_back();
        tlp.type = type;
        tlp.relaxed_ordering = false;
        tlp.poisoned = false;
        tlp.status = CompletionStatus::successful;
        return TlpPtr(tlp);
    }
    /// Packets that somebody holds.
    std::size_t in_use() const { return all_.size() - free_.size(); }

  private:
    friend class TlpPtr;

    void grow() {
        all_.push_back(std::make_unique<Tlp>());
        all_.back()->pool_ = this;
        free_.push_back(all_.back().get());
    }
    void recycle(Tlp& tlp) { free_.push_back(&tlp); }

    std::vector<std::unique_ptr<Tlp>> all_;
    std::vector<Tlp*> free_;
};

}  // namespace lookaside::pcie
