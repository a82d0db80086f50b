// SPDX-License-Identifier: Apache-2.0
#include "models/base/agenda.h"

#include <string>

#include "tests/support/catch.h"

using namespace lookaside;

TEST_CASE("alarms ring in order of time, then priority, then the order they were set") {
    Agenda agenda("agenda");
    std::string rung;
    Alarm later(agenda, AlarmPriority::arrival, [&] { rung += 'l'; });
    Alarm decision(agenda, AlarmPriority::decision, [&] { rung += 'd'; });
    Alarm first(agenda, AlarmPriority::arrival, [&] { rung += '1'; });
    Alarm second(agenda, AlarmPriority::arrival, [&] { rung += '2'; });
    later.arm(20_ns);
    decision.arm(10_ns);
    first.arm(10_ns);
    second.arm(10_ns);
    sc_core::sc_start();
    CHECK(rung == "12dl");
    CHECK(agenda.now() == 20_ns);
}

TEST_CASE("an alarm may be set again and cancelled") {
    Agenda agenda("agenda");
    std::string rung;
    Alarm moved(agenda, AlarmPriority::arrival, [&] { rung += 'm'; });
    Alarm cancelled(agenda, AlarmPriority::arrival, [&] { rung += 'c'; });
    Alarm chained(agenda, AlarmPriority::arrival, [&] {
        rung += 'x';
        if (rung.size() < 4) {
            chained.arm_in(1_ns);
        }
    });
    moved.arm(5_ns);
    moved.arm(50_ns);
    cancelled.arm(7_ns);
    cancelled.disarm();
    chained.arm(1_ns);
    sc_core::sc_start();
    CHECK(rung == "xxxxm");
    CHECK(agenda.now() == 50_ns);
}

TEST_CASE("an alarm set for now by an alarm rings in the same instant") {
    Agenda agenda("agenda");
    SimTime at{-1};
    Alarm inner(agenda, AlarmPriority::observer, [&] { at = agenda.now(); });
    Alarm outer(agenda, AlarmPriority::arrival, [&] { inner.arm_in(0_ns); });
    outer.arm(3_ns);
    sc_core::sc_start();
    CHECK(at == 3_ns);
}
