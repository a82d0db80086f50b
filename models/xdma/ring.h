// SPDX-License-Identifier: Apache-2.0
// A FIFO that recycles its elements, so that their own buffers are allocated once.
#pragma once

#include <cstddef>
#include <vector>

namespace lookaside::xdma {

/// Grows when it must, never shrinks. Elements keep their last value between pop() and push().
template <typename T>
class Ring {
  public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }

    T& front() { return at(0); }
    const T& front() const { return at(0); }
    T& back() { return at(size_ - 1); }
    T& at(std::size_t index) { return items_[(first_ + index) % items_.size()]; }
    const T& at(std::size_t index) const { return items_[(first_ + index) % items_.size()]; }

    /// Appends a recycled element and returns it for filling in. Invalidates references.
    T& push() {
        if (size_ == items_.size()) {
            grow();
        }
        ++size_;
        return back();
    }
    void push(const T& value) { push() = value; }
    void pop() {
        first_ = (first_ + 1) % items_.size();
        --size_;
    }
    void clear() {
        first_ = 0;
        size_ = 0;
    }

  private:
    void grow() {
        std::vector<T> larger(items_.empty() ? 8 : 2 * items_.size());
        for (std::size_t i = 0; i < size_; ++i) {
            larger[i] = std::move(at(i));
        }
        items_ = std::move(larger);
        first_ = 0;
    }

    std::vector<T> items_;
    std::size_t first_ = 0;
    std::size_t size_ = 0;
};

}  // namespace lookaside::xdma
