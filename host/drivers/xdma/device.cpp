// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/xdma/device.h"

#include <algorithm>
#include <string>

#include "base/error.h"

namespace lookaside::drivers::xdma {

namespace sheet = datasheet::xdma;

XdmaDevice::XdmaDevice(os::Kernel& kernel, os::PciDevice& device,
                       const DeviceParameters& parameters)
    : kernel_(kernel),
      device_(device),
      parameters_(parameters),
      bars_(identify_bars(device)),
      config_bar_(device.bar(bars_.config)),
      h2c_(probe_engines(Direction::h2c)),
      c2h_(probe_engines(Direction::c2h)) {
    const auto channel_vectors = static_cast<unsigned>(h2c_.size() + c2h_.size());
    device_.alloc_irq_vectors(channel_vectors + parameters_.user_irqs);
    write_vector_numbers(sheet::irq_block::channel_vector_number, 0, channel_vectors);
    write_vector_numbers(sheet::irq_block::user_vector_number, channel_vectors,
                         parameters_.user_irqs);
    if (parameters_.completion == CompletionMode::interrupt) {
        use_interrupts();
    } else {
        use_polling();
    }
    request_user_vectors();
}

XdmaDevice::Engines XdmaDevice::probe_engines(Direction direction) {
    const std::uint32_t target =
        direction == Direction::h2c ? sheet::target_h2c_channel : sheet::target_c2h_channel;
    const std::uint32_t expected = sheet::identifier_subsystem << 4 | target >> 12;
    Engines engines;
    for (unsigned channel = 0; channel < sheet::max_channels; ++channel) {
        const std::uint32_t identifier = config_bar_.read32(
            target + channel * sheet::channel_stride + sheet::channel::identifier);
        if (identifier >> 16 != expected || (identifier >> 8 & 0xF) != channel) {
            break;
        }
        engines.push_back(std::make_unique<XdmaEngine>(kernel_, config_bar_, direction, channel));
    }
    return engines;
}

std::vector<XdmaEngine*> XdmaDevice::all_engines() {
    std::vector<XdmaEngine*> engines;
    for (const Engines* list : {&h2c_, &c2h_}) {
        for (const auto& engine : *list) {
            engines.push_back(engine.get());
        }
    }
    return engines;
}

void XdmaDevice::use_interrupts() {
    unsigned vector = 0;
    for (XdmaEngine* engine : all_engines()) {
        auto policy = std::make_unique<InterruptCompletion>(kernel_, config_bar_, *engine);
        device_.request_irq(vector++, engine->name(), parameters_.irq_cpu,
                            [&policy = *policy] { return policy.interrupt(); });
        engine->use(*policy);
        policies_.push_back(std::move(policy));
    }
    write_irq_block(sheet::irq_block::channel_interrupt_enable_w1s, (1U << vector) - 1);
}

void XdmaDevice::use_polling() {
    const std::vector<XdmaEngine*> engines = all_engines();
    const std::size_t threads = std::min<std::size_t>(engines.size(), kernel_.cpu_count());
    for (os::CpuId cpu = 0; cpu < threads; ++cpu) {
        poll_threads_.push_back(std::make_unique<PollThread>(kernel_, cpu));
    }
    for (XdmaEngine* engine : engines) {
        PollThread& thread = **std::ranges::min_element(
            poll_threads_, {}, [](const auto& candidate) { return candidate->load(); });
        auto policy =
            std::make_unique<PollCompletion>(kernel_, *engine, thread, parameters_.poll_give_up);
        engine->use(*policy);
        thread.add(*policy);
        policies_.push_back(std::move(policy));
    }
}

void XdmaDevice::write_vector_numbers(std::uint32_t first_register, unsigned first_vector,
                                      unsigned count) {
    constexpr unsigned per_register = 4;
    constexpr unsigned bits = 8;  // 5 used
    for (unsigned done = 0; done < count; done += per_register) {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < per_register && done + i < count; ++i) {
            value |= (first_vector + done + i) << (bits * i);
        }
        write_irq_block(first_register + done, value);
    }
}

void XdmaDevice::request_user_vectors() {
    const unsigned first = static_cast<unsigned>(h2c_.size() + c2h_.size());
    for (unsigned index = 0; index < parameters_.user_irqs; ++index) {
        device_.request_irq(first + index, "xdma.user" + std::to_string(index), parameters_.irq_cpu,
                            [this, index] {
                                const os::IrqHandler& handler = user_handlers_[index];
                                return handler ? handler() : os::IrqReturn::none;
                            });
    }
}

void XdmaDevice::write_irq_block(std::uint32_t offset, std::uint32_t value) {
    config_bar_.write32(sheet::target_irq_block + offset, value);
}

unsigned XdmaDevice::channels(Direction direction) const {
    return static_cast<unsigned>((direction == Direction::h2c ? h2c_ : c2h_).size());
}

XdmaEngine& XdmaDevice::engine(Direction direction, unsigned channel) {
    if (channel >= channels(direction)) {
        throw SimulationError("xdma: the device has no " +
                              std::string(direction == Direction::h2c ? "H2C" : "C2H") +
                              " channel " + std::to_string(channel));
    }
    return *(direction == Direction::h2c ? h2c_ : c2h_)[channel];
}

os::Mmio& XdmaDevice::user_bar() {
    if (!bars_.user) {
        throw SimulationError("xdma: the device has no user BAR");
    }
    return device_.bar(*bars_.user);
}

void XdmaDevice::register_user_irq(unsigned index, os::IrqHandler handler) {
    user_handlers_.at(index) = std::move(handler);
    write_irq_block(sheet::irq_block::user_interrupt_enable_w1s, 1U << index);
}

}  // namespace lookaside::drivers::xdma
