// SPDX-License-Identifier: Apache-2.0
// Packets through the engine: records and data in, cores, data and results out.
#pragma once

#include <deque>

#include "base/slot_timelines.h"
#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/base/usage_meter.h"
#include "models/eip93/command_fetcher.h"
#include "models/eip93/context_loader.h"
#include "models/eip93/cores.h"
#include "models/eip93/interrupts.h"
#include "models/eip93/packet.h"
#include "models/eip93/parameters.h"
#include "models/eip93/rings.h"
#include "models/soc/dma_master.h"

namespace lookaside::eip93 {

/// Counts since the measuring window opened.
struct PipelineCounts {
    std::uint64_t packets = 0;
    std::uint64_t errors = 0;
    Bytes data_in = 0;
    Bytes data_out = 0;
};

/// Packets are worked on and answered in the order of their commands. As many as there are contexts
/// are under way: while the cores are at one, the next one's records and data come in, and the one
/// before goes out. A packet whose SA or state record is about to be changed by one under way waits
/// until that is in memory.
class Pipeline {
  public:
    Pipeline(const EngineParameters& parameters, Agenda& agenda, const ClockDomain& clock,
             soc::Bus& bus, Rings& rings, Interrupts& interrupts, SlotTimelines& timelines);

    void commands_added() { fetcher_.fetch(); }
    /// There may be room in the result ring.
    void results_removed() { begin_result(); }
    /// Owner bits are to be written back to commands.
    void set_command_update(bool on) { command_update_ = on; }

    bool is_idle() const { return packets_.empty() && fetcher_.is_idle(); }
    Bytes input_used() const { return input_used_; }
    Bytes output_used() const { return output_used_; }

    Cores& cores() { return cores_; }
    UsageMeter& meter() { return meter_; }
    const PipelineCounts& counts() const { return counts_; }
    void reset_counts() { counts_ = {}; }

  private:
    void begin_packets();
    bool conflicts(const datasheet::eip93::Descriptor& command) const;
    void read_input();
    bool request_piece(Packet& packet);
    void input_arrived(Packet& packet, Bytes length, bool last, soc::TransferResult result,
                       std::span<const std::uint8_t> data);
    void delivered(Packet& packet, Bytes taken, Bytes made);
    void write_output(Packet& packet);
    void output_written(Packet& packet, Bytes length, soc::TransferResult result);
    void begin_result();
    void write_records();
    void write_result();
    void end_packet();
    bool has_room(Bytes piece) const;

    const EngineParameters& parameters_;
    Agenda& agenda_;
    const ClockDomain& clock_;
    const Bytes max_burst_;
    Rings& rings_;
    Interrupts& interrupts_;
    SlotTimelines& timelines_;
    soc::DmaMaster reads_;
    soc::DmaMaster writes_;
    CommandFetcher fetcher_;
    ContextLoader loader_;
    Cores cores_;
    Alarm result_;

    std::deque<Packet> packets_;  // oldest first
    bool command_update_ = false;
    unsigned data_reads_ = 0;
    Bytes input_used_ = 0;
    Bytes output_used_ = 0;
    UsageMeter meter_;
    PipelineCounts counts_;
};

}  // namespace lookaside::eip93
