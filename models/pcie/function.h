// SPDX-License-Identifier: Apache-2.0
// The device author's API: what a PCIe function's logic gets from its endpoint and owes to it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/units.h"

namespace lookaside::pcie {

/// Completion status field (PCIe Base Specification 2.2.9); `poisoned` stands for the EP bit,
/// `timed_out` for a completion that never came.
enum class CompletionStatus : std::uint8_t {
    successful,
    unsupported_request,
    completer_abort,
    poisoned,
    timed_out,
};

/// Identifies one outstanding read request of this function (its tag).
using ReadTag = std::uint16_t;

/// A host read of a BAR that waits for its data.
struct BarRead {
    unsigned bar;
    Bytes offset;
    Bytes length;
    std::uint32_t ticket;  // the endpoint's own bookkeeping
};

/// Implemented by the device. Every call comes from an agenda action and must not wait.
class FunctionLogic {
  public:
    virtual ~FunctionLogic() = default;

    /// A memory write from the host hit a BAR. Byte enables are already applied: `data` holds
    /// the enabled bytes only, contiguous from `offset`.
    virtual void bar_write(unsigned bar, Bytes offset, std::span<const std::uint8_t> data) = 0;
    /// A memory read from the host; answer with Endpoint::complete() now or later.
    virtual void bar_read(const BarRead& read) = 0;
    /// A piece of read data arrived. Pieces of one read come in address order; those of different
    /// reads may interleave. `offset` counts from the start of the request. After `last` the tag
    /// is free.
    virtual void read_data(ReadTag tag, Bytes offset, std::span<const std::uint8_t> data,
                           bool last) = 0;
    /// The read ended without (all) its data; the tag is free.
    virtual void read_failed(ReadTag tag, CompletionStatus status) = 0;
    /// A request that was refused (write() false, read() none) may be tried again.
    virtual void transmit_ready() = 0;
    /// The host wrote MSI-X Enable, the MSI-X Function Mask or MSI Enable: messages that were held
    /// back may be due now.
    virtual void interrupt_control_changed() {}
};

/// The endpoint as its function's logic sees it. Requests enter the transmit queue at the time of
/// the call and leave in order as credits and the link allow.
class Endpoint {
  public:
    virtual ~Endpoint() = default;

    /// Tells the endpoint whom to call. Once, before the simulation starts.
    virtual void attach(FunctionLogic& logic) = 0;

    /// Max_Payload_Size and Max_Read_Request_Size as the host programmed them.
    virtual Bytes max_payload_size() const = 0;
    virtual Bytes max_read_request_size() const = 0;
    /// Bus Master Enable; requests while it is off are a device bug and throw SimulationError.
    virtual bool bus_master_enabled() const = 0;

    /// One memory write: at most MPS bytes, not crossing 4 KB. False if the transmit queue is full;
    /// transmit_ready() follows.
    virtual bool write(std::uint64_t address, std::span<const std::uint8_t> data) = 0;
    /// One memory read: at most MRRS bytes, not crossing 4 KB. None if the queue is full or no tag
    /// is free; transmit_ready() follows.
    virtual std::optional<ReadTag> read(std::uint64_t address, Bytes length) = 0;
    /// Answers a BAR read with data (as long as was asked) or with an error status and no data.
    virtual void complete(const BarRead& read, std::span<const std::uint8_t> data,
                          CompletionStatus status = CompletionStatus::successful) = 0;

    /// MSI-X Enable and Function Mask in config space, and MSI Enable.
    virtual bool msix_enabled() const = 0;
    virtual bool msix_function_masked() const = 0;
    virtual bool msi_enabled() const = 0;
    /// Sends an MSI message for `vector` (less than the number the host granted). False if the
    /// transmit queue is full. MSI-X messages are plain write()s to the table entry's address.
    virtual bool send_msi(unsigned vector) = 0;
};

}  // namespace lookaside::pcie
