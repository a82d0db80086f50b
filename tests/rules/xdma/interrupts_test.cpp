// SPDX-License-Identifier: Apache-2.0
// Rules of interrupts: sources, masks, vectors, MSI-X and MSI.
#include "tests/rules/xdma/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

namespace {

constexpr auto irq = ds::target_irq_block;
using Data = std::vector<std::uint32_t>;

/// User interrupt 0 on vector 8, enabled.
void enable_user_interrupt(XdmaBench& bench, bool masked = false) {
    bench.program_msix(8, masked);
    bench.write(irq + ds::irq_block::user_vector_number, 8);
    bench.write(irq + ds::irq_block::user_interrupt_enable_w1s, 1);
}

}  // namespace

TEST_CASE("a finished transfer sends its channel's message once, after the data") {
    XdmaBench bench;
    bench.enable_channel_interrupt(Way::c2h, 0, 1);
    bench.transfer(Way::c2h, 0, 0x8000, 512);
    bench.run_for(50_us);
    CHECK(bench.message_data() == Data{0x101});
    CHECK(bench.endpoint.messages[0].at > bench.endpoint.writes.back().at);
    CHECK(bench.endpoint.writes.size() == 4);
}

TEST_CASE("request is source and mask, pending is the source alone") {
    XdmaBench bench;
    bench.write_channel(Way::h2c, 0, ds::channel::interrupt_enable_mask, XdmaBench::everything);
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.run_for(20_us);
    CHECK(bench.read(irq + ds::irq_block::channel_interrupt_request) == 0);
    CHECK(bench.read(irq + ds::irq_block::channel_interrupt_pending) == 1);
    bench.write(irq + ds::irq_block::channel_interrupt_enable, 1);
    CHECK(bench.read(irq + ds::irq_block::channel_interrupt_request) == 1);
}

TEST_CASE("a channel whose own mask is clear does not interrupt") {
    XdmaBench bench;
    bench.enable_channel_interrupt(Way::h2c, 0, 0, 0);
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.run_for(20_us);
    CHECK(bench.read(irq + ds::irq_block::channel_interrupt_pending) == 0);
    CHECK(bench.endpoint.messages.empty());
}

TEST_CASE("unmasking a channel whose status is still set sends a new message") {
    XdmaBench bench;
    bench.enable_channel_interrupt(Way::h2c, 0, 0);
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.run_for(20_us);
    bench.write_channel(Way::h2c, 0, ds::channel::interrupt_enable_mask_w1c, XdmaBench::everything);
    CHECK(bench.read(irq + ds::irq_block::channel_interrupt_request) == 0);
    bench.write_channel(Way::h2c, 0, ds::channel::interrupt_enable_mask_w1s, XdmaBench::everything);
    bench.run_for(20_us);
    CHECK(bench.message_data() == Data{0x100, 0x100});
}

TEST_CASE("reading and clearing status first makes unmasking silent") {
    XdmaBench bench;
    bench.enable_channel_interrupt(Way::h2c, 0, 0);
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.run_for(20_us);
    bench.write_channel(Way::h2c, 0, ds::channel::interrupt_enable_mask_w1c, XdmaBench::everything);
    bench.read_channel(Way::h2c, 0, ds::channel::status_rc);
    bench.write_channel(Way::h2c, 0, ds::channel::interrupt_enable_mask_w1s, XdmaBench::everything);
    bench.run_for(20_us);
    CHECK(bench.message_data() == Data{0x100});
}

TEST_CASE("a user interrupt sends one message for each rise, not while it stays high") {
    XdmaBench bench;
    enable_user_interrupt(bench);
    auto& wires = bench.dma.user_irqs();
    wires.set_user_irq(0, true);
    bench.run_for(5_us);
    wires.set_user_irq(0, true);
    bench.run_for(5_us);
    CHECK(bench.message_data() == Data{0x108});
    CHECK(bench.read(irq + ds::irq_block::user_interrupt_request) == 1);
    wires.set_user_irq(0, false);
    CHECK(bench.read(irq + ds::irq_block::user_interrupt_request) == 0);
    wires.set_user_irq(0, true);
    bench.run_for(5_us);
    CHECK(bench.message_data() == Data{0x108, 0x108});
}

TEST_CASE("a user interrupt that is not enabled is pending and is sent when it is enabled") {
    XdmaBench bench;
    enable_user_interrupt(bench);
    bench.write(irq + ds::irq_block::user_interrupt_enable_w1c, 1);
    bench.dma.user_irqs().set_user_irq(0, true);
    bench.run_for(5_us);
    CHECK(bench.read(irq + ds::irq_block::user_interrupt_pending) == 1);
    CHECK(bench.endpoint.messages.empty());
    bench.write(irq + ds::irq_block::user_interrupt_enable_w1s, 1);
    bench.run_for(5_us);
    CHECK(bench.message_data() == Data{0x108});
}

TEST_CASE("a masked vector is pending until unmasked and then sent once") {
    XdmaBench bench;
    enable_user_interrupt(bench, true);
    auto& wires = bench.dma.user_irqs();
    for (int i = 0; i < 3; ++i) {
        wires.set_user_irq(0, true);
        bench.run_for(1_us);
        wires.set_user_irq(0, false);
    }
    CHECK(bench.endpoint.messages.empty());
    CHECK(bench.read(ds::msix::pending_bits) == 1U << 8);
    bench.program_msix(8);
    bench.run_for(5_us);
    CHECK(bench.message_data() == Data{0x108});
    CHECK(bench.read(ds::msix::pending_bits) == 0);
}

TEST_CASE("the function mask holds all vectors back until it is cleared") {
    XdmaBench bench;
    enable_user_interrupt(bench);
    bench.endpoint.function_masked = true;
    bench.dma.user_irqs().set_user_irq(0, true);
    bench.run_for(5_us);
    CHECK(bench.endpoint.messages.empty());
    CHECK(bench.read(ds::msix::pending_bits) == 1U << 8);
    bench.endpoint.function_masked = false;
    bench.endpoint.logic().interrupt_control_changed();
    bench.run_for(5_us);
    CHECK(bench.message_data() == Data{0x108});
}

TEST_CASE("MSI-X vectors are masked out of reset") {
    XdmaBench bench;
    CHECK(bench.read(ds::target_msix + 12) == 1);
    bench.dma.user_irqs().set_user_irq(0, true);
    bench.write(irq + ds::irq_block::user_interrupt_enable, 1);
    bench.run_for(5_us);
    CHECK(bench.endpoint.messages.empty());
}

TEST_CASE("requests that rise together on one vector share its message") {
    XdmaBench bench;
    bench.program_msix(8);
    bench.write(irq + ds::irq_block::user_vector_number, 0x0808);
    bench.dma.user_irqs().set_user_irq(0, true);
    bench.dma.user_irqs().set_user_irq(1, true);
    bench.write(irq + ds::irq_block::user_interrupt_enable, 3);
    bench.run_for(5_us);
    CHECK(bench.message_data() == Data{0x108});
}

TEST_CASE("requests on different vectors each send their own message") {
    XdmaBench bench;
    bench.program_msix(8);
    bench.program_msix(9);
    bench.write(irq + ds::irq_block::user_vector_number, 0x0908);
    CHECK(bench.read(irq + ds::irq_block::user_vector_number) == 0x0908);
    bench.dma.user_irqs().set_user_irq(0, true);
    bench.dma.user_irqs().set_user_irq(1, true);
    bench.write(irq + ds::irq_block::user_interrupt_enable, 3);
    bench.run_for(5_us);
    CHECK(bench.message_data() == Data{0x108, 0x109});
}

TEST_CASE("with MSI instead of MSI-X the vector number goes to the endpoint") {
    FakeEndpoint::Settings settings;
    settings.msix = false;
    settings.msi = true;
    XdmaBench bench(settings);
    bench.write(irq + ds::irq_block::user_vector_number, 2);
    bench.write(irq + ds::irq_block::user_interrupt_enable, 1);
    bench.dma.user_irqs().set_user_irq(0, true);
    bench.run_for(5_us);
    CHECK(bench.endpoint.msi_vectors == std::vector<unsigned>{2});
    CHECK(bench.endpoint.messages.empty());
}

TEST_CASE("with neither MSI nor MSI-X a request shows in its register and sends nothing") {
    FakeEndpoint::Settings settings;
    settings.msix = false;
    XdmaBench bench(settings);
    bench.write(irq + ds::irq_block::user_interrupt_enable, 1);
    bench.dma.user_irqs().set_user_irq(0, true);
    bench.run_for(5_us);
    CHECK(bench.read(irq + ds::irq_block::user_interrupt_request) == 1);
    CHECK(bench.endpoint.messages.empty());
}

TEST_CASE("an error interrupts through its own mask bit") {
    XdmaBench bench;
    bench.enable_channel_interrupt(Way::h2c, 0, 0, ds::status::magic_stopped);
    bench.put(0x1000, ds::Descriptor{});
    bench.start(Way::h2c, 0x1000);
    bench.run_for(20_us);
    CHECK(bench.message_data() == Data{0x100});
}

TEST_CASE("a message that the endpoint refuses is sent later") {
    FakeEndpoint::Settings settings;
    settings.queue_depth = 1;
    settings.drain_interval = 2_us;
    XdmaBench bench(settings);
    bench.enable_channel_interrupt(Way::c2h, 0, 1);
    bench.transfer(Way::c2h, 0, 0x8000, 128);
    bench.run_for(50_us);
    CHECK(bench.message_data() == Data{0x101});
}
