// SPDX-License-Identifier: Apache-2.0
// --vary: lists, words, tuples, quotes; every value checked against its parameter's declaration.
#include "app/sweep/axis.h"

#include "tests/support/catch.h"

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using lookaside::sweep::Axis;

namespace {

using Tuples = std::vector<std::vector<std::string>>;

Tuples values(const std::string& spec) {
    const Axis axis = Axis::parse(spec);
    Tuples all;
    for (std::uint64_t i = 0; i < axis.size(); ++i) {
        all.push_back(axis.values(i));
    }
    return all;
}

}  // namespace

TEST_CASE("a list keeps its order") {
    CHECK(values("fabric.lanes=4,1,2") == Tuples{{"4"}, {"1"}, {"2"}});
}

TEST_CASE("values may be words and quantities, with blanks around them") {
    CHECK(values("driver.variant=serial, poll ,pipelined") ==
          Tuples{{"serial"}, {"poll"}, {"pipelined"}});
    CHECK(values("fabric.mps=128 B,256 B") == Tuples{{"128 B"}, {"256 B"}});
}

TEST_CASE("a list may hold ranges") {
    CHECK(values("workload.queue_depth=1,4..16*2,100") ==
          Tuples{{"1"}, {"4"}, {"8"}, {"16"}, {"100"}});
}

TEST_CASE("a quoted value may hold commas and colons") {
    CHECK(values(R"(workload.request_size="40:7,576:4",1500 B)") ==
          Tuples{{"40:7,576:4"}, {"1500 B"}});
}

TEST_CASE("parameters of one axis move together") {
    const Axis axis = Axis::parse("fabric.lanes,fabric.generation=1:2,4:2,8:3");
    CHECK(axis.names() == std::vector<std::string>{"fabric.lanes", "fabric.generation"});
    CHECK(values(axis.spec()) == Tuples{{"1", "2"}, {"4", "2"}, {"8", "3"}});
}

TEST_CASE("a parameter that does not exist is named with the nearest that does") {
    CHECK_THROWS_WITH(
        Axis::parse("fabric.lane=1,2"),
        StartsWith("--vary fabric.lane: unknown parameter") && Contains("fabric.lanes"));
}

TEST_CASE("a value that its parameter cannot have is named with what can") {
    CHECK_THROWS_WITH(Axis::parse("fabric.lanes=1,3"), StartsWith("--vary fabric.lanes=3: ") &&
                                                           Contains("use 1, 2, 4, 8, 12 or 16"));
    CHECK_THROWS_WITH(Axis::parse("run.window=1,2"), StartsWith("--vary run.window=1: "));
    CHECK_THROWS_WITH(Axis::parse("driver.variant=serial,polling"), Contains("polling"));
}

TEST_CASE("both ends of a range are checked") {
    CHECK_THROWS_WITH(Axis::parse("fabric.lanes=1..32*2"), StartsWith("--vary fabric.lanes=32: "));
}

TEST_CASE("an axis that is spelt wrong is refused with the fix") {
    CHECK_THROWS_WITH(Axis::parse("fabric.lanes"), Contains("has no values"));
    CHECK_THROWS_WITH(Axis::parse("=1,2"), Contains("has no values"));
    CHECK_THROWS_WITH(Axis::parse("fabric.lanes=1,,2"), Contains("a value is empty"));
    CHECK_THROWS_WITH(Axis::parse("fabric.lanes="), Contains("a value is empty"));
    CHECK_THROWS_WITH(Axis::parse("fabric.lanes=\"1"), Contains("quote is not closed"));
    CHECK_THROWS_WITH(Axis::parse("fabric.lanes,fabric.lanes=1:1"), Contains("twice"));
    CHECK_THROWS_WITH(Axis::parse("fabric.lanes,fabric.generation=1:2,4"),
                      Contains("1 values for 2 parameters"));
    CHECK_THROWS_WITH(Axis::parse("fabric.lanes,fabric.generation=1..4*2:2"),
                      Contains("cannot be part of a tuple"));
}
