// SPDX-License-Identifier: Apache-2.0
// A range of values as --vary spells it: "1..256*2", "1..8+1", "1 us..4 us+1 us".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lookaside::sweep {

/// "lo..hi+step" counts up by addition, "lo..hi*factor" by multiplication, from lo to at most hi.
/// A unit may stand behind lo and hi (the same one behind both, or behind one for both) and behind
/// the step; a factor has none. Every value is written in that unit: "1 us..8 us*2" is 1 us, 2 us,
/// 4 us, 8 us.
class ValueRange {
  public:
    /// None if the text is no range, that is if no number followed by ".." starts it. Throws
    /// InputError, without a place, for a range that is spelt wrong or would be empty.
    static std::optional<ValueRange> parse(std::string_view text);

    std::uint64_t size() const { return size_; }
    /// The value at `index`, below size(): "4", "2.5 us".
    std::string at(std::uint64_t index) const;

  private:
    enum class Growth : std::uint8_t { add, multiply };

    double low_ = 0.0;
    double step_ = 0.0;
    Growth growth_ = Growth::add;
    std::string unit_;
    std::uint64_t size_ = 0;
};

}  // namespace lookaside::sweep
