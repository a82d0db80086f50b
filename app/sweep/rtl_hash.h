// SPDX-License-Identifier: Apache-2.0
// Which RTL the program was built from.
#pragma once

namespace lookaside::sweep {

/// SHA-256 over the SystemVerilog sources, in hexadecimal, taken when the build was configured.
extern const char* const rtl_sha256;

}  // namespace lookaside::sweep
