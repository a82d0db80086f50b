// SPDX-License-Identifier: Apache-2.0
// Rules of the register space: identifiers, access types, configuration.
#include "tests/rules/xdma/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;

TEST_CASE("every block identifies itself, and absent channels do not") {
    xdma::Parameters parameters;
    parameters.h2c_channels = 2;
    XdmaBench bench({}, parameters);
    CHECK(bench.read(0x0000) == 0x1fc00006);
    CHECK(bench.read(0x0100) == 0x1fc00106);
    CHECK(bench.read(0x0200) == 0);
    CHECK(bench.read(0x1000) == 0x1fc10006);
    CHECK(bench.read(0x1100) == 0);
    CHECK(bench.read(0x2000) == 0x1fc20006);
    CHECK(bench.read(0x3000) == 0x1fc30006);
    CHECK(bench.read(0x4100) == 0x1fc40106);
    CHECK(bench.read(0x5000) == 0x1fc50006);
    CHECK(bench.read(0x6000) == 0x1fc60006);
}

TEST_CASE("control is set and cleared bit by bit through its aliases") {
    XdmaBench bench;
    using namespace ds::channel;
    bench.write_channel(Way::c2h, 0, control, 0x10);
    bench.write_channel(Way::c2h, 0, control_w1s, 0x0C);
    CHECK(bench.read_channel(Way::c2h, 0, control) == 0x1C);
    bench.write_channel(Way::c2h, 0, control_w1c, 0x14);
    CHECK(bench.read_channel(Way::c2h, 0, control) == 0x08);
    CHECK(bench.read_channel(Way::c2h, 0, control_w1s) == 0);  // write only
}

TEST_CASE("the interrupt mask is set and cleared bit by bit, and has only defined bits") {
    XdmaBench bench;
    using namespace ds::channel;
    bench.write_channel(Way::h2c, 0, interrupt_enable_mask, 0xFFFFFFFF);
    CHECK(bench.read_channel(Way::h2c, 0, interrupt_enable_mask) == 0x00FFFE7E);
    bench.write_channel(Way::h2c, 0, interrupt_enable_mask_w1c, 0x6);
    CHECK(bench.read_channel(Way::h2c, 0, interrupt_enable_mask) == 0x00FFFE78);
    bench.write_channel(Way::h2c, 0, interrupt_enable_mask_w1s, 0x2);
    CHECK(bench.read_channel(Way::h2c, 0, interrupt_enable_mask) == 0x00FFFE7A);
}

TEST_CASE("reading status_rc clears, reading status does not") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.run_for(20_us);
    const std::uint32_t both = ds::status::descriptor_stopped | ds::status::descriptor_completed;
    CHECK(bench.status(Way::h2c) == both);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::status_rc) == both);
    CHECK(bench.status(Way::h2c) == 0);
}

TEST_CASE("writing ones to status clears those bits alone") {
    XdmaBench bench;
    bench.transfer(Way::h2c, 0x8000, 0, 64);
    bench.run_for(20_us);
    bench.write_channel(Way::h2c, 0, ds::channel::status, ds::status::descriptor_stopped);
    CHECK(bench.status(Way::h2c) == ds::status::descriptor_completed);
}

TEST_CASE("read-only registers ignore writes") {
    XdmaBench bench;
    bench.write_channel(Way::h2c, 0, ds::channel::identifier, 0);
    bench.write_channel(Way::h2c, 0, ds::channel::completed_descriptor_count, 77);
    bench.write_channel(Way::h2c, 0, ds::channel::alignments, 0);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::identifier) == 0x1fc00006);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::completed_descriptor_count) == 0);
    CHECK(bench.read_channel(Way::h2c, 0, ds::channel::alignments) == 0x00010140);
}

TEST_CASE("a register write narrower than a word is ignored") {
    XdmaBench bench;
    const std::uint8_t byte = 0xFF;
    bench.endpoint.logic().bar_write(xdma::Xdma::config_bar,
                                     ds::target_irq_block + ds::irq_block::user_interrupt_enable,
                                     std::span(&byte, 1));
    CHECK(bench.read(ds::target_irq_block + ds::irq_block::user_interrupt_enable) == 0);
}

TEST_CASE("a 64-bit write is two register writes") {
    XdmaBench bench;
    const std::uint8_t bytes[8] = {0, 0x10, 0, 0, 7, 0, 0, 0};
    bench.endpoint.logic().bar_write(xdma::Xdma::config_bar,
                                     ds::target_h2c_sgdma + ds::sgdma::first_descriptor_lo, bytes);
    CHECK(bench.read(ds::target_h2c_sgdma + ds::sgdma::first_descriptor_lo) == 0x1000);
    CHECK(bench.read(ds::target_h2c_sgdma + ds::sgdma::first_descriptor_hi) == 7);
}

TEST_CASE("the config block reports the link's sizes, the data width and the interrupt enables") {
    FakeEndpoint::Settings settings;
    settings.max_payload_size = 256;
    settings.max_read_request_size = 512;
    xdma::Parameters parameters;
    parameters.axi = {256, 250_MHz};
    XdmaBench bench(settings, parameters);
    using namespace ds::config_block;
    const auto config = ds::target_config_block;
    CHECK(bench.read(config + pcie_max_payload_size) == 1);
    CHECK(bench.read(config + pcie_max_read_request_size) == 2);
    CHECK(bench.read(config + pcie_data_width) == 2);
    CHECK(bench.read(config + system_id) == 0xff01);
    CHECK(bench.read(config + msi_enable) == 2);
}

TEST_CASE("a host read of the user BAR is an AXI-Lite read, after earlier writes") {
    XdmaBench bench;
    bench.endpoint.host_write(xdma::Xdma::user_bar, 0x20, 0xCAFE0001);
    bench.endpoint.host_write(xdma::Xdma::user_bar, 0x20, 0xCAFE0002);
    CHECK(bench.endpoint.host_read(xdma::Xdma::user_bar, 0x20) == 0xCAFE0002);
    CHECK(bench.registers.accesses.size() == 3);
    CHECK(bench.card.accesses.empty());
}

TEST_CASE("AXI-Lite wait states hold the host's read up") {
    XdmaBench bench;
    bench.registers.wait_states = 3_us;
    const SimTime before = bench.agenda.now();
    bench.endpoint.host_read(xdma::Xdma::user_bar, 0);
    CHECK(bench.agenda.now() - before >= 3_us);
}

TEST_CASE("a host read that AXI-Lite decodes to nothing is an unsupported request") {
    XdmaBench bench;
    bench.endpoint.host_read(xdma::Xdma::user_bar, 0x10000);
    CHECK(bench.endpoint.last_status() == pcie::CompletionStatus::unsupported_request);
}

TEST_CASE("parameters out of range are refused") {
    Agenda agenda("agenda");
    FakeEndpoint endpoint(agenda, {});
    StatisticsRegistry statistics;
    xdma::Parameters parameters;
    parameters.h2c_channels = 5;
    CHECK_THROWS_AS(xdma::Xdma("xdma", parameters, agenda, endpoint, statistics), InputError);
}
