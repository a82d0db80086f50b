// SPDX-License-Identifier: Apache-2.0
// The worker that never sleeps: all RAM slots in flight, everything batched.
#pragma once

#include <cstdint>
#include <vector>

#include "host/drivers/ipsec_card/batch.h"
#include "host/drivers/ipsec_card/dispatcher.h"
#include "host/drivers/ipsec_card/done_interrupt.h"
#include "host/drivers/ipsec_card/slot_pool.h"
#include "host/drivers/ipsec_card/watchdog.h"

namespace lookaside::drivers::ipsec_card {

/// The same worker and lists as the serial driver, but each run moves on whatever has progressed
/// and returns. Every event (new request, transfer ended, core done, watchdog) schedules a run.
/// One transfer is on its way in each direction; what becomes ready meanwhile goes into the next.
/// Results are fetched and handed back in the order of the requests, as far as the card keeps it.
class PipelinedDispatcher final : public Dispatcher {
  public:
    explicit PipelinedDispatcher(const CardContext& card);

    void run() override;
    Bytes max_payload() const override { return datasheet::ipsec_card::max_data; }

  private:
    struct Slot {
        TransportRequest transport;
        std::uint64_t sequence = 0;  // of the request in it
        SimTime deadline{0};         // of the core
    };

    void start_loaded();
    void collect_done();
    void fetch_done();
    void finish_fetched();
    void load_new();
    void check_deadlines();
    bool in_flight() const { return running_ != 0 || !load_.is_free() || !fetch_.is_free(); }
    void finish(unsigned slot, crypto_api::Status status);
    void finish_all(const std::vector<unsigned>& slots, crypto_api::Status status);

    CardContext card_;
    SlotPool pool_;
    std::vector<Slot> slots_;
    DoneInterrupt interrupt_;
    Batch load_;                  // H2C
    Batch fetch_;                 // C2H
    std::uint32_t running_ = 0;   // started, not known to be done
    std::vector<unsigned> done_;  // slots whose results wait in the outbound RAM
    std::uint64_t next_sequence_ = 0;
    Watchdog watchdog_;
};

}  // namespace lookaside::drivers::ipsec_card
