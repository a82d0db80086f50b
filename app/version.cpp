// SPDX-License-Identifier: Apache-2.0
#include "app/version.h"

namespace lookaside::app {

const char* const program_version = LOOKASIDE_VERSION;

}  // namespace lookaside::app
