// SPDX-License-Identifier: Apache-2.0
// A simulated machine with the scripted card in it, and a thread that runs a test's body.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/slot_timelines.h"
#include "datasheets/ipsec_card.h"
#include "host/drivers/ipsec_card/driver.h"
#include "host/os/sim_kernel.h"
#include "tests/rules/driver/scripted_xdma.h"
#include "tests/support/catch.h"
#include "tests/support/every_cost.h"
#include "tests/support/recording_sink.h"

namespace lookaside::test {

struct Bench {
    Agenda agenda{"agenda"};
    memory::HostMemory memory{"memory", 0_ns};
    StatisticsRegistry statistics;
    SlotTimelines timelines{datasheet::ipsec_card::slot_count};
    os::SimKernel kernel{every_cost_100_ns(), agenda, memory, statistics};
    ScriptedXdma card{"card", agenda, memory, timelines};
    os::PciDevice& device;

    Bench()
        : device(kernel.add_pci_device(
              {.name = "card",
               .bars = {{ScriptedXdma::user_bar, 0x2000}, {ScriptedXdma::config_bar, 0x10000}},
               .msix_table_bar = 1,
               .msix_table_offset = 0x8000,
               .msix_vectors = 32,
               .enable_msix = [] {}})) {
        kernel.mmio_socket().bind(card.registers);
        card.interrupts = &kernel;
    }

    /// Runs the body in a thread on cpu1 until it returns. A body that is stuck after ten
    /// simulated seconds fails the test.
    void run(const std::function<void()>& body) {
        bool returned = false;
        const auto thread = kernel.run_kthread("test", 1, [&](os::KThread&) {
            body();
            returned = true;
            sc_core::sc_stop();
        });
        sc_core::sc_start(10, sc_core::SC_SEC);
        CHECK(returned);
    }
};

/// A request with buffers of its own; counts its callbacks.
struct SingleRequest {
    crypto_api::AeadRequest aead;
    std::array<std::uint8_t, 12> iv{};
    std::array<std::uint8_t, 8> aad{};
    std::vector<crypto_api::Status> callbacks;

    SingleRequest(Bench& bench, Bytes size) {
        aead.iv = iv;
        aead.aad = aad;
        aead.payload = bench.kernel.dma().alloc_buffer(size);
        aead.tag = bench.kernel.dma().alloc_buffer(16);
        aead.complete = [this](crypto_api::Status status) { callbacks.push_back(status); };
    }
    SingleRequest(const SingleRequest&) = delete;

    crypto_api::Submit submit(Bench& bench, crypto_api::AeadProvider& provider) {
        aead.timeline.clear();
        aead.timeline.stamp(Moment::submitted, bench.kernel.now());
        return provider.submit(aead);
    }
};

}  // namespace lookaside::test
