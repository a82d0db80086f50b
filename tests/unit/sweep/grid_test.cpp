// SPDX-License-Identifier: Apache-2.0
// The order and number of a grid's points.
#include "app/sweep/grid.h"

#include <limits>

#include "tests/support/catch.h"

using namespace lookaside::sweep;
using Catch::Matchers::Contains;

namespace {

Grid grid(const std::vector<std::string>& specs) {
    std::vector<Axis> axes;
    for (const std::string& spec : specs) {
        axes.push_back(Axis::parse(spec));
    }
    return Grid(std::move(axes));
}

}  // namespace

TEST_CASE("the first axis varies slowest") {
    const Grid two = grid({"fabric.lanes=1,4", "workload.queue_depth=1..4*2"});
    REQUIRE(two.size() == 6);
    CHECK(label(two.point(0)) == "fabric.lanes=1, workload.queue_depth=1");
    CHECK(label(two.point(1)) == "fabric.lanes=1, workload.queue_depth=2");
    CHECK(label(two.point(3)) == "fabric.lanes=4, workload.queue_depth=1");
    CHECK(label(two.point(5)) == "fabric.lanes=4, workload.queue_depth=4");
}

TEST_CASE("a tuple counts as one axis") {
    const Grid tuples = grid({"fabric.lanes,fabric.generation=1:2,8:3", "run.seed=1,2,3"});
    CHECK(tuples.size() == 6);
    CHECK(label(tuples.point(3)) == "fabric.lanes=8, fabric.generation=3, run.seed=1");
}

TEST_CASE("a grid without axes is one point") {
    CHECK(Grid({}).size() == 1);
    CHECK(Grid({}).point(0).empty());
}

TEST_CASE("the number of points saturates instead of wrapping around") {
    const Grid large = grid({"run.seed=0..900000000000000+1", "run.requests=0..900000000000000+1"});
    CHECK(large.size() == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("a parameter cannot be on two axes") {
    CHECK_THROWS_WITH(grid({"fabric.lanes=1,2", "fabric.lanes=4,8"}), Contains("varied twice"));
}
