// SPDX-License-Identifier: Apache-2.0
// The parameters' declarations as text: for a terminal and for docs/parameters.md.
#pragma once

#include <span>
#include <string>

#include "scenarios/parameter.h"
#include "scenarios/scenario.h"

namespace lookaside::app {

/// Name, default and help, a line each, under their sections.
std::string parameter_list(std::span<const scenarios::Parameter> parameters);

/// All there is to know about one parameter.
std::string parameter_details(const scenarios::Parameter& parameter);

/// The page docs/parameters.md.
std::string markdown_reference(std::span<const scenarios::Parameter> parameters);

/// A scenario's values and where each was set; only `name`, a section or a parameter, unless empty.
std::string settings_table(std::span<const scenarios::Setting> settings, const std::string& name);

}  // namespace lookaside::app
