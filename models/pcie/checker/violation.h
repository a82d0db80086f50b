// SPDX-License-Identifier: Apache-2.0
// How a broken protocol rule ends the run.
#pragma once

#include <string>

#include "base/error.h"
#include "models/pcie/link_observer.h"

namespace lookaside::pcie::checker {

/// Throws SimulationError: which rule, in which direction, by what packet.
[[noreturn]] inline void violated(const char* rule, Direction direction, const std::string& what) {
    throw SimulationError(std::string("PCIe rule broken, ") + name_of(direction) + ", " + rule +
                          ": " + what);
}
[[noreturn]] inline void violated(const char* rule, Direction direction, const Tlp& tlp,
                                  const std::string& what) {
    violated(rule, direction, tlp.describe() + ' ' + what);
}

constexpr std::size_t index(Direction direction) {
    return static_cast<std::size_t>(direction);
}
constexpr std::size_t index(TlpClass kind) {
    return static_cast<std::size_t>(kind);
}

}  // namespace lookaside::pcie::checker
