// SPDX-License-Identifier: Apache-2.0
// Rule: every completion answers an outstanding request, in address order, cut where allowed.
#pragma once

#include <array>
#include <vector>

#include "models/pcie/checker/violation.h"

namespace lookaside::pcie::checker {

class CompletionRule {
  public:
    /// The boundary of the root complex; endpoints cut at multiples of 128 bytes.
    explicit CompletionRule(Bytes read_completion_boundary)
        : boundaries_{128, read_completion_boundary},
          open_{std::vector<Request>(most_tags), std::vector<Request>(most_tags)} {}

    void tlp_transmitted(Direction direction, const Tlp& tlp, bool replay) {
        if (replay || tlp.kind() == TlpClass::posted) {
            return;
        }
        if (tlp.kind() == TlpClass::non_posted) {
            open_[index(direction)][tlp.tag % most_tags] = {true, tlp.type, tlp.address,
                                                            tlp.byte_length()};
            ++outstanding_;
            return;
        }
        Request& request = open_[index(opposite(direction))][tlp.tag % most_tags];
        if (!request.open) {
            violated(rule, direction, tlp, "answers no outstanding request");
        }
        if (tlp.type == TlpType::completion) {
            if (tlp.status == CompletionStatus::successful &&
                request.type != TlpType::config_write0) {
                violated(rule, direction, tlp, "answers a read without data");
            }
            close(request);
            return;
        }
        check_data(direction, tlp, request);
    }
    void at_end() const {
        if (outstanding_ != 0) {
            violated(rule, Direction::upstream, "a request was never answered");
        }
    }

  private:
    static constexpr const char* rule = "completions";
    static constexpr std::size_t most_tags = 1024;
    struct Request {
        bool open = false;
        TlpType type = TlpType::memory_read;
        std::uint64_t address = 0;  // of the next byte
        Bytes left = 0;
    };

    void check_data(Direction direction, const Tlp& tlp, Request& request) {
        if (tlp.byte_count != request.left) {
            violated(rule, direction, tlp, "has a byte count that is not what is left");
        }
        if (tlp.byte_length() > request.left) {
            violated(rule, direction, tlp, "carries more than was asked for");
        }
        if (request.type == TlpType::memory_read &&
            (tlp.address & 0x7F) != (request.address & 0x7F)) {
            violated(rule, direction, tlp, "is not in address order");
        }
        request.address += tlp.byte_length();
        request.left -= tlp.byte_length();
        if (request.left == 0) {
            close(request);
        } else if (request.address % boundaries_[index(direction)] != 0) {
            violated(rule, direction, tlp, "is not cut at the Read Completion Boundary");
        }
    }
    void close(Request& request) {
        request.open = false;
        --outstanding_;
    }

    std::array<Bytes, 2> boundaries_;           // by the direction completions flow in
    std::array<std::vector<Request>, 2> open_;  // by the direction requests flow in
    std::uint64_t outstanding_ = 0;
};

}  // namespace lookaside::pcie::checker
