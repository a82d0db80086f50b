// SPDX-License-Identifier: Apache-2.0
// The optional [sweep] section of a scenario file.
#include "scenarios/sweep_section.h"

#include <cstdlib>
#include <fstream>

#include "scenarios/scenario.h"
#include "tests/support/catch.h"

using namespace lookaside::scenarios;
using Catch::Matchers::Contains;

namespace {

class ScenarioFile {
  public:
    explicit ScenarioFile(const std::string& section) {
        std::string folder =
            (std::filesystem::temp_directory_path() / "lookaside-section-XXXXXX").string();
        REQUIRE(mkdtemp(folder.data()) != nullptr);
        folder_ = folder;
        std::ofstream(path()) << "[system]\nkind = \"pcie-link\"\n[workload]\n"
                                 "kind = \"link-write\"\n"
                              << section;
    }
    ~ScenarioFile() { std::filesystem::remove_all(folder_); }
    ScenarioFile(const ScenarioFile&) = delete;
    ScenarioFile& operator=(const ScenarioFile&) = delete;

    std::filesystem::path path() const { return folder_ / "link.toml"; }

  private:
    std::filesystem::path folder_;
};

}  // namespace

TEST_CASE("the section gives axes and repeats") {
    const ScenarioFile file(
        "[sweep]\nvary = [\"fabric.lanes=1,2\", \"run.seed=1..3+1\"]\n"
        "repeat = 3\n");
    const SweepSection section = read_sweep_section(file.path());
    CHECK(section.vary == std::vector<std::string>{"fabric.lanes=1,2", "run.seed=1..3+1"});
    CHECK(section.repeat == 3);
}

TEST_CASE("a scenario without the section varies nothing") {
    const SweepSection section = read_sweep_section(ScenarioFile("").path());
    CHECK(section.vary.empty());
    CHECK_FALSE(section.repeat);
}

TEST_CASE("the section is no part of the configuration") {
    const ScenarioFile with("[sweep]\nvary = [\"fabric.lanes=1,2\"]\n");
    CHECK_NOTHROW(load_scenario(with.path()));
    CHECK_NOTHROW(load_scenario(ScenarioFile("[sweep]\n").path()));
}

TEST_CASE("a mistake in the section is named with its line") {
    const auto complaint = [](const std::string& section) -> std::string {
        const ScenarioFile file("[sweep]\n" + section + "\n");
        try {
            read_sweep_section(file.path());
        } catch (const std::exception& error) {
            return error.what();
        }
        return "none";
    };
    CHECK_THAT(complaint("very = []"), Contains("link.toml:6: sweep.very: unknown key"));
    CHECK_THAT(complaint("vary = \"fabric.lanes=1\""), Contains("sweep.vary: is no list"));
    CHECK_THAT(complaint("vary = [1]"), Contains("sweep.vary: is no list of texts"));
    CHECK_THAT(complaint("repeat = 0"), Contains("sweep.repeat: is no number of repeats"));
}
