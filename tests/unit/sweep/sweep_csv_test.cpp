// SPDX-License-Identifier: Apache-2.0
// results.csv and the statistics of repeats.
#include "reports/sweep_csv.h"

#include "reports/confidence.h"
#include "reports/sweep_table.h"
#include "tests/support/catch.h"
#include "tests/unit/sweep/sample_sweep.h"

using namespace lookaside::reports;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using lookaside::testing::measured_run;
using lookaside::testing::sample_sweep;

TEST_CASE("a CSV field is quoted as RFC 4180 says, and only if it must be") {
    CHECK(csv_field("128 B") == "128 B");
    CHECK(csv_field("") == "");
    CHECK(csv_field("40:7,576:4") == "\"40:7,576:4\"");
    CHECK(csv_field("say \"x\"") == "\"say \"\"x\"\"\"");
    CHECK(csv_field("two\nlines") == "\"two\nlines\"");
}

TEST_CASE(
    "results.csv has a line a point, in grid order, with empty fields for what is not there") {
    CHECK(sweep_csv(sample_sweep()) ==
          "point,fabric.lanes,status,throughput_mbit_per_s,operations_per_s,lat_mean_us,lat_p50_us,"
          "lat_p99_us,lat_p99_9_us,busiest_utilisation_ratio,limiter,busiest_resource,runs_count,"
          "exit_status,signal,error\n"
          "0,1,ok,100,1000,1.5,1.25,9.75,20,0.5,engine,link.upstream,1,0,,\n"
          "1,4,crashed,,,,,,,,,,0,0,11,\"first\nlast, of all\"\n");
}

TEST_CASE("with repeats every metric is the mean, followed by its confidence interval") {
    SweepResult sweep = sample_sweep();
    sweep.repeats = 2;
    sweep.points[0].runs = {measured_run(100.0), measured_run(102.0)};
    CHECK_THAT(sweep_csv(sweep), Contains("throughput_mbit_per_s,throughput_mbit_per_s_ci95,"));
    // s = sqrt 2 and t(0.975, 1) = 12.706: 12.706 x 1.4142 / sqrt 2.
    CHECK_THAT(sweep_csv(sweep), Contains("\n0,1,ok,101,12.706"));
}

TEST_CASE(
    "a point is as bad as the worst of its runs, and its figures are of those that have any") {
    SweepResult sweep = sample_sweep();
    sweep.points[0].runs.push_back(sweep.points[1].runs[0]);
    CHECK(sweep.points[0].worst().status == RunStatus::crashed);
    CHECK(sweep.points[0].measured() == 1);
    CHECK(estimate(sweep.points[0], sweep_metric_list().front())->mean == 100.0);
    CHECK_FALSE(sweep.passed());
}

TEST_CASE("the confidence interval is Student's") {
    const std::vector<double> three = {1.0, 2.0, 3.0};
    CHECK(mean_of(three) == 2.0);
    // t(0.975, 2) = 4.30265, s = 1, n = 3.
    CHECK(*half_width_95(three) == Approx(4.30265 / 1.7320508).epsilon(1e-5));
    CHECK(*half_width_95(std::vector<double>{5.0, 5.0}) == 0.0);
    CHECK_FALSE(half_width_95(std::vector<double>{5.0}));
}

TEST_CASE("the table names the cause of a failure and shows figures of the others") {
    const std::string table = sweep_table(sample_sweep(), {});
    CHECK_THAT(table, Contains("fabric.lanes") && Contains("100.0") &&
                          Contains("point 1: crashed: first\n"));
}

TEST_CASE("a long sweep's table has the best points and says that there are more") {
    SweepResult sweep = sample_sweep();
    for (int i = 1; i <= 60; ++i) {
        sweep.points.push_back({{std::to_string(i)}, {measured_run(100.0 + i)}, ""});
    }
    const std::string table = sweep_table(sweep, {}, 50);
    CHECK_THAT(table, Contains("160.0") && !Contains("105.0"));
    CHECK_THAT(table, Contains("The 50 points of the highest throughput of 62"));
    CHECK(best_point(sweep) == 61);
}
