// SPDX-License-Identifier: Apache-2.0
// What the program says about itself, and to a command line that it does not understand.
#include "tests/cli/command.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("the options --version and --help end with status 0 and leave standard error empty") {
    const Workplace work;
    const auto version = work.run("$lookaside --version");
    CHECK(version.status == 0);
    CHECK_THAT(version.out, StartsWith("lookaside "));
    CHECK(version.err.empty());

    const auto help = work.run("$lookaside --help");
    CHECK(help.status == 0);
    CHECK_THAT(help.out, Contains("Examples:") && Contains("Exit status:") && Contains("params"));
    CHECK(help.err.empty());
}

TEST_CASE("a wrong command line ends with status 2 and one line on standard error") {
    const Workplace work;
    for (const char* command : {"$lookaside", "$lookaside fly", "$lookaside params --colour=red",
                                "$lookaside params --set fabric.lanes=1"}) {
        INFO(command);
        const auto result = work.run(command);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK(result.complaints() == 1);
        CHECK_THAT(result.err, StartsWith("lookaside: "));
    }
}

TEST_CASE("output that goes to a file has no colours") {
    const Workplace work;
    CHECK_THAT(work.run("$lookaside params").out, !Contains("\033"));
}

TEST_CASE("params shows a section or a single parameter, and suggests the nearest name") {
    const Workplace work;
    CHECK_THAT(work.run("$lookaside params fabric").out,
               Contains("fabric.lanes") && !Contains("driver.variant"));
    CHECK_THAT(work.run("$lookaside params fabric.lanes").out,
               Contains("1, 2, 4, 8, 12 or 16") && !Contains("fabric.mps"));
    const auto typo = work.run("$lookaside params fabric.lane");
    CHECK(typo.status == 2);
    CHECK_THAT(typo.err, Contains("did you mean \"fabric.lanes\"?"));
}

TEST_CASE("docs/parameters.md is what the declarations say") {
    const Workplace work;
    const auto compared =
        work.run("$lookaside params --markdown | diff \"$scenarios/../docs/parameters.md\" -");
    INFO("write it anew: ./lookaside params --markdown > docs/parameters.md");
    CHECK(compared.out.empty());
    CHECK(compared.status == 0);
}
