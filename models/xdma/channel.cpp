// SPDX-License-Identifier: Apache-2.0
// One DMA channel: run control and the life of its descriptors.
#include "models/xdma/channel.h"

#include <array>

#include "models/xdma/c2h_mover.h"
#include "models/xdma/h2c_mover.h"

namespace lookaside::xdma {

namespace control = datasheet::xdma::control;
namespace status = datasheet::xdma::status;
namespace target = datasheet::xdma;

namespace {

std::unique_ptr<DataMover> make_mover(Channel::Direction direction, const DataMover::Wiring& wiring,
                                      MoverListener& listener) {
    if (direction == Channel::Direction::h2c) {
        return std::make_unique<H2cMover>(wiring, listener);
    }
    return std::make_unique<C2hMover>(wiring, listener);
}

}  // namespace

Channel::Channel(Direction direction, unsigned number, const DataMover::Wiring& wiring,
                 const SgdmaCommon& common, std::function<void(bool level)> interrupt)
    : wire_(wiring),
      direction_(direction),
      number_(number),
      name_((direction == Direction::h2c ? "h2c" : "c2h") + std::to_string(number)),
      common_(common),
      gate_bit_(direction == Direction::h2c ? number : 16 + number),
      status_(std::move(interrupt)),
      performance_(wiring.clock),
      sgdma_(identifier_word(
                 direction == Direction::h2c ? target::target_h2c_sgdma : target::target_c2h_sgdma,
                 number),
             [this] { fetcher_.poke(); }),
      fetcher_({wiring.agenda, wiring.clock, wiring.requester, wiring.parameters, wiring.config,
                common, gate_bit_, sgdma_},
               *this),
      mover_(make_mover(direction, wiring, *this)),
      requester_id_(wiring.requester.add(*this)),
      dispatch_(wiring.agenda, AlarmPriority::completion, [this] { dispatch(); }),
      finish_(wiring.agenda, AlarmPriority::completion, [this] { finish_front(); }) {}

Channel::~Channel() = default;

void Channel::write_control(std::uint32_t value) {
    const bool was_running = (control_ & control::run) != 0;
    const bool runs = (value & control::run) != 0;
    control_ = value;
    if (runs && !was_running) {
        if (busy_) {
            restart_ = true;
        } else {
            start();
        }
    } else if (!runs && was_running) {
        restart_ = false;
        sgdma_.clear_credits();
        halt();
        check_idle();
    }
}

void Channel::start() {
    status_.reset();
    completed_count_ = 0;
    busy_ = true;
    meter_.set_busy(now(), true);
    performance_.channel_started(now());
    fetcher_.start();
}

/// No further descriptor begins; those in flight go on.
void Channel::halt() {
    fetcher_.stop();
    dispatch_.disarm();
}

void Channel::fail(std::uint32_t status_bits) {
    ++counts_.errors;
    halt();
    status_.log(status_bits, control_);
    check_idle();
}

void Channel::move_failed(std::uint32_t status_bits) {
    while (!in_flight_.empty()) {
        meter_.drop(now());
        in_flight_.pop();
    }
    fail(status_bits);
}

void Channel::check_idle() {
    if (!busy_ || fetcher_.active() || !fetcher_.empty() || !mover_->drained() ||
        !finishing_.empty()) {
        return;
    }
    busy_ = false;
    meter_.set_busy(now(), false);
    performance_.channel_halted(now());
    if (restart_) {
        restart_ = false;
        start();
    } else if ((control_ & control::run) == 0) {
        status_.log(status::idle_stopped, control_);
    }
}

void Channel::gates_changed() {
    if (!common_.credit_mode(gate_bit_)) {
        sgdma_.clear_credits();
    }
    fetcher_.poke();
}

void Channel::schedule_dispatch() {
    if (!dispatch_.is_armed() && !fetcher_.empty() &&
        mover_->in_flight() < wire_.parameters.descriptors_in_flight) {
        dispatch_.arm(std::max(now(), fetcher_.front_ready_at()));
    }
}

void Channel::dispatch() {
    if (fetcher_.empty()) {
        return;
    }
    const Descriptor descriptor = fetcher_.front();
    if (const std::uint32_t defect = defect_of(descriptor); defect != 0) {
        fail(defect);
        return;
    }
    in_flight_.push_back({descriptor, now()});
    meter_.arrive(now());
    fetcher_.pop();
    mover_->take(descriptor, fixed_address());
    schedule_dispatch();
}

bool Channel::fixed_address() const {
    return (control_ & control::non_incremental_address) != 0;
}

/// Status bit of what is wrong with a descriptor, or 0. Fixed-address transfers go in whole beats.
std::uint32_t Channel::defect_of(const Descriptor& descriptor) const {
    const Bytes granularity =
        fixed_address() ? wire_.parameters.axi.width_bytes() : wire_.parameters.length_granularity;
    const Bytes alignment = wire_.parameters.address_alignment;
    if (!descriptor.has_magic()) {
        return status::magic_stopped;
    }
    if (descriptor.length == 0 || descriptor.length % granularity != 0) {
        return status::invalid_length;
    }
    if ((descriptor.source ^ descriptor.destination) % alignment != 0 ||
        (fixed_address() && (descriptor.source | descriptor.destination) % granularity != 0)) {
        return status::align_mismatch;
    }
    return 0;
}

void Channel::descriptor_moved(SimTime at) {
    const InFlight& done = in_flight_.front();
    finishing_.push_back({done.descriptor, done.since,
                          wire_.clock.edge_after(at, wire_.parameters.cycles.completion)});
    in_flight_.pop();
    schedule_finish();
    schedule_dispatch();
}

void Channel::beats_moved(Cycles beats, Bytes bytes) {
    performance_.beats(beats);
    counts_.bytes += bytes;
}

void Channel::schedule_finish() {
    if (!finishing_.empty() && !finish_.is_armed() && !write_back_due_) {
        finish_.arm(finishing_.front().at);
    }
}

void Channel::finish_front() {
    completed_count_ += 1;
    if (finishing_.front().descriptor.completed() &&
        (control_ & control::poll_mode_wb_enable) != 0) {
        write_back_due_ = true;
        wire_.requester.request(requester_id_);
    } else {
        close_front();
    }
}

/// The poll-mode write-back. It follows the descriptor's data in the posted stream, and the events
/// of the descriptor follow it.
pcie::Turn Channel::take_turn() {
    if (!write_back_due_) {
        return pcie::Turn::nothing;
    }
    namespace write_back = datasheet::xdma::write_back;
    const std::uint32_t word =
        (completed_count_ & write_back::count_mask) | (status_.has_error() ? write_back::error : 0);
    std::array<std::uint8_t, 4> bytes;
    std::memcpy(bytes.data(), &word, sizeof word);
    if (!wire_.requester.write(write_back_address_, bytes)) {
        return pcie::Turn::refused;
    }
    write_back_due_ = false;
    ++counts_.write_backs;
    close_front();
    return pcie::Turn::sent;
}

void Channel::close_front() {
    const Finishing done = finishing_.front();
    finishing_.pop();
    ++counts_.descriptors;
    meter_.depart(now(), done.since);
    std::uint32_t events = 0;
    if (done.descriptor.stop()) {
        events |= status::descriptor_stopped;
        performance_.stop_descriptor_done(now());
    }
    if (done.descriptor.completed()) {
        events |= status::descriptor_completed;
    }
    schedule_finish();
    status_.log(events, control_);
    check_idle();
}

void Channel::reset_statistics() {
    counts_ = {};
    fetcher_.reset_counts();
    meter_.reset(now());
}

void Channel::describe_waits(std::vector<std::string>& lines) const {
    if (!busy_) {
        return;
    }
    std::string reason = mover_->waits_for();
    if (write_back_due_) {
        reason = "transmit queue for the write-back";
    }
    if (reason.empty()) {
        reason = fetcher_.waits_for();
    }
    lines.push_back("xdma." + name_ + " is busy after " + std::to_string(completed_count_) +
                    " descriptors and waits for: " + (reason.empty() ? "nothing known" : reason));
}

}  // namespace lookaside::xdma
