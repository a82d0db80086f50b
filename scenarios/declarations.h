// SPDX-License-Identifier: Apache-2.0
// The declarations of all parameters, a function a group of sections.
#pragma once

#include <vector>

#include "scenarios/parameter.h"

namespace lookaside::scenarios {

/// [system]
void declare_system(std::vector<Parameter>& parameters);
/// [host], [fabric], [device]
void declare_hardware(std::vector<Parameter>& parameters);
/// [array], [bus]
void declare_array(std::vector<Parameter>& parameters);
/// [driver], [stack], [workload]
void declare_software(std::vector<Parameter>& parameters);
/// [fidelity], [run]
void declare_run(std::vector<Parameter>& parameters);

}  // namespace lookaside::scenarios
