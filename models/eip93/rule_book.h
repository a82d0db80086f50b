// SPDX-License-Identifier: Apache-2.0
// The rules of the data sheet that software broke.
#pragma once

#include <string>
#include <vector>

namespace lookaside::eip93 {

/// Keeps the first ones; a run with any is not valid.
class RuleBook {
  public:
    void broken(const std::string& what) {
        if (rules_.size() < most) {
            rules_.push_back(what);
        }
    }
    const std::vector<std::string>& rules() const { return rules_; }

  private:
    static constexpr std::size_t most = 20;
    std::vector<std::string> rules_;
};

}  // namespace lookaside::eip93
