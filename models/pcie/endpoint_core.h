// SPDX-License-Identifier: Apache-2.0
// The endpoint's transaction layer: config space, BARs, tags and completions of one function.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "models/base/agenda.h"
#include "models/base/ring.h"
#include "models/pcie/config_space.h"
#include "models/pcie/protocol.h"
#include "models/pcie/tlp_pool.h"

namespace lookaside::pcie {

struct EndpointParameters {
    FunctionConfig function;
    /// Reads the function may have outstanding, 1..768. At most 32 are used unless the host enables
    /// extended (8-bit) tags, at most 256 unless it enables 10-bit tags.
    unsigned tags = 256;
    /// After this a read fails (Base Specification 2.8: 50 us to 50 ms by default).
    Picoseconds completion_timeout = 10_ms;
};

/// What an endpoint counted.
struct EndpointCounters {
    std::uint64_t unsupported_requests = 0;  // no BAR, or not enabled
    std::uint64_t unexpected_completions = 0;
    std::uint64_t completion_timeouts = 0;
};

class EndpointCore : public sc_core::sc_module,
                     public Endpoint,
                     private TlpForwardInterface,
                     private TlpBackwardInterface {
  public:
    EndpointCore(const sc_core::sc_module_name& name, Agenda& agenda, TlpPool& pool,
                 const LinkParameters& link, const EndpointParameters& parameters);

    TlpInitiatorSocket to_link;
    TlpTargetSocket from_link;

    void attach(FunctionLogic& logic) override { logic_ = &logic; }
    Bytes max_payload_size() const override { return config_.max_payload_size(); }
    Bytes max_read_request_size() const override { return config_.max_read_request_size(); }
    bool bus_master_enabled() const override { return config_.bus_master(); }
    bool write(std::uint64_t address, std::span<const std::uint8_t> data) override;
    std::optional<ReadTag> read(std::uint64_t address, Bytes length) override;
    void complete(const BarRead& read, std::span<const std::uint8_t> data,
                  CompletionStatus status = CompletionStatus::successful) override;
    bool msix_enabled() const override { return config_.msix_enabled(); }
    bool msix_function_masked() const override { return config_.msix_function_masked(); }
    bool msi_enabled() const override { return config_.msi_enabled(); }
    bool send_msi(unsigned vector) override;

    const ConfigSpace& config_space() const { return config_; }
    const EndpointCounters& counters() const { return counters_; }
    unsigned reads_outstanding() const { return outstanding_; }
    /// Names queues, tags and completions that requests wait for.
    void describe_waits(std::vector<std::string>& waits) const;

  private:
    struct OutstandingRead {
        bool active = false;
        bool poisoned = false;
        std::uint64_t address = 0;
        Bytes length = 0;
        Bytes received = 0;
        SimTime deadline{0};
    };
    struct PendingBarRead {
        DeviceId requester = 0;
        std::uint16_t tag = 0;
        std::uint64_t address = 0;
        Bytes length = 0;
    };

    tlm::tlm_sync_enum nb_transport_fw(Tlp& tlp, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    tlm::tlm_sync_enum nb_transport_bw(Tlp& tlp, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void send(const TlpPtr& tlp);
    void memory_write(const Tlp& tlp);
    void memory_read(const Tlp& tlp);
    void config_request(const Tlp& tlp);
    void completion(const Tlp& tlp);
    void finish(ReadTag tag);
    void answer_without_data(DeviceId requester, std::uint16_t tag, std::uint64_t address,
                             Bytes length, CompletionStatus status);
    void check_request(std::uint64_t address, Bytes length, Bytes limit, const char* what) const;
    void check_timeouts();
    bool is_held(TlpClass kind) const { return held_[static_cast<std::size_t>(kind)]; }
    void refused_may_retry();
    unsigned tag_limit() const;
    unsigned first_tag() const;

    Agenda& agenda_;
    TlpPool& pool_;
    const EndpointParameters parameters_;
    ConfigSpace config_;
    FunctionLogic* logic_ = nullptr;
    DeviceId id_ = 0;  // captured from config writes (Base Specification 2.2.6.2)
    EndpointCounters counters_;

    std::array<bool, tlp_class_count> held_{};
    bool refused_ = false;
    std::array<OutstandingRead, 1024> reads_;  // by tag
    Ring<ReadTag> free_tags_;
    unsigned tags_made_ = 0;  // numbers used so far, from the first that the host allows
    unsigned outstanding_ = 0;
    std::vector<PendingBarRead> bar_reads_;
    std::vector<std::uint32_t> free_tickets_;
    Alarm timeout_;
};

}  // namespace lookaside::pcie
