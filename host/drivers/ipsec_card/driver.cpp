// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/ipsec_card/driver.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "host/drivers/ipsec_card/interrupt_core_wait.h"
#include "host/drivers/ipsec_card/pipelined_dispatcher.h"
#include "host/drivers/ipsec_card/poll_core_wait.h"
#include "host/drivers/ipsec_card/raw_dispatcher.h"
#include "host/drivers/ipsec_card/serial_dispatcher.h"

namespace lookaside::drivers::ipsec_card {

namespace sheet = datasheet::ipsec_card;
using crypto_api::AeadRequest;
using crypto_api::Submit;

namespace {

xdma::DeviceParameters xdma_parameters(const Parameters& parameters) {
    xdma::DeviceParameters xdma;
    xdma.completion = parameters.variant == Variant::poll ? xdma::CompletionMode::poll
                                                          : xdma::CompletionMode::interrupt;
    xdma.irq_cpu = parameters.irq_cpu;
    xdma.poll_give_up = parameters.dma_timeout;
    return xdma;
}

}  // namespace

IpsecCardDriver::IpsecCardDriver(os::Kernel& kernel, os::PciDevice& device,
                                 SlotTimelines& timelines, const Parameters& parameters)
    : kernel_(kernel),
      parameters_(parameters),
      xdma_(kernel, device, xdma_parameters(parameters)),
      registers_(xdma_.user_bar()),
      requests_(kernel, parameters.queue_limit),
      callbacks_(kernel, parameters.callback_cpu),
      worker_(kernel, "ipsec_card.worker", parameters.worker_cpu, [this] { dispatcher_->run(); }),
      dispatcher_(make_dispatcher(timelines)) {}

std::unique_ptr<Dispatcher> IpsecCardDriver::make_dispatcher(SlotTimelines& timelines) {
    const CardContext card{kernel_,   parameters_, xdma_,     registers_,
                           requests_, callbacks_,  timelines, worker_};
    switch (parameters_.variant) {
        case Variant::raw:
            return std::make_unique<RawDispatcher>(card);
        case Variant::poll:
            return std::make_unique<SerialDispatcher>(card, std::make_unique<PollCoreWait>(card));
        case Variant::pipelined:
            return std::make_unique<PipelinedDispatcher>(card);
        case Variant::serial:
            break;
    }
    return std::make_unique<SerialDispatcher>(card, std::make_unique<InterruptCoreWait>(card));
}

crypto_api::KeyHandle IpsecCardDriver::set_key(std::span<const std::uint8_t> key) {
    if (key.size() != 16 && key.size() != 32) {
        throw InputError("ipsec_card: a key has 16 or 32 bytes, not " + std::to_string(key.size()));
    }
    if (keys_ == sheet::key_slots) {
        throw InputError("ipsec_card: all " + std::to_string(sheet::key_slots) +
                         " key slots are in use");
    }
    registers_.load_key(keys_, key);
    return keys_++;
}

bool IpsecCardDriver::is_valid(const AeadRequest& request) const {
    return request.key < keys_ && request.iv.size() == 12 && request.aad.size() <= sheet::max_aad &&
           request.tag.size() == sheet::tag_bytes && !request.payload.empty() &&
           request.payload.size() <= max_payload();
}

Submit IpsecCardDriver::submit(AeadRequest& request) {
    kernel_.spend(os::Cost::crypto_request);
    if (!is_valid(request)) {
        return Submit::invalid;
    }
    const Submit result = requests_.push(request);
    if (result != Submit::refused) {
        worker_.schedule();
    }
    return result;
}

}  // namespace lookaside::drivers::ipsec_card
