// SPDX-License-Identifier: Apache-2.0
// The launcher on a machine without the packages.
#include "tests/cli/command.h"
#include "tests/support/catch.h"

using namespace lookaside::cli;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// A dpkg-query that knows all packages but these two, in front of the real one.
constexpr const char* machine_without_cmake_and_verilator = R"(
mkdir ../bin
cat >../bin/dpkg-query <<'END'
#!/bin/bash
for package in "${@:3}"; do
    case $package in
        cmake | verilator) echo "$package not-installed" ;;
        *) echo "$package installed" ;;
    esac
done
END
chmod +x ../bin/dpkg-query
export PATH=$PWD/../bin:$PATH
)";

}  // namespace

TEST_CASE("the launcher names what is missing when it may not install") {
    const Workplace work;
    const auto result = work.run(std::string(machine_without_cmake_and_verilator) +
                                 "LOOKASIDE_NO_INSTALL=1 \"$launcher\" params");
    CHECK(result.status == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, StartsWith("lookaside: missing packages: cmake verilator;"));
    CHECK(work.contents().empty());
}

TEST_CASE("the launcher finds its project through a symbolic link") {
    const Workplace work;
    const auto result = work.run(std::string(machine_without_cmake_and_verilator) +
                                 "ln -s \"$launcher\" ../bin/la; LOOKASIDE_NO_INSTALL=1 la params");
    CHECK(result.status == 2);
    CHECK_THAT(result.err, Contains("missing packages: cmake verilator;"));
}
