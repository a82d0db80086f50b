// SPDX-License-Identifier: Apache-2.0
// Fetches a channel's descriptors, block by block, ahead of their use.
#pragma once

#include <string>
#include <vector>

#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/base/ring.h"
#include "models/pcie/requester.h"
#include "models/xdma/config_block.h"
#include "models/xdma/descriptor.h"
#include "models/xdma/sgdma.h"

namespace lookaside::xdma {

/// What the fetcher tells its channel.
class FetchListener {
  public:
    virtual ~FetchListener() = default;
    /// A descriptor came into the buffer.
    virtual void descriptor_fetched() = 0;
    /// A fetch failed; `status_bits` are descriptor_error bits. No more descriptors will come.
    virtual void fetch_failed(std::uint32_t status_bits) = 0;
    /// The last outstanding fetch came back.
    virtual void fetch_drained() = 0;
};

/// PG195 "Descriptors": a block of adjacent descriptors is fetched with as few reads as MRRS, 4 KB
/// and the buffer allow; the next block's address and length stand in the block's last descriptor;
/// Stop ends the list. A block that crosses 4 KB breaks the rules; its reads are cut there.
class DescriptorFetcher : private pcie::RequesterClient, private pcie::ReadClient {
  public:
    struct Wiring {
        Agenda& agenda;
        const ClockDomain& clock;
        pcie::Requester& requester;
        const Parameters& parameters;
        const ConfigBlock& config;
        const SgdmaCommon& common;
        unsigned gate_bit;  // of this channel in SgdmaCommon
        SgdmaRegisters& registers;
    };
    struct Counts {
        std::uint64_t reads = 0;
        std::uint64_t descriptors = 0;
        std::uint64_t blocks_over_4k = 0;
    };

    DescriptorFetcher(const Wiring& wiring, FetchListener& listener);

    /// Begins with the block that the registers name. Only when drained.
    void start();
    /// Ends fetching and drops what is buffered; what is outstanding is dropped as it arrives.
    void stop();
    /// A gate may have opened: halt bit, credits.
    void poke();

    /// Fetched descriptors, in list order.
    bool empty() const { return buffer_.empty(); }
    const Descriptor& front() const { return buffer_.front().descriptor; }
    /// When the front one is decoded and may be used.
    SimTime front_ready_at() const { return buffer_.front().ready_at; }
    void pop();

    /// More descriptors are to come or are outstanding.
    bool active() const { return fetching_ || !reads_.empty(); }
    bool drained() const { return reads_.empty(); }
    const Counts& counts() const { return counts_; }
    void reset_counts() { counts_ = {}; }
    /// Why no descriptor comes, or nothing if that is not so.
    std::string waits_for() const;

  private:
    struct Read {
        pcie::ReadTag tag = 0;
        unsigned count = 0;  // descriptors
        unsigned parsed = 0;
        Bytes received = 0;
        bool complete = false;
        std::vector<std::uint8_t> bytes;
    };
    struct Buffered {
        Descriptor descriptor;
        SimTime ready_at;
    };

    pcie::Turn take_turn() override;
    void read_data(pcie::ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                   bool last) override;
    void read_failed(pcie::ReadTag tag, pcie::CompletionStatus status) override;

    void enter_block(std::uint64_t address, unsigned adjacent);
    unsigned next_read_count() const;
    unsigned space() const;
    Read& find(pcie::ReadTag tag);
    void parse();
    void accept(const Descriptor& descriptor);
    void retire();

    Wiring wire_;
    FetchListener& listener_;
    std::size_t requester_id_;
    Alarm start_delay_;

    bool fetching_ = false;         // the list goes on
    bool discarding_ = false;       // what arrives is dropped
    std::uint64_t address_ = 0;     // of the next descriptor to request
    unsigned block_remaining_ = 0;  // not yet requested of the current block
    unsigned block_expected_ = 0;   // not yet parsed of the current block
    unsigned requested_ = 0;        // requested, not yet parsed
    Ring<Read> reads_;
    Ring<Buffered> buffer_;
    Counts counts_;
};

}  // namespace lookaside::xdma
