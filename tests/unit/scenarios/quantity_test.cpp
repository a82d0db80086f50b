// SPDX-License-Identifier: Apache-2.0
#include "scenarios/quantity.h"

#include "scenarios/raw_value.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::scenarios;

namespace {

template <typename Read>
std::string complaint(Read read, std::string_view text) {
    try {
        read(text);
        return "";
    } catch (const ValueError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("a quantity is its number times its unit") {
    CHECK(read_size("4 KiB") == 4096);
    CHECK(read_size("4kB") == 4000);
    CHECK(read_duration("2.5 us") == 2'500_ns);
    CHECK(read_duration("1 s") == 1'000_ms);
    CHECK(read_frequency("62.5 MHz") == Hertz{62'500'000});
}

TEST_CASE("a decimal fraction is exact") {
    CHECK(read_duration("2.3 ns") == 2'300_ps);
    CHECK(read_duration("0.35 ns") == 350_ps);
}

TEST_CASE("a rate counts packets or bits, by its unit") {
    CHECK(read_rate("36 kpps").packets_per_second(1500) == Approx(36'000));
    CHECK(read_rate("432 Mb/s").packets_per_second(1500) == Approx(36'000));
}

TEST_CASE("a number without a unit is refused, and the units are named") {
    CHECK(complaint(read_size, "128") ==
          "\"128\" has no unit; use B, kB, MB, GB, KiB, MiB or GiB, as in \"128 B\"");
    CHECK(complaint(read_duration, "5") ==
          "\"5\" has no unit; use ps, ns, us, ms or s, as in \"5 us\"");
}

TEST_CASE("another quantity's unit is refused") {
    CHECK(complaint(read_duration, "5 MHz") ==
          "\"MHz\" is no unit of duration; use ps, ns, us, ms or s");
    CHECK(complaint(read_rate, "5 KiB") ==
          "\"KiB\" is no unit of rate; use packets/s, pps, kpps "
          "or Mpps, or b/s, kb/s, Mb/s or Gb/s");
}

TEST_CASE("a quantity is a number of 0 or more, no finer than its type and no larger") {
    CHECK(complaint(read_duration, "soon") ==
          "\"soon\" is no duration; use a number and a unit, as in \"10 us\"");
    CHECK(complaint(read_duration, "-1 us") ==
          "\"-1 us\" is negative; use a duration of 0 or more");
    CHECK(complaint(read_duration, "0.5 ps") == "\"0.5 ps\" is finer than 1 ps");
    CHECK(complaint(read_size, "1e12 GiB") == "\"1e12 GiB\" is too large");
}

TEST_CASE("a quantity is shown in the largest unit without a fraction") {
    CHECK(render(Bytes{4096}).text() == "4 KiB");
    CHECK(render(Bytes{1500}).text() == "1500 B");
    CHECK(render(Picoseconds{1'500'000}).text() == "1500 ns");
    CHECK(render(Picoseconds{0}).text() == "0 ps");
    CHECK(render(Hertz{62'500'000}).text() == "62500 kHz");
}
