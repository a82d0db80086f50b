// SPDX-License-Identifier: Apache-2.0
#include "reports/bench_table.h"
#include "reports/comparison_table.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::reports;

namespace {

constexpr ConsoleStyle plain{false, false, 100};

ComparisonTable published() {
    return {"A. FPGA IPsec card",
            {{"PC, x4", 432.0, "Mb/s", 430.1, FigureKind::calibrated, "largest size"},
             {"PC, x1", 260.0, "Mb/s", 273.0, FigureKind::predicted, "a|b"}}};
}

BenchTable speeds() {
    return {{{"core, bare loop", 16.2, "MB/s", 15.0, ""},
             {"scenario, timed engine", 31'000.0, "packets/s", 40'000.0, "CPU time"},
             {"memory", 92.0, "MB", std::nullopt, ""}}};
}

}  // namespace

TEST_CASE("published figures stand beside simulated ones with their error") {
    CHECK(published().console_text(plain) ==
          "A. FPGA IPsec card\n"
          "  figure  published  simulated  unit   error  kind        note\n"
          "  PC, x4        432        430  Mb/s  -0.4 %  calibrated  largest size\n"
          "  PC, x1        260        273  Mb/s  +5.0 %  predicted   a|b\n");
}

TEST_CASE("the comparison is also a Markdown table") {
    CHECK(published().markdown() ==
          "### A. FPGA IPsec card\n\n"
          "| figure | published | simulated | unit | error | kind | note |\n"
          "| --- | ---: | ---: | --- | ---: | --- | --- |\n"
          "| PC, x4 | 432 | 430 | Mb/s | -0.4 % | calibrated | largest size |\n"
          "| PC, x1 | 260 | 273 | Mb/s | +5.0 % | predicted | a\\|b |\n");
}

TEST_CASE("the comparison in JSON keeps every digit") {
    const auto json = published().json();
    CHECK(json["title"] == "A. FPGA IPsec card");
    CHECK(json["figures"][0]["simulated"] == 430.1);
    CHECK(json["figures"][1]["error_ratio"].get<double>() == Approx(0.05));
    CHECK(json["figures"][1]["kind"] == "predicted");
}

TEST_CASE("a benchmark below its target fails the table, one without a target does not") {
    BenchTable table = speeds();
    CHECK_FALSE(table.passed());
    table.rows[1].value = 40'000.0;
    CHECK(table.passed());
}

TEST_CASE("benchmarks stand beside their targets") {
    CHECK(speeds().console_text(plain) ==
          "benchmark               value  target  unit             note\n"
          "core, bare loop          16.2    15.0  MB/s       pass\n"
          "scenario, timed engine  31000   40000  packets/s  FAIL  CPU time\n"
          "memory                   92.0          MB\n");
}

TEST_CASE("a benchmark without a target has none in JSON") {
    const auto json = speeds().json();
    CHECK(json["passed"] == false);
    CHECK(json["benchmarks"][0]["target"] == 15.0);
    CHECK(json["benchmarks"][1]["passed"] == false);
    CHECK_FALSE(json["benchmarks"][2].contains("target"));
}

TEST_CASE("a table row needs a cell for every column") {
    TextTable table({{"a"}, {"b"}});
    CHECK_THROWS_AS(table.add({"only one"}), std::invalid_argument);
}

TEST_CASE("long cells are cut to the column's width and say so") {
    CHECK(shortened("descriptor fetch", 10) == "descrip...");
    CHECK(shortened("short", 10) == "short");
}

TEST_CASE("a bar fills its share of the columns") {
    CHECK(bar(0.5, 8, plain) == "####");
    CHECK(bar(2.0, 8, plain) == "########");
    CHECK(bar(0.0, 8, plain).empty());
    CHECK(bar(0.5, 9, {false, true, 100}) == "████▌");
}
