// SPDX-License-Identifier: Apache-2.0
// A scenario file becomes a configuration, or one line that says what to change.
#include "scenarios/scenario.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/unit/scenarios/scenario_file.h"

using namespace lookaside;
using namespace lookaside::scenarios;

namespace {

constexpr const char* bare_link = R"([system]
kind = "pcie-link"
[fabric]
lanes = 8
[workload]
kind = "link-read"
)";

const Setting& setting(const std::vector<Setting>& settings, const std::string& name) {
    return *std::ranges::find(settings, name, &Setting::name);
}

}  // namespace

TEST_CASE("the file's values replace the defaults, the options' values the file's") {
    const ScenarioFile file(bare_link);
    CHECK(file.load().fabric.lanes == 8);
    CHECK(file.load().fabric.mps == ScenarioConfig{}.fabric.mps);
    CHECK(file.load({"fabric.lanes=16"}).fabric.lanes == 16);
    CHECK(file.load({"fabric.lanes=16", "fabric.lanes=1"}).fabric.lanes == 1);
}

TEST_CASE("an option's text may be of any type, with or without quotes") {
    const ScenarioFile file(bare_link);
    CHECK(file.load({"fabric.mps=256 B"}).fabric.mps == 256);
    CHECK(file.load({"fabric.mps=\"256B\""}).fabric.mps == 256);
    CHECK(file.load({"fidelity.protocol_checker=false"}).fidelity.protocol_checker == false);
    CHECK(file.load({"fabric.bit_error_rate=1e-9"}).fabric.bit_error_rate == 1e-9);
    CHECK(file.load({"fabric.generation=8 GT/s"}).fabric.generation == 3);
}

TEST_CASE("a request size is one size or a distribution") {
    const ScenarioFile file(bare_link);
    const auto imix = file.load({"workload.request_size=40:7,576:4,1500:1"}).workload.request_size;
    REQUIRE(imix.parts.size() == 3);
    CHECK(imix.parts[1].bytes == 576);
    CHECK(imix.parts[1].weight == 4);
    CHECK(imix.largest() == 1500);
    CHECK(file.load({"workload.request_size=4 KiB"}).workload.request_size.largest() == 4096);
}

TEST_CASE("a setting knows its value, its unit and where it was set") {
    const auto settings = effective_settings(ScenarioFile(bare_link).load({"fabric.mps=256 B"}));
    CHECK(setting(settings, "fabric.lanes").value == "8");
    CHECK(setting(settings, "fabric.lanes").origin == "test.toml:4");
    CHECK(setting(settings, "fabric.mps").value == "256");
    CHECK(setting(settings, "fabric.mps").unit == "B");
    CHECK(setting(settings, "fabric.mps").origin == "--set");
    CHECK(setting(settings, "fabric.rcb").origin == "default");
}

TEST_CASE("the settings of a system leave out the parts it lacks") {
    const auto settings = effective_settings(ScenarioFile(bare_link).load());
    CHECK(std::ranges::find(settings, "driver.variant", &Setting::name) == settings.end());
}

TEST_CASE("an unknown key is refused with the nearest name") {
    CHECK(link_complaint("[fabric]\nlane = 4") ==
          "test.toml:2: fabric.lane: unknown parameter; did you mean \"fabric.lanes\"?");
    CHECK(link_complaint("[link]\nmps = \"128 B\"") ==
          "test.toml:2: link.mps: unknown parameter; did you mean \"fabric.mps\"?");
    CHECK(link_complaint("[weather]\nrain = true") ==
          "test.toml:2: weather.rain: unknown parameter; `lookaside params` lists what can be set");
    CHECK(link_complaint("[fabrics]") ==
          "test.toml:1: fabrics: unknown parameter; `lookaside "
          "params` lists what can be set");
}

TEST_CASE("a wrong unit, type, word or number is refused with what to use") {
    CHECK(link_complaint("[fabric]\n\nlanes = 3") ==
          "test.toml:3: fabric.lanes: 3 is not possible; use 1, 2, 4, 8, 12 or 16");
    CHECK(link_complaint("[fabric]\nlanes = \"four\"") ==
          "test.toml:2: fabric.lanes: \"four\" is not a whole number; use 1, 2, 4, 8, 12 or 16");
    CHECK(link_complaint("[fabric]\nmps = 128") ==
          "test.toml:2: fabric.mps: \"128\" has no unit; use B, kB, MB, GB, KiB, MiB or GiB, as in "
          "\"128 B\"");
    CHECK(link_complaint("[fabric]\nmrrs = \"500 B\"") ==
          "test.toml:2: fabric.mrrs: 500 B is not a power of two; use 256 B or 512 B");
    CHECK(link_complaint("[fabric]\nmps = \"8 KiB\"") ==
          "test.toml:2: fabric.mps: 8 KiB is out of range; use 128 B to 4 KiB, a power of two");
    CHECK(link_complaint("[workload]\nkind = \"link-reed\"") ==
          "test.toml:2: workload.kind: \"link-reed\" is unknown; did you mean \"link-read\"? Use "
          "\"test-module\", \"closed-loop\", \"open-loop\", \"capture\", \"link-write\", "
          "\"link-read\", \"link-both\" or \"block\"");
    CHECK(link_complaint("[run]\nseed = -1") ==
          "test.toml:2: run.seed: -1 is not a whole number; use 0 or more");
    CHECK(link_complaint("[fidelity]\nprotocol_checker = \"yes\"") ==
          "test.toml:2: fidelity.protocol_checker: yes is neither true nor false; use true or "
          "false");
    CHECK(link_complaint("[fabric]\nmps = [\"128 B\"]") ==
          "test.toml:2: fabric.mps: a list or date is not a string; use 128 B to 4 KiB, a "
          "power of two");
}

TEST_CASE("an error in an option names the option") {
    const ScenarioFile file(bare_link);
    CHECK(file.complaint({"fabric.lanes=3"}) ==
          "--set fabric.lanes=3: 3 is not possible; use 1, 2, 4, 8, 12 or 16");
    CHECK(file.complaint({"fabric.lane=4"}) ==
          "--set fabric.lane=4: unknown parameter; did you mean \"fabric.lanes\"?");
    CHECK(file.complaint({"fabric.lanes"}) ==
          "--set fabric.lanes: has no value; use --set section.key=value");
}

TEST_CASE("a file that is no TOML is refused with its line") {
    CHECK_THAT(link_complaint("[fabric]\nlanes = = 4"),
               Catch::Matchers::StartsWith("test.toml:2: "));
}

TEST_CASE("a file that is not there is refused by name") {
    CHECK_THROWS_WITH(load_scenario("no/such.toml"),
                      "no/such.toml: cannot be read; name an existing TOML file");
}
