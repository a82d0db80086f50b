// SPDX-License-Identifier: Apache-2.0
// The host's end of the link: CPU accesses, DMA into host memory, interrupts, enumeration.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "models/base/agenda.h"
#include "models/base/interrupt_sink.h"
#include "models/base/ring.h"
#include "models/pcie/protocol.h"
#include "models/pcie/tlp_pool.h"

namespace lookaside::pcie {

/// Bus 0, device 0, function 0.
inline constexpr DeviceId root_complex_id = 0x0000;

struct RootComplexParameters {
    /// Completions are cut at multiples of this: 64 bytes in most root complexes, else 128.
    Bytes read_completion_boundary = 64;
    /// Largest completion: from one boundary (old chip sets) up to the Max_Payload_Size, which is
    /// the limit in any case.
    Bytes max_completion_size = 4096;
    /// Bus addresses that enumeration gives to BARs: 32-bit window of a PC.
    std::uint64_t mmio_base = 0xE000'0000;
    std::uint64_t mmio_size = 0x1000'0000;
    /// Reads that CPUs may have outstanding at the device. 1..256.
    unsigned tags = 32;
};

/// What enumeration programs into the function.
struct EnumerationOptions {
    Bytes max_payload_size = 128;  // lowered to what the function supports
    Bytes max_read_request_size = 512;
    bool extended_tags = true;  // 8 bits, or 10 if the function supports them
};

/// A function as enumeration found it.
struct EnumeratedFunction {
    struct Bar {
        unsigned index = 0;
        std::uint64_t address = 0;  // on the bus, and for the CPU socket
        Bytes size = 0;
    };
    std::uint16_t vendor = 0;
    std::uint16_t device = 0;
    std::vector<Bar> bars;
    Bytes max_payload_size = 0;
    Bytes max_read_request_size = 0;
    unsigned msi_capability = 0;   // config space offset, 0: none
    unsigned msix_capability = 0;  // config space offset, 0: none
    unsigned msix_vectors = 0;
    unsigned msix_bar = 0;
    Bytes msix_table_offset = 0;
};

/// Transaction layer of a root complex with one root port.
///
/// `cpu` takes nb_transport from modelled CPUs and b_transport from SC_THREADs. Writes are posted
/// and done at once (TLM_COMPLETED) unless the transmit queue is full; what takes longer, reads
/// above all, is answered with BEGIN_RESP, which the initiator ends by returning TLM_COMPLETED.
/// Reads of addresses that no BAR claims give all ones, as CPUs see a master abort. `memory`
/// carries the device's reads and writes; the delay that the memory annotates passes before
/// completions leave. Writes of the device to 0xFEE0_0000..0xFEEF_FFFF are interrupt messages; they
/// take effect in order with its other writes. One agenda action does both, so data is in memory
/// before its interrupt is signalled.
class RootComplex : public sc_core::sc_module,
                    private TlpForwardInterface,
                    private TlpBackwardInterface,
                    private tlm::tlm_fw_transport_if<>,
                    private tlm::tlm_bw_transport_if<> {
  public:
    RootComplex(const sc_core::sc_module_name& name, Agenda& agenda, TlpPool& pool,
                Bytes max_payload_size, const RootComplexParameters& parameters);

    tlm::tlm_target_socket<64> cpu;
    tlm::tlm_initiator_socket<64> memory;
    TlpInitiatorSocket to_link;
    TlpTargetSocket from_link;

    /// Where interrupt messages go. Without a sink they throw SimulationError.
    void set_interrupt_sink(InterruptSink& sink) { interrupts_ = &sink; }

    /// From an SC_THREAD: one configuration access of the function, double-word aligned.
    std::uint32_t config_read(unsigned offset);
    void config_write(unsigned offset, std::uint32_t value);
    /// From an SC_THREAD: a memory access of 1 to 8 bytes (not across 4 KB), little endian.
    std::uint64_t mmio_read(std::uint64_t address, unsigned bytes);
    void mmio_write(std::uint64_t address, std::uint64_t value, unsigned bytes);
    /// From an SC_THREAD: finds the function behind the link, gives its BARs addresses, programs
    /// MPS, MRRS and tags, and enables memory space and bus mastering.
    EnumeratedFunction enumerate(const EnumerationOptions& options = {});

    /// CPU reads answered with an error status, and CPU accesses that no BAR claims.
    std::uint64_t unsupported_requests() const { return unsupported_requests_; }
    /// Names CPU accesses that wait.
    void describe_waits(std::vector<std::string>& waits) const;

    static constexpr std::uint64_t interrupt_base = 0xFEE0'0000;
    static constexpr std::uint64_t interrupt_size = 0x10'0000;

  private:
    struct CpuRead {
        bool active = false;
        std::uint64_t address = 0;
        std::span<std::uint8_t> data;
        Bytes received = 0;
        CompletionStatus status = CompletionStatus::successful;
        tlm::tlm_generic_payload* access = nullptr;  // or none, if an SC_THREAD waits for `done`
        sc_core::sc_event done;
    };
    /// An access that finds no tag or no room in the link's transmit queue.
    struct WaitingAccess {
        tlm::tlm_generic_payload* access = nullptr;
        TlpPtr tlp;
    };
    struct Answer {
        TlpPtr tlp;
        SimTime ready{0};
    };

    /// Something that CPUs notice, to be told them when all else in this instant has happened.
    struct SoftwareSignal {
        enum class Kind : std::uint8_t { accepted, interrupt };
        Kind kind = Kind::interrupt;
        std::uint32_t value = 0;  // TLP class or message data
    };

    // Link side (root_complex.cpp).
    tlm::tlm_sync_enum nb_transport_fw(Tlp& tlp, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    tlm::tlm_sync_enum nb_transport_bw(Tlp& tlp, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void device_write(const Tlp& tlp);
    void device_read(const Tlp& tlp);
    void completion(const Tlp& tlp);
    sc_core::sc_time access_memory(tlm::tlm_command command, std::uint64_t address,
                                   std::span<std::uint8_t> data);
    void send_answers();
    void signal(SoftwareSignal::Kind kind, std::uint32_t value);
    void deliver_signals();
    void notify(sc_core::sc_event& event);

    // CPU side (root_complex_cpu.cpp).
    void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) override;
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& access, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    TlpPtr request_for(tlm::tlm_generic_payload& access);
    bool has_room_for(const Tlp& tlp) const;
    void start(const TlpPtr& tlp, tlm::tlm_generic_payload& access);
    void start_waiting();
    void answer(tlm::tlm_generic_payload& access);
    void offer(const TlpPtr& tlp);
    CpuRead& begin_read(Tlp& tlp, std::span<std::uint8_t> data);
    CompletionStatus end_read(std::uint32_t tag);
    void answer_read(std::uint32_t tag);
    void post(const TlpPtr& tlp);
    CompletionStatus read_and_wait(const TlpPtr& tlp, std::span<std::uint8_t> data);
    bool is_mmio(std::uint64_t address, Bytes length) const;
    Bytes assign_bar(unsigned index, std::uint64_t& next, EnumeratedFunction& function);
    void read_capabilities(EnumeratedFunction& function, unsigned& pcie_capability);

    // Unused parts of TLM's combined interfaces.
    bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                       sc_core::sc_time&) override;
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

    Agenda& agenda_;
    TlpPool& pool_;
    const Bytes max_payload_size_;
    const RootComplexParameters parameters_;
    InterruptSink* interrupts_ = nullptr;
    std::uint64_t unsupported_requests_ = 0;

    std::array<bool, tlp_class_count> held_{};
    std::array<sc_core::sc_event, tlp_class_count> accepted_;
    std::vector<CpuRead> reads_;  // by tag
    std::vector<std::uint16_t> free_tags_;
    std::array<Ring<WaitingAccess>, tlp_class_count> waiting_;
    sc_core::sc_event tag_freed_;

    tlm::tlm_generic_payload dma_;
    std::vector<std::uint8_t> dma_data_;
    Ring<Answer> answers_;
    SimTime last_ready_{0};
    Alarm answer_alarm_;
    Ring<SoftwareSignal> signals_;
    Alarm signal_alarm_;
    Ring<sc_core::sc_event*> notices_;
    Alarm notice_alarm_;
};

}  // namespace lookaside::pcie
