// SPDX-License-Identifier: Apache-2.0
#include "models/emmc/bus_parameters.h"

#include <array>

#include "base/error.h"

namespace lookaside::emmc {
namespace {

struct ModeFacts {
    const char* name;
    Hertz max_clock;
    unsigned min_width;
    const char* widths;
};
constexpr std::array<ModeFacts, bus_mode_count> mode_facts{{
    {"legacy", 26_MHz, 1, "1, 4 or 8"},
    {"hs", 52_MHz, 1, "1, 4 or 8"},
    {"ddr52", 52_MHz, 4, "4 or 8"},
    {"hs200", 200_MHz, 4, "4 or 8"},
    {"hs400", 200_MHz, 8, "8"},
}};
const ModeFacts& facts_of(BusMode mode) {
    return mode_facts[static_cast<std::size_t>(mode)];
}

class RangeCheck {
  public:
    explicit RangeCheck(const std::string& name) : name_(name) {}

    void at_least(const char* what, Cycles value, Cycles low) const {
        if (value < low) {
            fail(std::string(what) + " is " + std::to_string(value) + ", but must be at least " +
                 std::to_string(low));
        }
    }
    void within(const char* what, Cycles value, Cycles low, Cycles high) const {
        at_least(what, value, low);
        if (value > high) {
            fail(std::string(what) + " is " + std::to_string(value) + ", but must be at most " +
                 std::to_string(high));
        }
    }
    [[noreturn]] void fail(const std::string& text) const { throw InputError(name_ + ": " + text); }

  private:
    const std::string& name_;
};

void check_mode(const BusParameters& p, const RangeCheck& range) {
    const ModeFacts& facts = facts_of(p.mode);
    if ((p.width != 1 && p.width != 4 && p.width != 8) || p.width < facts.min_width) {
        range.fail(std::string("mode ") + facts.name + " has a bus width of " + facts.widths +
                   ", not " + std::to_string(p.width));
    }
    if (p.clock.value == 0 || p.clock > facts.max_clock) {
        range.fail(std::string("mode ") + facts.name + " has a clock of up to " +
                   std::to_string(facts.max_clock.value) + " Hz, not " +
                   std::to_string(p.clock.value) + " Hz");
    }
    range.within("the identification clock in Hz", p.identification_clock.value, 1, 400'000);
}

}  // namespace

const char* name_of(BusMode mode) {
    return facts_of(mode).name;
}

Hertz max_clock(BusMode mode) {
    return facts_of(mode).max_clock;
}

void check(const BusParameters& p, const std::string& name) {
    const RangeCheck range(name);
    check_mode(p, range);
    range.within("N_CR", p.n_cr, 2, 64);
    range.within("N_ID", p.n_id, 5, 5);
    range.at_least("N_AC", p.n_ac, 2);
    range.at_least("N_RC", p.n_rc, 8);
    range.at_least("N_CC", p.n_cc, 8);
    range.at_least("N_WR", p.n_wr, 2);
    const bool fast = p.mode == BusMode::hs200 || p.mode == BusMode::hs400;
    range.within("N_CRC", p.n_crc, 2, fast ? 8 : 2);
    range.within("N_ST", p.n_st, 2, 2);
    range.at_least("power-up clocks", p.power_up_clocks, 74);
    range.at_least("the response time-out in clocks", p.response_timeout, p.n_cr);
    range.at_least("the CRC status time-out in clocks", p.crc_status_timeout, p.n_crc);
    if (p.read_timeout <= 0_ps || p.busy_timeout <= 0_ps || p.power_up_timeout <= 0_ps) {
        range.fail("time-outs must be longer than 0");
    }
}

}  // namespace lookaside::emmc
