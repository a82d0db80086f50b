// SPDX-License-Identifier: Apache-2.0
// A device that does nothing but DMA: writes, reads or both, of one size, as fast as it may.
#pragma once

#include <functional>
#include <vector>

#include "models/base/agenda.h"
#include "models/base/ring.h"
#include "models/pcie/function.h"

namespace lookaside::pcie {

enum class TrafficPattern : std::uint8_t { write, read, both };

struct TrafficParameters {
    TrafficPattern pattern = TrafficPattern::write;
    /// Bytes of one DMA request, which is split at the MPS (write) or MRRS (read) and at 4 KB.
    /// With `both`, writes and reads alternate. 1 byte to the size of the buffer.
    Bytes request_size = 512;
    /// Added to each request's address, which else is aligned to what a request needs.
    Bytes misalignment = 0;
    /// Read requests in flight.
    unsigned outstanding = 32;
    /// Host memory that the requests walk through, again and again.
    std::uint64_t buffer = 0;
    Bytes buffer_size = 64_KiB;
    /// Besides, a 4-byte write to the last word of the buffer this often; 0: none.
    Picoseconds status_interval{0};
};

/// The function's logic of a bare link: requests go as soon as the endpoint takes them.
class TrafficGenerator : public FunctionLogic {
  public:
    struct Counters {
        std::uint64_t write_requests = 0;  // handed to the endpoint whole
        std::uint64_t read_requests = 0;   // answered whole
        Bytes written = 0;
        Bytes read = 0;
        std::uint64_t failed_reads = 0;
    };

    /// `seen_read` is called with the latency of each answered request: from the first TLP's entry
    /// into the transmit queue to the last byte.
    TrafficGenerator(Agenda& agenda, Endpoint& endpoint, const TrafficParameters& parameters,
                     std::function<void(Picoseconds)> seen_read);

    /// Begins to send; the endpoint must be a bus master by now.
    void start();
    /// Begins no new request.
    void stop();
    const Counters& counters() const { return counters_; }

    void bar_write(unsigned bar, Bytes offset, std::span<const std::uint8_t> data) override;
    void bar_read(const BarRead& read) override;
    void read_data(ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                   bool last) override;
    void read_failed(ReadTag tag, CompletionStatus status) override;
    void transmit_ready() override { pump(); }

  private:
    // A request on its way into the endpoint, piece by piece.
    struct Cursor {
        std::uint64_t address = 0;
        Bytes left = 0;
    };
    struct ReadRequest {
        SimTime issued{0};
        Bytes left = 0;
        bool failed = false;
    };

    void pump();
    bool push_write();
    bool push_read();
    void begin(Cursor& cursor, Bytes& walk);
    Bytes piece(const Cursor& cursor, Bytes limit) const;
    void received(ReadTag tag, Bytes bytes);
    void send_status();

    Agenda& agenda_;
    Endpoint& endpoint_;
    const TrafficParameters parameters_;
    std::function<void(Picoseconds)> seen_read_;
    bool running_ = false;
    bool pumping_ = false;
    bool write_next_;
    Cursor write_;
    Cursor read_;
    Bytes write_walk_ = 0;
    Bytes read_walk_ = 0;
    std::vector<ReadRequest> requests_;  // slots
    std::vector<unsigned> free_slots_;
    std::vector<unsigned> slot_of_tag_;
    std::vector<Bytes> left_of_tag_;
    unsigned slot_ = 0;  // of the read being pushed
    std::vector<std::uint8_t> data_;
    Counters counters_;
    Alarm status_;
};

}  // namespace lookaside::pcie
