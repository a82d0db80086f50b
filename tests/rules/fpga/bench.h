// SPDX-License-Identifier: Apache-2.0
// The card's user logic with a transparent engine, and the accesses of an XDMA in front of it.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/random.h"
#include "base/slot_timelines.h"
#include "datasheets/ipsec_card.h"
#include "models/fpga/ipsec_card.h"
#include "models/xdma/axi_initiator.h"

namespace lookaside::test {

namespace ds = datasheet::ipsec_card;

/// "Encrypts" by inverting bits, with a tag of 0xA5 bytes; remembers what it was asked.
class InvertingEngine : public crypto::Engine {
  public:
    struct Seen {
        crypto::Job job;
        std::vector<std::uint8_t> key, iv, aad, data;
        SimTime at;
    };

    crypto::JobResult run(const crypto::Job& job) override {
        const auto copy = [](std::span<const std::uint8_t> s) {
            return std::vector<std::uint8_t>(s.begin(), s.end());
        };
        seen.push_back(
            {job, copy(job.key), copy(job.iv), copy(job.aad), copy(job.data), sim_now()});
        crypto::JobResult result;
        result.cycles = cycles;
        result.authentic =
            std::all_of(job.tag.begin(), job.tag.end(), [](std::uint8_t b) { return b == 0xA5; });
        if (result.authentic) {
            result.data = copy(job.data);
            for (auto& byte : result.data) {
                byte = static_cast<std::uint8_t>(~byte);
            }
        }
        if (job.direction == crypto::Direction::encrypt) {
            result.tag.assign(16, 0xA5);
        }
        return result;
    }
    std::string_view fidelity() const override { return "timed"; }

    std::vector<Seen> seen;
    Cycles cycles = 1000;
};

/// The interrupt wire, with its history.
class IrqWire : public xdma::UserIrqInputs {
  public:
    void set_user_irq(unsigned index, bool high) override {
        changes.push_back({index, high, sim_now()});
        level = high;
    }
    struct Change {
        unsigned index;
        bool level;
        SimTime at;
    };
    std::vector<Change> changes;
    bool level = false;
};

/// The XDMA's two masters.
struct Masters : sc_core::sc_module {
    explicit Masters(const sc_core::sc_module_name& name)
        : sc_module(name), axi_mm("axi_mm"), axi_lite("axi_lite") {}

    tlm::tlm_initiator_socket<> axi_mm;
    tlm::tlm_initiator_socket<> axi_lite;
    xdma::AxiInitiator memory{axi_mm};
    xdma::AxiInitiator registers{axi_lite};
};

struct CardBench {
    explicit CardBench(const fpga::Parameters& parameters = {})
        : card("card", parameters, agenda, engine, irq, timelines, statistics) {
        masters.axi_mm.bind(card.axi_mm);
        masters.axi_lite.bind(card.axi_lite);
        sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaborates: sockets work from here on
        for (std::uint32_t word = 0; word < 4; ++word) {
            write(ds::reg::key_base + ds::reg::key_word + 4 * word, 0x03020100 + 0x04040404 * word);
        }
        write(ds::reg::key_base + ds::reg::key_control, ds::key_control::valid);
    }

    Agenda agenda{"agenda"};
    InvertingEngine engine;
    IrqWire irq;
    SlotTimelines timelines{ds::slot_count};
    StatisticsRegistry statistics;
    fpga::IpsecCard card;
    Masters masters{"masters"};

    void run_for(Picoseconds time) { sc_core::sc_start(to_sc_time(time)); }

    void write(std::uint32_t offset, std::uint32_t value) {
        std::uint8_t bytes[4];
        std::memcpy(bytes, &value, sizeof value);
        Picoseconds delay{0};
        masters.registers.write(offset, bytes, 4, delay);
    }
    std::uint32_t read(std::uint32_t offset) {
        std::uint8_t bytes[4];
        Picoseconds delay{0};
        masters.registers.read(offset, bytes, 4, delay);
        std::uint32_t value = 0;
        std::memcpy(&value, bytes, sizeof value);
        return value;
    }
    xdma::AxiResponse put(std::uint64_t address, std::span<const std::uint8_t> data,
                          Picoseconds delay = 0_ps) {
        return masters.memory.write(address, data, data.size(), delay);
    }
    xdma::AxiResponse get(std::uint64_t address, std::span<std::uint8_t> data,
                          Picoseconds delay = 0_ps) {
        return masters.memory.read(address, data, data.size(), delay);
    }
    static std::uint64_t in(unsigned slot) { return ds::inbound_ram + slot * ds::slot_bytes; }
    static std::uint64_t out(unsigned slot) { return ds::outbound_ram + slot * ds::slot_bytes; }

    static std::vector<std::uint8_t> pattern(std::size_t length, std::uint64_t seed = 1) {
        std::vector<std::uint8_t> data(length);
        Random(seed).fill(data);
        return data;
    }
    /// A slot's contents: header, data and, behind the data, `tail` (the tag to check).
    static std::vector<std::uint8_t> request(const ds::RequestHeader& header,
                                             std::span<const std::uint8_t> data,
                                             std::span<const std::uint8_t> tail = {}) {
        std::vector<std::uint8_t> bytes(sizeof header + data.size() + tail.size());
        std::memcpy(bytes.data(), &header, sizeof header);
        const auto text = bytes.begin() + sizeof header;
        std::copy(tail.begin(), tail.end(), std::copy(data.begin(), data.end(), text));
        return bytes;
    }
    static ds::RequestHeader header_for(std::size_t data_length, std::uint32_t command = 0) {
        ds::RequestHeader header;
        header.command = command;
        header.data_length = static_cast<std::uint16_t>(data_length);
        return header;
    }
    /// Fills and starts a slot with `length` bytes to encrypt.
    void submit(unsigned slot, std::size_t length) {
        put(in(slot), request(header_for(length), pattern(length, slot)));
        write(ds::reg::start, 1U << slot);
    }
    std::vector<std::uint8_t> result(unsigned slot, std::size_t length) {
        std::vector<std::uint8_t> bytes(length);
        get(out(slot), bytes);
        return bytes;
    }
    static std::vector<std::uint8_t> inverted(std::vector<std::uint8_t> bytes) {
        for (auto& byte : bytes) {
            byte = static_cast<std::uint8_t>(~byte);
        }
        return bytes;
    }
};

}  // namespace lookaside::test
