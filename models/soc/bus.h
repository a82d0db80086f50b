// SPDX-License-Identifier: Apache-2.0
// A system-on-chip's bus: masters share the way to memory, CPUs reach device registers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "models/base/agenda.h"
#include "models/base/clock_domain.h"
#include "models/base/interrupt_sink.h"
#include "models/base/ring.h"
#include "models/base/usage_meter.h"
#include "models/soc/cpu_port.h"
#include "models/soc/master_port.h"
#include "models/soc/parameters.h"

namespace lookaside::soc {

/// Bursts are granted round robin, one address phase a clock. Read and write data have a path each,
/// on which the bursts' beats follow one another in the order of their grants, one a clock; a
/// read's first beat waits for the memory, whose delay is what it annotates. So reads hide each
/// other's latency, and a long queue of writes does not delay reads.
class Bus : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
  public:
    /// Throws InputError for parameters out of range.
    Bus(const sc_core::sc_module_name& name, Agenda& agenda, const BusParameters& parameters,
        StatisticsRegistry& statistics);
    ~Bus() override;

    /// To be bound to the memory.
    tlm::tlm_initiator_socket<64> memory;
    /// CPUs' accesses to device registers.
    CpuPort cpu;

    /// A socket for one more master. Before the simulation starts.
    tlm::tlm_target_socket<>& add_master(const std::string& master);

    const BusParameters& parameters() const { return parameters_; }
    const ClockDomain& clock() const { return clock_; }

  private:
    struct Burst {
        tlm::tlm_generic_payload* payload = nullptr;
        std::size_t master = 0;
        SimTime end{0};
        SimTime arrived{0};
    };
    struct Master {
        std::unique_ptr<MasterPort> port;
        tlm::tlm_generic_payload* waiting = nullptr;  // for its grant
        SimTime since{0};
    };
    /// The bursts whose data are under way or wait for it, in order.
    struct Path {
        Path(Agenda& agenda, std::function<void()> ended)
            : end(agenda, AlarmPriority::completion, std::move(ended)) {}
        Ring<Burst> bursts;
        SimTime free_at{0};
        Alarm end;
        UsageMeter meter;
    };

    void request(std::size_t master, tlm::tlm_generic_payload& payload);
    void schedule_grant();
    void grant();
    void begin(std::size_t master);
    void end_read();
    void end_write();
    void answer(const Burst& burst, Picoseconds delay);
    bool is_memory(const tlm::tlm_generic_payload& payload) const;
    Picoseconds access_memory(tlm::tlm_generic_payload& payload);
    Picoseconds beats(const tlm::tlm_generic_payload& payload) const;
    void publish(StatisticsRegistry& statistics);

    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                       sc_core::sc_time&) override {
        return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

    Agenda& agenda_;
    const BusParameters parameters_;
    const ClockDomain clock_;
    std::vector<Master> masters_;
    std::size_t turn_ = 0;
    unsigned under_way_ = 0;
    SimTime address_free_at_{0};
    Alarm grant_;
    Path read_;
    Path write_;
};

}  // namespace lookaside::soc
