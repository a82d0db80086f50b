// SPDX-License-Identifier: Apache-2.0
// A bus master: transfers of any length, cut to the bus's bursts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/base/agenda.h"
#include "models/base/ring.h"
#include "models/soc/bus.h"

namespace lookaside::soc {

enum class TransferResult : std::uint8_t { ok, bus_error };

/// Bursts are requested in the order of their transfers, and answers of one direction come in that
/// order too. Callbacks run from agenda actions. Data is copied when a transfer is made (writes)
/// or handed over when it is there (reads), so callers keep no buffers for it.
class DmaMaster : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
  public:
    /// The bytes read are valid during the call; after a bus error there are none.
    using ReadDone = std::function<void(TransferResult, std::span<const std::uint8_t>)>;
    using Accepted = std::function<void()>;
    using WriteDone = std::function<void(TransferResult)>;

    /// Plugs itself into the bus.
    DmaMaster(const sc_core::sc_module_name& name, Agenda& agenda, Bus& bus);

    /// `done` runs when the last byte is there.
    void read(std::uint64_t address, Bytes length, ReadDone done);
    /// `accepted` runs when the bus has granted the last burst: later reads of CPUs may still be
    /// answered before the data is in memory. `done` runs when it is.
    void write(std::uint64_t address, std::span<const std::uint8_t> data, WriteDone done,
               Accepted accepted = {});

    Bytes bytes_read() const { return bytes_read_; }
    Bytes bytes_written() const { return bytes_written_; }

  private:
    struct Transfer {
        bool is_write = false;
        std::uint64_t address = 0;
        std::vector<std::uint8_t> data;
        Bytes requested = 0;
        Bytes answered = 0;
        bool failed = false;
        ReadDone read_done;
        WriteDone write_done;
        Accepted accepted;
    };
    struct Burst : tlm::tlm_generic_payload {
        Transfer* transfer = nullptr;
    };

    Transfer& add(std::uint64_t address, bool is_write);
    void request_next();
    void end(Burst& burst);
    void finish(Transfer& transfer);
    void write_landed();
    Burst& take_burst();

    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

    struct Landing {
        Burst* burst = nullptr;
        SimTime at{0};
    };

    Agenda& agenda_;
    const Bytes max_burst_;
    tlm::tlm_initiator_socket<> socket_;
    std::vector<std::unique_ptr<Transfer>> transfers_;  // all that were ever needed
    std::vector<Transfer*> free_transfers_;
    Ring<Transfer*> to_request_;
    std::vector<std::unique_ptr<Burst>> bursts_;
    std::vector<Burst*> free_bursts_;
    bool requesting_ = false;  // a burst waits for its grant
    Ring<Landing> landings_;   // writes that the memory still takes
    Alarm landing_;
    Bytes bytes_read_ = 0;
    Bytes bytes_written_ = 0;
};

}  // namespace lookaside::soc
