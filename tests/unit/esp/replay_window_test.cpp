// SPDX-License-Identifier: Apache-2.0
// Anti-replay rules of RFC 4303 section 3.4.3 and, for extended numbers, appendix A.
#include "host/stacks/esp/replay_window.h"
#include "tests/support/catch.h"

using lookaside::esp::ReplayWindow;

namespace {

constexpr std::uint64_t two_to_32 = std::uint64_t{1} << 32;

}  // namespace

TEST_CASE("sequence number 0 is never accepted") {
    CHECK_FALSE(ReplayWindow(64, false).check(0));
}

TEST_CASE("a number is accepted once") {
    ReplayWindow window(64, false);
    REQUIRE(window.check(1));
    window.advance(1);
    CHECK_FALSE(window.check(1));
    CHECK(window.check(2));
}

TEST_CASE("numbers within the window are accepted in any order, each once") {
    ReplayWindow window(64, false);
    window.advance(100);
    CHECK(window.check(99));
    CHECK(window.check(37));
    window.advance(37);
    CHECK_FALSE(window.check(37));
    CHECK_FALSE(window.check(100));
}

TEST_CASE("a number behind the window is refused") {
    ReplayWindow window(64, false);
    window.advance(100);
    CHECK(window.check(37));
    CHECK_FALSE(window.check(36));
}

TEST_CASE("checking does not move the window") {
    ReplayWindow window(64, false);
    window.advance(10);
    CHECK(window.check(1'000'000));
    CHECK(window.highest() == 10);
    CHECK(window.check(9));
}

TEST_CASE("a jump beyond the window forgets what was in it") {
    ReplayWindow window(4, false);
    for (std::uint64_t number = 1; number <= 4; ++number) {
        window.advance(number);
    }
    window.advance(104);
    CHECK(window.check(101));
    CHECK(window.check(103));
    CHECK_FALSE(window.check(104));
    CHECK_FALSE(window.check(100));
}

TEST_CASE("the last 32-bit number is accepted and nothing follows it without extension") {
    ReplayWindow window(64, false);
    window.advance(window.full_sequence(0xFFFF'FFFF));
    CHECK(window.highest() == 0xFFFF'FFFF);
    CHECK_FALSE(window.check(window.full_sequence(0)));
    CHECK_FALSE(window.check(window.full_sequence(1)));
}

TEST_CASE("extended: a low half below a window within one 2^32 belongs to the next 2^32") {
    const ReplayWindow window(64, true, two_to_32 + 1000);
    CHECK(window.full_sequence(1001) == two_to_32 + 1001);
    CHECK(window.full_sequence(937) == two_to_32 + 937);
    CHECK(window.full_sequence(936) == 2 * two_to_32 + 936);
}

TEST_CASE("extended: a low half above a window across 2^32 belongs to the 2^32 before") {
    const ReplayWindow window(64, true, two_to_32 + 10);
    CHECK(window.full_sequence(11) == two_to_32 + 11);
    CHECK(window.full_sequence(0) == two_to_32);
    CHECK(window.full_sequence(0xFFFF'FFFF) == two_to_32 - 1);
    CHECK(window.full_sequence(0xFFFF'FFCB) == two_to_32 - 53);
    CHECK(window.full_sequence(0xFFFF'FFCA) == 2 * two_to_32 - 54);
}

TEST_CASE("extended: numbers cross 2^32 without a break") {
    ReplayWindow window(64, true, two_to_32 - 3);
    for (std::uint64_t number = two_to_32 - 2; number < two_to_32 + 3; ++number) {
        const auto full = window.full_sequence(static_cast<std::uint32_t>(number));
        REQUIRE(full == number);
        REQUIRE(window.check(full));
        window.advance(full);
    }
}
TEST_CASE("extended: a new SA expects the first 2^32") {
    const ReplayWindow window(64, true);
    CHECK(window.full_sequence(1) == 1);
    CHECK(window.full_sequence(0xFFFF'FFFF) == 0xFFFF'FFFF);
}
