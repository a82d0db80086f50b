// SPDX-License-Identifier: Apache-2.0
#include "models/base/agenda.h"

#include <string>
#include <utility>
#include <vector>

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

namespace {

/// A process that is due at 30 ns, beside alarms at 10, 20 and 40 ns.
struct RunAhead {
    Agenda agenda{"agenda"};
    std::vector<std::pair<int, SimTime>> kernel_times;  // what rang, and the kernel's time then
    Alarm first{agenda, AlarmPriority::arrival, [this] { note(10); }};
    Alarm second{agenda, AlarmPriority::arrival, [this] { note(20); }};
    Alarm third{agenda, AlarmPriority::arrival, [this] { note(40); }};

    RunAhead() {
        first.arm(10_ns);
        second.arm(20_ns);
        third.arm(40_ns);
        sc_core::sc_spawn([this] {
            sc_core::wait(to_sc_time(30_ns));
            note(30);
        });
    }
    void note(int what) { kernel_times.emplace_back(what, sim_now()); }
};
using Notes = std::vector<std::pair<int, SimTime>>;

}  // namespace

TEST_CASE("without leave, no alarm rings before the kernel's clock is there") {
    RunAhead system;
    sc_core::sc_start(to_sc_time(50_ns));
    CHECK(system.kernel_times == Notes{{10, 10_ns}, {20, 20_ns}, {30, 30_ns}, {40, 40_ns}});
}

TEST_CASE("alarms run ahead of the kernel's clock up to the next process that is due") {
    RunAhead system;
    system.agenda.run_ahead_until(50_ns);
    sc_core::sc_start(to_sc_time(50_ns));
    CHECK(system.kernel_times == Notes{{10, 10_ns}, {20, 10_ns}, {30, 30_ns}, {40, 40_ns}});
}

TEST_CASE("alarms do not run ahead of the limit") {
    RunAhead system;
    system.agenda.run_ahead_until(15_ns);
    sc_core::sc_start(to_sc_time(15_ns));
    CHECK(system.kernel_times == Notes{{10, 10_ns}});
}

TEST_CASE("an alarm that processes notice rings when the kernel's clock is there") {
    RunAhead system;
    Alarm notice(system.agenda, AlarmPriority::process, [&] { system.note(15); });
    notice.arm(15_ns);
    system.agenda.run_ahead_until(50_ns);
    sc_core::sc_start(to_sc_time(50_ns));
    CHECK(system.kernel_times ==
          Notes{{10, 10_ns}, {15, 15_ns}, {20, 20_ns}, {30, 30_ns}, {40, 40_ns}});
}

TEST_CASE("an action that runs ahead sees its own time") {
    Agenda agenda("agenda");
    SimTime seen{0};
    Alarm first(agenda, AlarmPriority::arrival, [] {});
    Alarm second(agenda, AlarmPriority::arrival, [&] { seen = agenda.now(); });
    first.arm(1_ns);
    second.arm(7_ns);
    agenda.run_ahead_until(10_ns);
    sc_core::sc_start(to_sc_time(10_ns));
    CHECK(seen == 7_ns);
}
