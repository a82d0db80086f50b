// SPDX-License-Identifier: Apache-2.0
// A first-in first-out queue that keeps its memory: no allocation once it has grown.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace lookaside::pcie {

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

    void push_back(T value) {
        if (size_ == slots_.size()) {
            grow();
        }
        slots_[(head_ + size_) & (slots_.size() - 1)] = std::move(value);
        ++size_;
    }
    T pop_front() {
        T value = std::move(slots_[head_]);
        head_ = (head_ + 1) & (slots_.size() - 1);
        --size_;
        return value;
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

}  // namespace lookaside::pcie
