// SPDX-License-Identifier: Apache-2.0
// Every scenario that ships loads, also with the options its own comments name.
#include "scenarios/scenario.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::scenarios;

namespace {

const std::filesystem::path folder = LOOKASIDE_SOURCE_DIR "/scenarios";

}  // namespace

TEST_CASE("every scenario that ships loads and has a title") {
    unsigned scenarios = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".toml") {
            INFO(entry.path());
            CHECK_FALSE(load_scenario(entry.path()).system.name.empty());
            ++scenarios;
        }
    }
    CHECK(scenarios >= 3);
}

TEST_CASE("the PC scenario is PCIe 2.0 x4, by option x1") {
    const auto file = folder / "fpga-ipsec-pc.toml";
    CHECK(load_scenario(file).fabric.generation == 2);
    CHECK(load_scenario(file).fabric.lanes == 4);
    const std::vector<std::string> x1{"fabric.lanes=1"};
    CHECK(load_scenario(file, x1).fabric.lanes == 1);
}

TEST_CASE("the bare link takes every generation and width") {
    for (const char* generation : {"1", "2", "3", "4", "5"}) {
        for (const char* lanes : {"1", "2", "4", "8", "12", "16"}) {
            const std::vector<std::string> sets{"fabric.generation=" + std::string(generation),
                                                "fabric.lanes=" + std::string(lanes),
                                                "workload.kind=link-both"};
            CHECK_NOTHROW(load_scenario(folder / "pcie-link.toml", sets));
        }
    }
}
