// SPDX-License-Identifier: Apache-2.0
// Rules of using the card: request, engine, result, interrupt.
#include "tests/rules/fpga/bench.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::test;
using xdma::AxiResponse;

TEST_CASE("the card says what it is") {
    CardBench bench;
    CHECK(bench.read(ds::reg::id) == ds::card_id);
    CHECK(bench.read(ds::reg::capabilities) == (8U | 11U << 8 | 16U << 16));
}

TEST_CASE("a started slot's result and tag stand in the outbound slot of the same number") {
    CardBench bench;
    bench.submit(3, 1500);
    CHECK(bench.read(ds::reg::busy) == 1U << 3);
    bench.run_for(20_us);
    CHECK(bench.read(ds::reg::busy) == 0);
    CHECK(bench.read(ds::reg::done) == 1U << 3);
    CHECK(bench.read(ds::reg::failed) == 0);
    CHECK(bench.result(3, 1500) == CardBench::inverted(CardBench::pattern(1500, 3)));
    std::vector<std::uint8_t> tag(16);
    bench.get(CardBench::out(3) + 1500, tag);
    CHECK(tag == std::vector<std::uint8_t>(16, 0xA5));
}

TEST_CASE("the engine gets key, IV, additional data and text as the header says") {
    CardBench bench;
    auto header = CardBench::header_for(100);
    std::fill(header.iv.begin(), header.iv.end(), std::uint8_t{0x77});
    header.aad_length = 8;
    std::fill_n(header.aad.begin(), 8, std::uint8_t{0x11});
    bench.put(CardBench::in(0), CardBench::request(header, CardBench::pattern(100)));
    bench.write(ds::reg::start, 1);
    bench.run_for(20_us);
    REQUIRE(bench.engine.seen.size() == 1);
    const auto& seen = bench.engine.seen[0];
    CHECK(seen.job.algorithm == crypto::Algorithm::aes_128_gcm);
    CHECK(seen.job.direction == crypto::Direction::encrypt);
    CHECK(seen.key ==
          std::vector<std::uint8_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
    CHECK(seen.iv == std::vector<std::uint8_t>(12, 0x77));
    CHECK(seen.aad == std::vector<std::uint8_t>(8, 0x11));
    CHECK(seen.data == CardBench::pattern(100));
}

TEST_CASE("a 256-bit key slot selects AES-256") {
    CardBench bench;
    const std::uint32_t slot = ds::reg::key_base + 5 * ds::reg::key_stride;
    bench.write(slot + ds::reg::key_control, ds::key_control::valid | ds::key_control::bits_256);
    bench.put(CardBench::in(0),
              CardBench::request(CardBench::header_for(16, 5U << ds::command::key_shift),
                                 CardBench::pattern(16)));
    bench.write(ds::reg::start, 1);
    bench.run_for(20_us);
    REQUIRE(bench.engine.seen.size() == 1);
    CHECK(bench.engine.seen[0].job.algorithm == crypto::Algorithm::aes_256_gcm);
    CHECK(bench.engine.seen[0].job.key_id == 5);
    CHECK(bench.engine.seen[0].key.size() == 32);
}

TEST_CASE("keys cannot be read back, their control word can") {
    CardBench bench;
    CHECK(bench.read(ds::reg::key_base + ds::reg::key_word) == 0);
    CHECK(bench.read(ds::reg::key_base + ds::reg::key_control) == ds::key_control::valid);
}

TEST_CASE("a decrypted packet whose tag is right leaves its plaintext") {
    CardBench bench;
    const std::vector<std::uint8_t> tag(16, 0xA5);
    bench.put(CardBench::in(1), CardBench::request(CardBench::header_for(64, ds::command::decrypt),
                                                   CardBench::pattern(64), tag));
    bench.write(ds::reg::start, 1U << 1);
    bench.run_for(20_us);
    CHECK(bench.read(ds::reg::failed) == 0);
    CHECK(bench.result(1, 64) == CardBench::inverted(CardBench::pattern(64)));
}

TEST_CASE("after a wrong tag the outbound slot holds no plaintext") {
    CardBench bench;
    const std::vector<std::uint8_t> marker(ds::slot_bytes, 0xEE);
    bench.put(CardBench::out(1), marker);
    const std::vector<std::uint8_t> wrong(16, 0xA4);
    bench.put(CardBench::in(1), CardBench::request(CardBench::header_for(64, ds::command::decrypt),
                                                   CardBench::pattern(64), wrong));
    bench.write(ds::reg::start, 1U << 1);
    bench.run_for(20_us);
    CHECK(bench.read(ds::reg::done) == 1U << 1);
    CHECK(bench.read(ds::reg::failed) == 1U << 1);
    CHECK((bench.read(ds::reg::fail_reason) >> 2 & 3U) ==
          static_cast<std::uint32_t>(ds::Fail::bad_tag));
    CHECK(bench.result(1, ds::slot_bytes) == marker);
}

TEST_CASE("a slot that names an invalid key fails and never reaches the engine") {
    CardBench bench;
    bench.put(CardBench::in(0),
              CardBench::request(CardBench::header_for(64, 2U << ds::command::key_shift),
                                 CardBench::pattern(64)));
    bench.write(ds::reg::start, 1);
    bench.run_for(20_us);
    CHECK(bench.read(ds::reg::fail_reason) == static_cast<std::uint32_t>(ds::Fail::no_key));
    CHECK(bench.engine.seen.empty());
}

TEST_CASE("headers that break their limits are bad headers") {
    CardBench bench;
    std::vector<ds::RequestHeader> bad(4, CardBench::header_for(64));
    bad[0].data_length = ds::max_data + 1;
    bad[1].aad_length = ds::max_aad + 1;
    bad[2].command = 1U << 1;
    bad[3].command = ds::key_slots << ds::command::key_shift;
    for (unsigned slot = 0; slot < bad.size(); ++slot) {
        bench.put(CardBench::in(slot), CardBench::request(bad[slot], {}));
    }
    bench.write(ds::reg::start, 0xF);
    bench.run_for(20_us);
    CHECK(bench.read(ds::reg::failed) == 0xF);
    CHECK(bench.read(ds::reg::fail_reason) == 0x55);
    CHECK(bench.engine.seen.empty());
}

TEST_CASE("the longest packet fits") {
    CardBench bench;
    bench.submit(7, ds::max_data);
    bench.run_for(20_us);
    CHECK(bench.read(ds::reg::failed) == 0);
    CHECK(bench.result(7, ds::max_data) ==
          CardBench::inverted(CardBench::pattern(ds::max_data, 7)));
}

TEST_CASE("clearing a done bit clears its failed bit, and only those written") {
    CardBench bench;
    bench.put(CardBench::in(0), CardBench::request(CardBench::header_for(ds::max_data + 1), {}));
    bench.write(ds::reg::start, 1);
    bench.submit(1, 64);
    bench.run_for(20_us);
    CHECK(bench.read(ds::reg::done) == 3);
    bench.write(ds::reg::done, 1);
    CHECK(bench.read(ds::reg::done) == 2);
    CHECK(bench.read(ds::reg::failed) == 0);
}

TEST_CASE("the interrupt is high while an enabled slot is done") {
    CardBench bench;
    bench.submit(2, 64);
    bench.run_for(20_us);
    CHECK_FALSE(bench.irq.level);  // not enabled
    bench.write(ds::reg::irq_enable, 1U << 2);
    CHECK(bench.irq.level);
    bench.write(ds::reg::done, 1U << 2);
    CHECK_FALSE(bench.irq.level);
}

TEST_CASE("a slot that finishes before another's done bit is cleared raises the wire anew") {
    CardBench bench;
    bench.write(ds::reg::irq_enable, 0xFF);
    bench.submit(0, 64);
    bench.submit(1, 64);
    bench.run_for(40_us);  // both done; software knew of slot 0 only
    bench.irq.changes.clear();
    bench.write(ds::reg::done, 1);
    REQUIRE(bench.irq.changes.size() == 2);
    CHECK_FALSE(bench.irq.changes[0].level);
    CHECK(bench.irq.changes[1].level);
}

TEST_CASE("slots are worked on in the order they were started") {
    CardBench bench;
    bench.submit(5, 64);
    bench.submit(1, 64);
    bench.submit(3, 64);
    bench.run_for(100_us);
    REQUIRE(bench.engine.seen.size() == 3);
    CHECK(bench.engine.seen[0].data == CardBench::pattern(64, 5));
    CHECK(bench.engine.seen[1].data == CardBench::pattern(64, 1));
    CHECK(bench.engine.seen[2].data == CardBench::pattern(64, 3));
}

TEST_CASE("slots started by one write go lowest number first") {
    CardBench bench;
    for (const unsigned slot : {6U, 2U}) {
        bench.put(CardBench::in(slot),
                  CardBench::request(CardBench::header_for(64), CardBench::pattern(64, slot)));
    }
    bench.write(ds::reg::start, 1U << 6 | 1U << 2);
    bench.run_for(100_us);
    REQUIRE(bench.engine.seen.size() == 2);
    CHECK(bench.engine.seen[0].data == CardBench::pattern(64, 2));
}

TEST_CASE("DMA outside the RAMs is a decode error") {
    CardBench bench;
    std::vector<std::uint8_t> bytes(64);
    CHECK(bench.put(ds::inbound_ram + ds::ram_bytes, bytes) == AxiResponse::decode_error);
    CHECK(bench.put(ds::inbound_ram + ds::ram_bytes - 32, bytes) == AxiResponse::decode_error);
    CHECK(bench.get(ds::outbound_ram + ds::ram_bytes, bytes) == AxiResponse::decode_error);
    CHECK(bench.get(ds::outbound_ram - 32, bytes) == AxiResponse::decode_error);
    CHECK(bench.get(ds::outbound_ram + ds::ram_bytes - 64, bytes) == AxiResponse::okay);
    CHECK(bench.card.protocol_errors() == 0);
}

TEST_CASE("writing the inbound slot of a busy slot is refused and breaks a rule") {
    CardBench bench;
    bench.submit(4, 64);
    const std::vector<std::uint8_t> other(64, 0);
    CHECK(bench.put(CardBench::in(4), other) == AxiResponse::slave_error);
    CHECK(bench.put(CardBench::in(5), other) == AxiResponse::okay);
    bench.run_for(20_us);
    CHECK(bench.result(4, 64) == CardBench::inverted(CardBench::pattern(64, 4)));
    CHECK(bench.read(ds::reg::protocol_errors) == 1);
    REQUIRE(bench.card.broken_rules().size() == 1);
    CHECK(bench.card.broken_rules()[0].find("inbound slot 4") != std::string::npos);
}

TEST_CASE("reading the outbound slot of a busy slot is refused and breaks a rule") {
    CardBench bench;
    bench.submit(4, 64);
    std::vector<std::uint8_t> bytes(64);
    CHECK(bench.get(CardBench::out(4), bytes) == AxiResponse::slave_error);
    CHECK(bench.card.protocol_errors() == 1);
    bench.run_for(20_us);
    CHECK(bench.get(CardBench::out(4), bytes) == AxiResponse::okay);
}

TEST_CASE("starting a busy slot is ignored and breaks a rule") {
    CardBench bench;
    bench.submit(0, 64);
    bench.write(ds::reg::start, 3);
    bench.put(CardBench::in(1), CardBench::request(CardBench::header_for(64), {}));
    bench.run_for(100_us);
    CHECK(bench.engine.seen.size() == 1 + 1);
    CHECK(bench.card.protocol_errors() == 2);  // and slot 1 was written while busy
}

TEST_CASE("starting a slot anew clears its done, failed and reason bits") {
    CardBench bench;
    bench.put(CardBench::in(0), CardBench::request(CardBench::header_for(ds::max_data + 1), {}));
    bench.write(ds::reg::start, 1);
    bench.run_for(20_us);
    CHECK(bench.read(ds::reg::failed) == 1);
    bench.submit(0, 64);
    CHECK(bench.read(ds::reg::done) == 0);
    CHECK(bench.read(ds::reg::failed) == 0);
    CHECK(bench.read(ds::reg::fail_reason) == 0);
    CHECK(bench.card.protocol_errors() == 0);
}
