// SPDX-License-Identifier: Apache-2.0
// What standard output can show, for the report writers.
#pragma once

#include "reports/text_table.h"

namespace lookaside::app {

/// Colours on a terminal unless NO_COLOR is set; block characters where the locale is UTF-8.
reports::ConsoleStyle console_style();

}  // namespace lookaside::app
