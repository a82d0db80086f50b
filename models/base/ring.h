// SPDX-License-Identifier: Apache-2.0
// A first-in first-out queue that keeps its memory: no allocation once it has grown.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace lookaside {

/// Grows when it must, never shrinks. push() and pop() recycle the elements themselves, so that
/// their own buffers are allocated once; push_back() and pop_front() move values in and out.
template <typename T>
class Ring {
  public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    T& front() { return slots_[head_]; }
    const T& front() const { return slots_[head_]; }
    T& back() { return (*this)[size_ - 1]; }
    /// Counted from the front.
    T& operator[](std::size_t i) { return slots_[(head_ + i) & (slots_.size() - 1)]; }
    const T& operator[](std::size_t i) const { return slots_[(head_ + i) & (slots_.size() - 1)]; }

    /// Appends an element with the value that it was popped with and returns it for filling in.
    /// Invalidates references.
    T& push() {
        if (size_ == slots_.size()) {
            grow();
        }
        ++size_;
        return back();
    }
    void push_back(const T& value) { push() = value; }
    void push_back(T&& value) { push() = std::move(value); }
    void pop() {
        head_ = (head_ + 1) & (slots_.size() - 1);
        --size_;
    }
    T pop_front() {
        T value = std::move(front());
        pop();
        return value;
    }
    void clear() {
        head_ = 0;
        size_ = 0;
    }

  private:
    void grow() {
        std::vector<T> larger(slots_.empty() ? 16 : 2 * slots_.size());
        for (std::size_t i = 0; i < size_; ++i) {
            larger[i] = std::move((*this)[i]);
        }
        slots_ = std::move(larger);
        head_ = 0;
    }

    std::vector<T> slots_;  // a power of two
    std::size_t head_ = 0;
    std::size_t size_ = 0;
};

}  // namespace lookaside
