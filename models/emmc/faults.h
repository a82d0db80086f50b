// SPDX-License-Identifier: Apache-2.0
// Injected errors on the wires of an MMC bus.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace lookaside::emmc {

enum class FaultKind : std::uint8_t {
    command_crc,       // a bit of the command flips: no device takes it
    no_response,       // the device acts, but its response is lost
    response_crc,      // a bit of the response's contents flips
    response_index,    // the device answers as if to another command
    response_end_bit,  // the end bit of the response is 0
    data_crc,          // a bit of a block flips on one line
    data_end_bit,      // the end bit of a block is 0 on one line
    no_crc_status,     // a written block's CRC status is lost
};

/// One error.
struct Fault {
    FaultKind kind;
    unsigned command;         // index of the command that it hits
    unsigned occurrence = 0;  // which of them, counted from now, 0 the next
    unsigned block = 0;       // of the transfer
    unsigned line = 0;        // DATn
};

/// Holds errors until the commands come that they hit; each strikes once.
class FaultPlan {
  public:
    bool empty() const { return pending_.empty() && active_.empty(); }
    void add(const Fault& fault) { pending_.push_back(fault); }

    /// A command begins: which errors hit it?
    void command_begins(unsigned index) {
        active_.clear();
        for (auto fault = pending_.begin(); fault != pending_.end();) {
            if (fault->command != index || fault->occurrence-- > 0) {
                ++fault;
                continue;
            }
            active_.push_back(*fault);
            fault = pending_.erase(fault);
        }
    }
    bool hits(FaultKind kind) const { return find(kind, 0).has_value(); }
    /// The error of this kind that hits the block, if any.
    std::optional<Fault> find(FaultKind kind, unsigned block) const {
        for (const Fault& fault : active_) {
            if (fault.kind == kind && fault.block == block) {
                return fault;
            }
        }
        return std::nullopt;
    }
    bool hits_data() const {
        for (const Fault& fault : active_) {
            if (fault.kind >= FaultKind::data_crc) {
                return true;
            }
        }
        return false;
    }

  private:
    std::vector<Fault> pending_;
    std::vector<Fault> active_;
};

}  // namespace lookaside::emmc
