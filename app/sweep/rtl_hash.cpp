// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/rtl_hash.h"

namespace lookaside::sweep {

const char* const rtl_sha256 = LOOKASIDE_RTL_SHA256;

}  // namespace lookaside::sweep
