// SPDX-License-Identifier: Apache-2.0
// Ranges of --vary: which values they hold, how these are written, and what is refused.
#include "app/sweep/value_range.h"

#include "base/error.h"
#include "tests/support/catch.h"

using Catch::Matchers::Contains;
using lookaside::InputError;
using lookaside::sweep::ValueRange;

namespace {

std::vector<std::string> values(std::string_view text) {
    const auto range = ValueRange::parse(text);
    REQUIRE(range);
    std::vector<std::string> all;
    for (std::uint64_t i = 0; i < range->size(); ++i) {
        all.push_back(range->at(i));
    }
    return all;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a range with a factor multiplies up to its end") {
    CHECK(values("1..256*2") == Texts{"1", "2", "4", "8", "16", "32", "64", "128", "256"});
    CHECK(values("1..100*3") == Texts{"1", "3", "9", "27", "81"});
}

TEST_CASE("a range with a step adds up to its end") {
    CHECK(values("2..8+3") == Texts{"2", "5", "8"});
    CHECK(values("2..9+3") == Texts{"2", "5", "8"});
}

TEST_CASE("decimal steps lose neither digits nor the last value to rounding") {
    CHECK(values("0.1..0.5+0.1") == Texts{"0.1", "0.2", "0.3", "0.4", "0.5"});
}

TEST_CASE("a range from a value to itself has one value") {
    CHECK(values("4..4*2") == Texts{"4"});
    CHECK(values("4..4+1") == Texts{"4"});
}

TEST_CASE("large values are written in full, not with an exponent") {
    CHECK(values("1000000000000000..2000000000000000*2") ==
          Texts{"1000000000000000", "2000000000000000"});
}

TEST_CASE("a unit holds for every value, wherever it stands") {
    const Texts expected{"1 us", "2 us", "4 us"};
    CHECK(values("1 us..4 us*2") == expected);
    CHECK(values("1..4 us*2") == expected);
    CHECK(values("1us..4*2") == expected);
    CHECK(values("64 B..192 B+64 B") == Texts{"64 B", "128 B", "192 B"});
}

TEST_CASE("a text without a number before its dots is no range") {
    CHECK_FALSE(ValueRange::parse("serial"));
    CHECK_FALSE(ValueRange::parse("../captures/web.pcap"));
    CHECK_FALSE(ValueRange::parse("128 B"));
    CHECK_FALSE(ValueRange::parse(""));
}

TEST_CASE("a range that is spelt wrong is refused with the fix") {
    CHECK_THROWS_WITH(ValueRange::parse("1..8"), Contains("1..8+step"));
    CHECK_THROWS_WITH(ValueRange::parse("8..1+1"), Contains("lower end first"));
    CHECK_THROWS_WITH(ValueRange::parse("1..8*1"), Contains("factor above 1"));
    CHECK_THROWS_WITH(ValueRange::parse("0..8*2"), Contains("start above 0"));
    CHECK_THROWS_WITH(ValueRange::parse("1..8+0"), Contains("step above 0"));
    CHECK_THROWS_WITH(ValueRange::parse("1..x*2"), Contains("\"x\" is no number"));
    CHECK_THROWS_WITH(ValueRange::parse("1..8*"), Contains("is no number"));
    CHECK_THROWS_WITH(ValueRange::parse("500 ns..8 us*2"), Contains("one unit"));
    CHECK_THROWS_WITH(ValueRange::parse("1 us..8 us+500 ns"), Contains("unit of the ends"));
    CHECK_THROWS_WITH(ValueRange::parse("1 us..8 us*2 us"), Contains("a factor has no unit"));
    CHECK_THROWS_AS(ValueRange::parse("0..1e30+1"), InputError);
}
