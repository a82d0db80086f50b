// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/xdma/poll_completion.h"

#include <cstring>

namespace lookaside::drivers::xdma {

namespace sheet = datasheet::xdma;

namespace {

constexpr unsigned polls_per_schedule = 100;  // as the vendor's driver

}  // namespace

PollCompletion::PollCompletion(os::Kernel& kernel, XdmaEngine& engine, PollThread& thread,
                               Picoseconds give_up)
    : kernel_(kernel),
      engine_(engine),
      thread_(thread),
      give_up_(give_up),
      write_back_(kernel.dma().alloc_coherent(sizeof(std::uint32_t))) {}

void PollCompletion::program() {
    ChannelRegisters& registers = engine_.registers();
    // The channel interrupts stay off: only the write-back tells.
    registers.write(sheet::channel::interrupt_enable_mask, 0);
    registers.write(sheet::channel::poll_mode_wb_lo, static_cast<std::uint32_t>(write_back_.bus));
    registers.write(sheet::channel::poll_mode_wb_hi,
                    static_cast<std::uint32_t>(write_back_.bus >> 32));
}

std::uint32_t PollCompletion::take_write_back() {
    std::uint32_t word = 0;
    std::memcpy(&word, write_back_.cpu.data(), sizeof word);
    if (word != 0) {
        std::memset(write_back_.cpu.data(), 0, sizeof word);
    }
    return word;
}

void PollCompletion::poll() {
    const SimTime until = kernel_.now() + give_up_;
    unsigned polls = 0;
    std::uint32_t word = 0;
    while (has_work() && kernel_.now() < until) {
        kernel_.spend(os::Cost::poll_iteration);
        word = take_write_back();
        if (word != 0) {
            break;
        }
        if (++polls % polls_per_schedule == 0) {
            kernel_.schedule();
        }
    }
    if (word != 0) {
        engine_.completion_seen();
        const os::IrqSaveGuard guard(engine_.lock());
        engine_.service(word);
    }
}

}  // namespace lookaside::drivers::xdma
