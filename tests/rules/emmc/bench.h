// SPDX-License-Identifier: Apache-2.0
// An MMC bus with devices that are plain memory, a host controller, and the protocol checker.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "models/emmc/host_controller.h"
#include "models/emmc/identification.h"
#include "models/emmc/protocol_checker.h"
#include "models/emmc/speed_up.h"

namespace lookaside::test {

using namespace lookaside::emmc;

/// What a device does besides the bus protocol: it stores blocks, and remembers what it was told.
class MemoryLogic final : public DeviceLogic {
  public:
    static constexpr std::uint32_t size = 64;  // sectors

    std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(size * block_bytes);
    std::optional<Picoseconds> programming = Picoseconds{0};
    std::function<Picoseconds(std::uint32_t)> access = [](std::uint32_t) { return 0_ps; };
    std::optional<std::uint32_t> never_comes;  // this sector
    std::uint32_t queue = 0;
    std::vector<std::string> calls;

    std::uint32_t sectors() const override { return size; }
    void block_written(std::uint32_t sector, std::span<const std::uint8_t> block) override {
        std::copy(block.begin(), block.end(), at(sector));
    }
    std::optional<Picoseconds> write_ended(std::uint32_t first, unsigned blocks) override {
        calls.push_back("write " + std::to_string(first) + " " + std::to_string(blocks));
        return programming;
    }
    std::optional<Picoseconds> read_access(std::uint32_t sector) override {
        return sector == never_comes ? std::nullopt : std::optional(access(sector));
    }
    void read_block(std::uint32_t sector, std::span<std::uint8_t> block) override {
        std::copy_n(at(sector), block.size(), block.begin());
    }
    void read_ended(std::uint32_t first, unsigned blocks) override {
        calls.push_back("read " + std::to_string(first) + " " + std::to_string(blocks));
    }
    std::uint32_t queue_status() const override { return queue; }

  private:
    std::vector<std::uint8_t>::iterator at(std::uint32_t sector) {
        return memory.begin() + static_cast<std::ptrdiff_t>(sector * block_bytes);
    }
};

/// Remembers when commands began.
class CommandLog final : public BusObserver {
  public:
    struct Entry {
        unsigned index;
        SimTime start;
    };
    std::vector<Entry> commands;

    void command(const Frame& frame, SimTime start, SimTime) override {
        commands.push_back({frame.index(), start});
    }
};

/// A command of a test's script.
struct Step {
    unsigned index;
    std::uint32_t argument = 0;
    unsigned blocks = 0;
    bool wait_while_busy = true;
};

struct Bench {
    enum class Checker : std::uint8_t { on, off };

    explicit Bench(const BusParameters& parameters = {},
                   std::vector<DeviceParameters> wanted = one(), Checker checking = Checker::on)
        : bus("bus", parameters), host("host", agenda, bus) {
        for (const DeviceParameters& each : wanted) {
            MemoryLogic& logic = logics.emplace_back();
            bus.attach(
                devices.emplace_back("device " + std::to_string(devices.size()), each, logic));
        }
        bus.observe(log);
        if (checking == Checker::on) {
            bus.observe(checker);
        }
    }

    static DeviceParameters device(std::uint32_t serial) {
        DeviceParameters parameters;
        parameters.cid = make_cid(0x15, "ENGINE", serial);
        return parameters;
    }
    static std::vector<DeviceParameters> one() { return {device(1)}; }
    static std::vector<DeviceParameters> many(unsigned count) {
        std::vector<DeviceParameters> result;
        for (unsigned i = 0; i < count; ++i) {
            result.push_back(device(i + 1));
        }
        return result;
    }

    /// Runs the simulation until `over` holds.
    template <typename Condition>
    void run_until(const Condition& over) {
        while (!over()) {
            sc_core::sc_start();
            if (!over() && !sc_core::sc_pending_activity()) {
                throw std::runtime_error("the bus does nothing more");
            }
        }
    }
    void run_for(Picoseconds time) { sc_core::sc_start(to_sc_time(time)); }

    IdentificationResult identify() {
        bool over = false;
        Identification identification(host, [&] { over = true, sc_core::sc_pause(); });
        identification.begin();
        run_until([&] { return over; });
        return identification.result();
    }
    SpeedUpResult speed_up(const std::vector<FoundDevice>& found) {
        bool over = false;
        SpeedUp sequence(host, [&] { over = true, sc_core::sc_pause(); });
        sequence.begin(found);
        run_until([&] { return over; });
        return sequence.result();
    }
    /// Identification, speed-up, and the device with RCA 1 selected.
    void bring_up() {
        const SpeedUpResult result = speed_up(identify().found);
        if (!result.problems.empty()) {
            throw std::runtime_error(result.problems.front());
        }
        send(7, 1 << 16);
        log.commands.clear();
    }

    /// Carries out commands, each as soon as the bus allows it after the one before. Written data
    /// are random; data read are in `read_back`.
    std::vector<Transaction> run(const std::vector<Step>& steps) {
        std::vector<Transaction> results;
        results.reserve(steps.size());
        const HostController::Done next = [&](Transaction&) { start_next(steps, results, next_); };
        next_ = &next;
        start_next(steps, results, next_);
        run_until([&] { return results.size() == steps.size() && !host.busy(); });
        return results;
    }
    Transaction send(unsigned index, std::uint32_t argument = 0, unsigned blocks = 0,
                     bool wait_while_busy = true) {
        return run({Step{index, argument, blocks, wait_while_busy}}).front();
    }

    SimTime start_of(std::size_t command) const { return log.commands.at(command).start; }
    /// Clocks from the start of one command to that of another, counted in the log.
    Cycles clocks_between(std::size_t first, std::size_t second) const {
        return bus.clock().cycles_in(start_of(second) - start_of(first));
    }

    Agenda agenda{"agenda"};
    Bus bus;
    HostController host;
    std::deque<MemoryLogic> logics;
    std::deque<Device> devices;
    CommandLog log;
    ProtocolChecker checker{bus};
    std::vector<std::uint8_t> written;
    std::vector<std::uint8_t> read_back;

  private:
    void start_next(const std::vector<Step>& steps, std::vector<Transaction>& results,
                    const HostController::Done* next) {
        if (results.size() == steps.size()) {
            sc_core::sc_pause();
            return;
        }
        const Step& step = steps[results.size()];
        Transaction& transaction = results.emplace_back();
        transaction.index = static_cast<std::uint8_t>(step.index);
        transaction.argument = step.argument;
        transaction.wait_while_busy = step.wait_while_busy;
        if (writes_blocks(step.index)) {
            written.resize(step.blocks * block_bytes);
            random_.fill(written);
            transaction.write_data = written;
        } else if (reads_blocks(step.index)) {
            read_back.assign(step.blocks * block_bytes, 0);
            transaction.read_data = read_back;
        }
        host.start(transaction, *next);
    }

    const HostController::Done* next_ = nullptr;
    Random random_{7};
};

}  // namespace lookaside::test
