// SPDX-License-Identifier: Apache-2.0
#include "tests/published/pcie/reference_table.h"

#include <fstream>
#include <sstream>

#include "base/error.h"

namespace lookaside::published {
namespace {

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> cells;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) {
        cells.push_back(cell);
    }
    return cells;
}

}  // namespace

std::vector<ReferenceRow> reference_rows(unsigned generation, unsigned lanes) {
    std::ifstream file(LOOKASIDE_SOURCE_DIR "/tests/published/pcie/pcie_reference.csv");
    std::string line;
    std::vector<ReferenceRow> rows;
    bool header = true;
    while (std::getline(file, line)) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        if (header) {
            header = false;
            continue;
        }
        const std::vector<std::string> cells = split(line);
        if (cells.at(0) != "gen" + std::to_string(generation) ||
            cells.at(1) != "x" + std::to_string(lanes)) {
            continue;
        }
        rows.push_back({generation, lanes, std::stoul(cells.at(2)), std::stoul(cells.at(3)),
                        std::stoul(cells.at(4)), std::stod(cells.at(13)), std::stod(cells.at(14)),
                        std::stod(cells.at(15)), static_cast<unsigned>(std::stoul(cells.at(17))),
                        std::stoul(cells.at(21))});
    }
    if (rows.empty()) {
        throw InputError("pcie_reference.csv has no rows for this link");
    }
    return rows;
}

}  // namespace lookaside::published
