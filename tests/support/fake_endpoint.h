// SPDX-License-Identifier: Apache-2.0
// A PCIe endpoint without a link, for tests of device logic: host memory and a set latency.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/base/agenda.h"
#include "models/pcie/function.h"

namespace lookaside::test {

/// Reads are answered in pieces after a latency; writes reach host memory when they are accepted.
/// Checks what the endpoint's contract demands of a device (sizes, 4 KB, bus mastering).
class FakeEndpoint : public pcie::Endpoint {
  public:
    enum class Order : std::uint8_t {
        in_order,     // one read after the other
        interleaved,  // a piece of each outstanding read in turn
        newest_first,
    };
    struct Settings {
        Bytes max_payload_size = 128;
        Bytes max_read_request_size = 512;
        Picoseconds read_latency = 500_ns;
        Picoseconds piece_interval = 32_ns;
        Bytes piece = 64;  // completions are cut at multiples of this
        Order order = Order::in_order;
        unsigned tags = 32;
        std::size_t queue_depth = 1000;      // requests taken before one is refused
        Picoseconds drain_interval = 10_ns;  // one queued request leaves
        bool msix = true;
        bool msi = false;
    };
    struct Write {
        SimTime at;
        std::uint64_t address;
        std::vector<std::uint8_t> data;
    };
    struct Read {
        SimTime at;
        std::uint64_t address;
        Bytes length;
    };

    static constexpr Bytes memory_bytes = 1 << 20;  // host addresses 0..1 MB
    static constexpr std::uint64_t message_address = 0xFEE0'0000;

    FakeEndpoint(Agenda& agenda, const Settings& settings);

    // What a test looks at and sets.
    std::vector<std::uint8_t> memory;
    std::vector<Write> writes;  // all but interrupt messages
    std::vector<Read> reads;
    std::vector<Write> messages;
    std::vector<unsigned> msi_vectors;
    Settings settings;
    bool function_masked = false;
    /// Reads that touch this address fail.
    std::optional<std::uint64_t> failing_address;
    pcie::CompletionStatus failure = pcie::CompletionStatus::unsupported_request;
    std::size_t most_outstanding = 0;

    /// The host reads or writes a register; a read runs the simulation until it is answered.
    void host_write(unsigned bar, Bytes offset, std::uint32_t value);
    std::uint32_t host_read(unsigned bar, Bytes offset);
    std::optional<pcie::CompletionStatus> last_status() const { return answer_status_; }
    pcie::FunctionLogic& logic() { return *logic_; }

    // pcie::Endpoint
    void attach(pcie::FunctionLogic& logic) override { logic_ = &logic; }
    Bytes max_payload_size() const override { return settings.max_payload_size; }
    Bytes max_read_request_size() const override { return settings.max_read_request_size; }
    bool bus_master_enabled() const override { return true; }
    bool write(std::uint64_t address, std::span<const std::uint8_t> data) override;
    std::optional<pcie::ReadTag> read(std::uint64_t address, Bytes length) override;
    void complete(const pcie::BarRead& read, std::span<const std::uint8_t> data,
                  pcie::CompletionStatus status) override;
    bool msix_enabled() const override { return settings.msix; }
    bool msix_function_masked() const override { return function_masked; }
    bool msi_enabled() const override { return settings.msi; }
    bool send_msi(unsigned vector) override;

  private:
    struct Outstanding {
        pcie::ReadTag tag;
        std::uint64_t address;
        Bytes length;
        Bytes sent;
        SimTime ready;
    };

    bool take_place();
    void drain();
    std::optional<std::size_t> pick() const;
    void send_piece();

    Agenda& agenda_;
    pcie::FunctionLogic* logic_ = nullptr;
    std::vector<Outstanding> outstanding_;
    std::vector<bool> tag_used_;
    std::size_t turn_ = 0;
    std::size_t queued_ = 0;
    bool refused_ = false;
    Alarm piece_;
    Alarm drain_;
    std::uint32_t answer_ = 0;
    std::optional<pcie::CompletionStatus> answer_status_;
};

}  // namespace lookaside::test
