// SPDX-License-Identifier: Apache-2.0
// Rules of hardware threads that share a core's issue slot.
#include <vector>

#include "tests/rules/os/machine.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::os;
using namespace lookaside::os::test;

namespace {

/// Two cores of two threads each; AES-128-CBC takes 1 ns a byte.
CpuProfile threaded(double gain, double cipher_gain) {
    CpuProfile cpu = profile(4, {compute_price});
    cpu.threads_per_core = 2;
    cpu.smt_gain = gain;
    cpu.smt_cipher_gain = cipher_gain;
    cpu.ciphers[static_cast<std::size_t>(Implementation::generic)]
               [static_cast<std::size_t>(CipherWork::aes_128_cbc_encrypt)] =
        CipherPrice{1_ns, 0_ns, "test", false};
    return cpu;
}

/// When a thread on each of `cpus` is done with `work`, by thread.
std::vector<SimTime> ends(const CpuProfile& cpu, const std::vector<CpuId>& cpus,
                          const std::function<void(Machine&)>& work) {
    Machine machine(cpu);
    std::vector<SimTime> done(cpus.size());
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        machine.thread("t", cpus[i], [&, i] {
            work(machine);
            done[i] = machine.kernel.now();
        });
    }
    machine.run();
    return done;
}

void compute_1_ms(Machine& machine) {
    machine.compute(1'000'000);
}

void encrypt_1_ms(Machine& machine) {
    machine.kernel.compute(Implementation::generic, CipherWork::aes_128_cbc_encrypt, 1'000'000);
}

}  // namespace

TEST_CASE("a thread alone on its core runs at full speed") {
    CHECK(ends(threaded(1.25, 1.0), {0}, compute_1_ms).front() == 1_ms);
}

TEST_CASE("threads of different cores do not slow each other down") {
    CHECK(ends(threaded(1.25, 1.0), {0, 2}, compute_1_ms) == std::vector<SimTime>{1_ms, 1_ms});
}

TEST_CASE("two threads of a core together do smt_gain times the work of one") {
    // 2 ms of work at 1.25 times the speed of one thread.
    CHECK(ends(threaded(1.25, 1.0), {0, 1}, compute_1_ms) ==
          std::vector<SimTime>{1'600_us, 1'600_us});
}

TEST_CASE("two threads that both run a cipher gain smt_cipher_gain") {
    CHECK(ends(threaded(1.25, 1.0), {0, 1}, encrypt_1_ms) == std::vector<SimTime>{2_ms, 2_ms});
}

TEST_CASE("a thread goes on at full speed once its sibling is idle") {
    Machine machine(threaded(1.0, 1.0));
    SimTime done{0};
    machine.thread("long", 0, [&] {
        machine.compute(1'000'000);
        done = machine.kernel.now();
    });
    machine.thread("short", 1, [&] {
        machine.compute(250'000);
        (void)machine.kernel.now();
    });
    machine.run();
    // Half speed while the sibling does its 0.25 ms, which takes 0.5 ms; then full speed.
    CHECK(done == 1'250_us);
}

TEST_CASE("a thread that waits for a device's answer leaves the issue slot to its sibling") {
    Machine machine(threaded(1.0, 1.0));
    machine.device.round_trip = 2_ms;
    SimTime done{0};
    machine.thread("computing", 0, [&] {
        machine.compute(1'000'000);
        done = machine.kernel.now();
    });
    machine.thread("reading", 1, [&] { (void)machine.pci->bar(0).read32(0); });
    machine.run();
    CHECK(done == 1_ms);
}

TEST_CASE("threads without a core of their own start on the one with the fewest") {
    Machine machine(threaded(1.25, 1.0));
    std::vector<CpuId> cpus(4);
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        machine.thread("t", std::nullopt, [&, i] { cpus[i] = machine.kernel.this_cpu(); });
    }
    machine.run();
    CHECK(cpus == std::vector<CpuId>{0, 2, 1, 3});
}

TEST_CASE("work without a price on this CPU is refused with the entry to add") {
    Machine machine(threaded(1.25, 1.0));
    std::string message;
    machine.thread("t", 0, [&] {
        try {
            machine.kernel.compute(Implementation::instructions, CipherWork::des_cbc, 8);
        } catch (const InputError& error) {
            message = error.what();
        }
    });
    machine.run();
    CHECK(message.find("add [ciphers.instructions.des_cbc]") != std::string::npos);
}
