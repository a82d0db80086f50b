// SPDX-License-Identifier: Apache-2.0
// Many transfers in random order: nothing is lost, and how closely the model looks changes nothing.
#include "tests/rules/emmc/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

/// Writes and reads of random devices, sectors and lengths, not waiting for those that program.
class RandomTransfers {
  public:
    RandomTransfers(Bench& bench, std::uint64_t seed) : bench_(bench), random_(seed) {
        for (std::size_t i = 0; i < bench.devices.size(); ++i) {
            expected_.push_back(bench.logics[i].memory);
        }
    }

    void run(unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            one();
        }
    }
    std::size_t overlapped() const { return overlapped_; }

  private:
    void one() {
        const auto device = static_cast<std::size_t>(random_.below(bench_.devices.size()));
        const auto sector = static_cast<std::uint32_t>(random_.below(MemoryLogic::size - 8));
        const auto blocks = static_cast<unsigned>(1 + random_.below(8));
        bench_.logics[device].programming =
            Picoseconds{static_cast<std::int64_t>(random_.below(100'000'000))};
        select(device);
        for (std::size_t other = 0; other < bench_.devices.size(); ++other) {
            overlapped_ +=
                bench_.devices[other].state(bench_.agenda.now()) == DeviceState::dis ? 1U : 0U;
        }
        REQUIRE(bench_.send(23, blocks).error == TransactionError::none);
        auto& memory = expected_[device];
        const auto place = memory.begin() + static_cast<std::ptrdiff_t>(sector * block_bytes);
        if (random_.below(2) == 0) {
            REQUIRE(bench_.send(25, sector, blocks, false).blocks == blocks);
            std::copy(bench_.written.begin(), bench_.written.end(), place);
        } else {
            REQUIRE(bench_.send(18, sector, blocks).blocks == blocks);
            CHECK(std::equal(bench_.read_back.begin(), bench_.read_back.end(), place));
        }
    }
    /// A device that is selected already must first be free.
    void select(std::size_t device) {
        const auto address = static_cast<std::uint32_t>(device + 1) << 16;
        bench_.send(7, 0);
        REQUIRE(bench_.send(7, address).error == TransactionError::none);
    }

    Bench& bench_;
    Random random_;
    std::vector<std::vector<std::uint8_t>> expected_;
    std::size_t overlapped_ = 0;
};

/// Start times of the commands of some transfers, from the first.
std::vector<SimTime> times_of_transfers(Bench& bench) {
    bench.logics[0].programming = 3_us;
    bench.logics[0].access = [](std::uint32_t sector) {
        return Picoseconds{static_cast<std::int64_t>(sector) * 700'123};
    };
    bench.log.commands.clear();
    bench.run({{23, 8},
               {25, 0, 8},
               {23, 8},
               {18, 0, 8},
               {18, 3, 5},
               {12},
               {24, 9, 1},
               {17, 9, 1},
               {13, 1 << 16}});
    std::vector<SimTime> times;
    for (const auto& command : bench.log.commands) {
        times.push_back(command.start - bench.start_of(0));
    }
    return times;
}

}  // namespace

TEST_CASE("random transfers over five devices that program meanwhile lose nothing") {
    Bench bench({}, Bench::many(5));
    bench.bring_up();
    RandomTransfers transfers(bench, 2024);
    transfers.run(400);
    CHECK(transfers.overlapped() > 100);
}

TEST_CASE("blocks inspected one by one take the same clocks as all at once") {
    BusParameters parameters;
    parameters.width = 4;
    Bench bench(parameters);
    bench.bring_up();
    const auto all_at_once = times_of_transfers(bench);
    // Faults on lines that the bus does not use strike nothing, but are looked for.
    for (const unsigned index : {17U, 18U, 24U, 25U}) {
        for (unsigned occurrence = 0; occurrence < 2; ++occurrence) {
            Fault fault{FaultKind::data_end_bit, index, occurrence};
            fault.line = 7;
            bench.bus.faults().add(fault);
        }
    }
    CHECK(times_of_transfers(bench) == all_at_once);
}
