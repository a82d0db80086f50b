// SPDX-License-Identifier: Apache-2.0
#include "scenarios/nearest_name.h"

#include <vector>

#include "tests/support/catch.h"

using namespace lookaside::scenarios;

TEST_CASE("the distance of two words is the number of edits between them") {
    CHECK(edit_distance("lanes", "lanes") == 0);
    CHECK(edit_distance("lane", "lanes") == 1);
    CHECK(edit_distance("lnaes", "lanes") == 1);
    CHECK(edit_distance("", "mps") == 3);
}

TEST_CASE("the nearest name is suggested if it is near") {
    const std::vector<std::string> names{"fabric.lanes", "fabric.mps", "fabric.mrrs"};
    CHECK(nearest_name("fabric.lane", names) == "fabric.lanes");
    CHECK(nearest_name("fabrik.mrss", names) == "fabric.mrrs");
    CHECK(nearest_name("weather", names).empty());
}
