// SPDX-License-Identifier: Apache-2.0
#include "reports/console_writer.h"
#include <cstdio>
#include "tests/support/catch.h"
#include "tests/unit/reports/sample_run.h"

using namespace lookaside;
using namespace lookaside::reports;

TEST_CASE("show") {
    const RequestLog log = sample_log(3'600, 2_ms);
    const RunResult result = summarise(sample_facts(log));
    std::puts(console_text(result, {false, true, 100}).c_str());
    std::puts(console_text(result, {false, false, 100}).c_str());
}
