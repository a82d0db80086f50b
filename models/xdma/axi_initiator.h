// SPDX-License-Identifier: Apache-2.0
// An AXI master port as a TLM base-protocol initiator.
#pragma once

#include <cstdint>
#include <span>

#include "base/units.h"
#include "models/base/systemc.h"

namespace lookaside::xdma {

enum class AxiResponse : std::uint8_t { okay, decode_error, slave_error };

/// Issues bursts by b_transport from agenda actions, so targets must not wait. The annotated delay
/// says when the first beat is due; a target with wait states adds them to it.
class AxiInitiator : private tlm::tlm_bw_transport_if<> {
  public:
    AxiInitiator(tlm::tlm_initiator_socket<>& socket) : socket_(socket) { socket_.bind(*this); }

    /// `streaming_width` below the length repeats the same address range (AXI FIXED bursts).
    AxiResponse write(std::uint64_t address, std::span<const std::uint8_t> data,
                      Bytes streaming_width, Picoseconds& delay);
    AxiResponse read(std::uint64_t address, std::span<std::uint8_t> data, Bytes streaming_width,
                     Picoseconds& delay);

  private:
    AxiResponse transport(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
                          Bytes length, Bytes streaming_width, Picoseconds& delay);

    // The initiator offers neither non-blocking transport nor direct memory access.
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                       sc_core::sc_time&) override {
        return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

    tlm::tlm_initiator_socket<>& socket_;
    tlm::tlm_generic_payload payload_;
};

/// Beats that a transfer of `length` bytes from `address` completes on a path of `width` bytes. A
/// beat at the end that is only partly filled counts if `last`; otherwise the transfer that
/// continues there pays for it.
constexpr Cycles beats_completed(std::uint64_t address, Bytes length, Bytes width, bool last) {
    const std::uint64_t end = address + length;
    return end / width - address / width + (last && end % width != 0 ? 1 : 0);
}

}  // namespace lookaside::xdma
