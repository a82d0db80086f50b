// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/run/scenario_run.h"

#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/support/catch.h"

namespace lookaside::cli {
namespace {

using Json = nlohmann::json;

void require_good(const Finished& finished) {
    INFO(finished.err);
    INFO(finished.out);
    REQUIRE(finished.status == 0);
}

void require_all_checks_passed(const Json& result) {
    REQUIRE_FALSE(result.at("checks").empty());
    for (const Json& check : result.at("checks")) {
        INFO(check.at("name") << ": " << check.at("detail"));
        CHECK(check.at("passed") == true);
    }
    CHECK(result.at("passed") == true);
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) {
        cells.push_back(cell);
    }
    return cells;
}

}  // namespace

std::string run_command(const std::string& scenario, const Settings& settings) {
    std::string command = "$lookaside run \"$scenarios/" + scenario + ".toml\"";
    for (const auto& [path, value] : settings) {
        command += " --set " + path + "='" + value + "'";
    }
    return command + ' ';
}

Json run_scenario(const std::string& scenario, const Settings& settings) {
    const Workplace work;
    INFO(run_command(scenario, settings));
    const Finished finished = work.run(run_command(scenario, settings) + "--format json");
    require_good(finished);
    Json result = Json::parse(finished.out);
    require_all_checks_passed(result);
    return result;
}

DetailedRun run_with_requests(const std::string& scenario, const Settings& settings) {
    const Workplace work;
    INFO(run_command(scenario, settings));
    require_good(work.run(run_command(scenario, settings) + "--out results --requests-csv"));
    const auto folder = work.folder() / "work" / "results";
    DetailedRun run;
    run.result = Json::parse(contents_of(folder / "result.json"));
    require_all_checks_passed(run.result);

    std::istringstream table(contents_of(folder / "requests.csv"));
    std::string line;
    std::getline(table, line);
    run.columns = cells_of(line);
    while (std::getline(table, line)) {
        const std::vector<std::string> cells = cells_of(line);
        REQUIRE(cells.size() == run.columns.size());
        RequestRow& row = run.requests.emplace_back();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (!cells[i].empty()) {
                row[run.columns[i]] = std::stoll(cells[i]);
            }
        }
    }
    return run;
}

double mbit_per_s(const Json& result) {
    return result.at("throughput").at("payload_mbit_per_s").get<double>();
}

double statistic(const Json& result, const std::string& name) {
    for (const Json& value : result.at("statistics")) {
        if (value.at("name") == name) {
            return value.at("value").get<double>();
        }
    }
    FAIL("no statistic " << name);
    return 0.0;
}

std::string contents_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace lookaside::cli
