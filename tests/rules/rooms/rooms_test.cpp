// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/rules/rooms/include_rules.h"
#include "tests/support/catch.h"

using lookaside::rooms::check_includes;
namespace fs = std::filesystem;

namespace {

const fs::path source_folder = LOOKASIDE_SOURCE_DIR;

std::string read(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool is_source(const fs::path& path) {
    return path.extension() == ".h" || path.extension() == ".cpp";
}

/// Checks a room's files; returns how many there are.
unsigned check_room(const std::string& room) {
    unsigned files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder / room)) {
        if (!entry.is_regular_file() || !is_source(entry.path())) {
            continue;
        }
        ++files;
        const std::string file = fs::relative(entry.path(), source_folder).generic_string();
        for (const auto& violation : check_includes(file, read(entry.path()))) {
            FAIL_CHECK(violation.file << ':' << violation.line << " includes " << violation.include
                                      << ": " << violation.reason);
        }
    }
    return files;
}

bool refuses(const std::string& file, const std::string& line) {
    return check_includes(file, "// A comment\n" + line + "\n").size() == 1;
}

}  // namespace

TEST_CASE("every room includes only what it may") {
    for (const char* room :
         {"base", "datasheets", "models", "host", "scenarios", "reports", "app"}) {
        CAPTURE(room);
        // An empty room would mean that the test looked in the wrong place.
        CHECK(check_room(room) > 0);
    }
}

TEST_CASE("driver code sees neither SystemC nor a model") {
    const std::string driver = "host/drivers/xdma/engine.cpp";
    CHECK(refuses(driver, "#include <systemc>"));
    CHECK(refuses(driver, "#include <tlm.h>"));
    CHECK(refuses(driver, "#include \"models/xdma/xdma.h\""));
    CHECK(refuses(driver, "#include \"models/base/systemc.h\""));
    CHECK(refuses(driver, "  # include \"host/os/sim_kernel.h\""));
    CHECK_FALSE(refuses(driver, "#include \"host/os/kernel.h\""));
    CHECK_FALSE(refuses(driver, "#include \"datasheets/xdma.h\""));
    CHECK_FALSE(refuses(driver, "#include <vector>"));
}

TEST_CASE("only the simulated kernel sees models from the host's side") {
    CHECK_FALSE(refuses("host/os/sim_core.cpp", "#include \"models/base/agenda.h\""));
    CHECK(refuses("host/os/kernel.h", "#include \"models/base/agenda.h\""));
    CHECK(refuses("host/os/sim_core.cpp", "#include \"host/drivers/xdma/engine.h\""));
    CHECK(refuses("host/os/sim_core.cpp", "#include <systemc>"));
}

TEST_CASE(
    "a model knows no software, a report no model, a scenario no software but the price list") {
    CHECK(refuses("models/xdma/xdma.cpp", "#include \"host/os/kernel.h\""));
    CHECK(refuses("reports/console.cpp", "#include \"models/pcie/link.h\""));
    CHECK(refuses("reports/console.cpp", "#include \"scenarios/config.h\""));
    CHECK(refuses("scenarios/loader.cpp", "#include \"host/os/kernel.h\""));
    CHECK_FALSE(refuses("scenarios/loader.cpp", "#include \"host/os/cost.h\""));
    CHECK(refuses("base/timeline.h", "#include \"datasheets/xdma.h\""));
    CHECK(refuses("datasheets/xdma.h", "#include \"base/units.h\""));
}

TEST_CASE("Verilated code stays behind the engine") {
    CHECK(refuses("models/fpga/card.cpp", "#include \"Vaes_gcm.h\""));
    CHECK_FALSE(refuses("models/crypto/rtl_aes_gcm.cpp", "#include \"Vaes_gcm.h\""));
}

TEST_CASE("the program may include everything") {
    CHECK_FALSE(refuses("app/system.cpp", "#include \"host/os/sim_kernel.h\""));
    CHECK_FALSE(refuses("app/system.cpp", "#include \"models/pcie/link.h\""));
    CHECK_FALSE(refuses("app/system.cpp", "#include \"reports/result.h\""));
}
