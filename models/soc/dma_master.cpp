// SPDX-License-Identifier: Apache-2.0
#include "models/soc/dma_master.h"

#include <algorithm>
#include <utility>

namespace lookaside::soc {

DmaMaster::DmaMaster(const sc_core::sc_module_name& module_name, Agenda& agenda, Bus& bus)
    : sc_module(module_name),
      agenda_(agenda),
      max_burst_(bus.parameters().max_burst),
      socket_("socket"),
      landing_(agenda, AlarmPriority::completion, [this] { write_landed(); }) {
    socket_.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    socket_.bind(bus.add_master(basename()));
}

DmaMaster::Transfer& DmaMaster::add(std::uint64_t address, bool is_write) {
    if (free_transfers_.empty()) {
        free_transfers_.push_back(transfers_.emplace_back(std::make_unique<Transfer>()).get());
    }
    Transfer& transfer = *free_transfers_.back();
    free_transfers_.pop_back();
    transfer.is_write = is_write;
    transfer.address = address;
    transfer.requested = 0;
    transfer.answered = 0;
    transfer.failed = false;
    to_request_.push_back(&transfer);
    return transfer;
}

void DmaMaster::read(std::uint64_t address, Bytes length, ReadDone done) {
    Transfer& transfer = add(address, false);
    transfer.data.resize(length);
    transfer.read_done = std::move(done);
    request_next();
}

void DmaMaster::write(std::uint64_t address, std::span<const std::uint8_t> data, WriteDone done,
                      Accepted accepted) {
    Transfer& transfer = add(address, true);
    transfer.data.assign(data.begin(), data.end());
    transfer.write_done = std::move(done);
    transfer.accepted = std::move(accepted);
    request_next();
}

DmaMaster::Burst& DmaMaster::take_burst() {
    if (free_bursts_.empty()) {
        free_bursts_.push_back(bursts_.emplace_back(std::make_unique<Burst>()).get());
    }
    Burst& burst = *free_bursts_.back();
    free_bursts_.pop_back();
    return burst;
}

void DmaMaster::request_next() {
    if (requesting_ || to_request_.empty()) {
        return;
    }
    Transfer& transfer = *to_request_.front();
    const std::uint64_t address = transfer.address + transfer.requested;
    const Bytes length =
        std::min(transfer.data.size() - transfer.requested, max_burst_ - address % max_burst_);
    Burst& burst = take_burst();
    burst.transfer = &transfer;
    burst.set_command(transfer.is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    burst.set_address(address);
    burst.set_data_ptr(transfer.data.data() + transfer.requested);
    burst.set_data_length(static_cast<unsigned>(length));
    burst.set_streaming_width(static_cast<unsigned>(length));
    burst.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    transfer.requested += length;
    if (transfer.requested == transfer.data.size()) {
        to_request_.pop();
    }
    requesting_ = true;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    socket_->nb_transport_fw(burst, phase, delay);
}

tlm::tlm_sync_enum DmaMaster::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    Burst& burst = static_cast<Burst&>(payload);
    if (phase == tlm::END_REQ) {
        requesting_ = false;
        Transfer& transfer = *burst.transfer;
        if (transfer.accepted && transfer.requested == transfer.data.size()) {
            transfer.accepted();
        }
        request_next();
        return tlm::TLM_ACCEPTED;
    }
    if (delay == sc_core::SC_ZERO_TIME) {
        end(burst);
    } else {
        landings_.push_back({&burst, agenda_.now() + to_sim_time(delay)});
        if (!landing_.is_armed()) {
            landing_.arm(landings_.front().at);
        }
    }
    return tlm::TLM_COMPLETED;
}

void DmaMaster::write_landed() {
    Burst& burst = *landings_.pop_front().burst;
    if (!landings_.empty()) {
        landing_.arm(std::max(agenda_.now(), landings_.front().at));
    }
    end(burst);
}

void DmaMaster::end(Burst& burst) {
    Transfer& transfer = *burst.transfer;
    const Bytes length = burst.get_data_length();
    (transfer.is_write ? bytes_written_ : bytes_read_) += length;
    transfer.failed = transfer.failed || burst.is_response_error();
    transfer.answered += length;
    free_bursts_.push_back(&burst);
    if (transfer.answered == transfer.data.size()) {
        finish(transfer);
    }
}

void DmaMaster::finish(Transfer& transfer) {
    const TransferResult result = transfer.failed ? TransferResult::bus_error : TransferResult::ok;
    // The callback may begin transfers, of which none takes this one's place before it returns.
    if (transfer.is_write) {
        std::exchange(transfer.write_done, {})(result);
    } else {
        const std::span<const std::uint8_t> data(transfer.data);
        std::exchange(transfer.read_done, {})(result, transfer.failed ? data.first(0) : data);
    }
    transfer.accepted = {};
    free_transfers_.push_back(&transfer);
}

}  // namespace lookaside::soc
