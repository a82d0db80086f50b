// SPDX-License-Identifier: Apache-2.0
#include "models/soc/bus.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace lookaside::soc {

void check(const BusParameters& parameters) {
    const auto require = [](bool condition, const char* rule) {
        if (!condition) {
            throw InputError(fmt::format("SoC bus: {}", rule));
        }
    };
    require(parameters.clock.value > 0, "the clock is more than 0 Hz");
    require(std::has_single_bit(parameters.width), "the width is a power of two of bytes");
    require(std::has_single_bit(parameters.max_burst) && parameters.max_burst >= parameters.width,
            "a burst is a power of two of bytes, and a beat at least");
    require(parameters.outstanding >= 1, "one burst at least may be under way");
}

namespace {

const BusParameters& checked(const BusParameters& parameters) {
    check(parameters);
    return parameters;
}

}  // namespace

Bus::Bus(const sc_core::sc_module_name& name, Agenda& agenda, const BusParameters& parameters,
         StatisticsRegistry& statistics)
    : sc_module(name),
      memory("memory"),
      cpu("cpu", agenda, ClockDomain(checked(parameters).clock),
          {parameters.cpu_request, parameters.cpu_answer, parameters.posted_stores}),
      agenda_(agenda),
      parameters_(parameters),
      clock_(parameters.clock),
      grant_(agenda, AlarmPriority::decision, [this] { grant(); }),
      read_(agenda, [this] { end_read(); }),
      write_(agenda, [this] { end_write(); }) {
    memory.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    publish(statistics);
}

Bus::~Bus() = default;

tlm::tlm_target_socket<>& Bus::add_master(const std::string& master) {
    const std::size_t index = masters_.size();
    masters_.push_back(
        {std::make_unique<MasterPort>(
             sc_core::sc_gen_unique_name((master + "_port").c_str()),
             [this, index](tlm::tlm_generic_payload& payload) { request(index, payload); }),
         nullptr, SimTime{0}});
    return masters_.back().port->socket;
}

void Bus::request(std::size_t master, tlm::tlm_generic_payload& payload) {
    const Bytes length = payload.get_data_length();
    const std::uint64_t address = payload.get_address();
    if (masters_[master].waiting != nullptr || length == 0 ||
        address / parameters_.max_burst != (address + length - 1) / parameters_.max_burst) {
        throw SimulationError(
            fmt::format("{}: master {} requests {} bytes at {:#x}, across a multiple of {} or "
                        "before its last request was granted",
                        name(), master, length, address, parameters_.max_burst));
    }
    masters_[master].waiting = &payload;
    masters_[master].since = agenda_.now();
    (payload.is_read() ? read_ : write_).meter.arrive(agenda_.now());
    schedule_grant();
}

void Bus::schedule_grant() {
    if (!grant_.is_armed() && under_way_ < parameters_.outstanding) {
        grant_.arm(
            std::max(clock_.edge_after(agenda_.now(), parameters_.arbitration), address_free_at_));
    }
}

void Bus::grant() {
    for (std::size_t tried = 0; tried < masters_.size(); ++tried) {
        const std::size_t master = turn_;
        turn_ = (turn_ + 1) % masters_.size();
        if (masters_[master].waiting != nullptr) {
            begin(master);
            break;
        }
    }
    const bool more = std::ranges::any_of(
        masters_, [](const Master& master) { return master.waiting != nullptr; });
    if (more && under_way_ < parameters_.outstanding && !grant_.is_armed()) {
        grant_.arm(address_free_at_);
    }
}

void Bus::begin(std::size_t master) {
    tlm::tlm_generic_payload& payload = *masters_[master].waiting;
    masters_[master].waiting = nullptr;
    address_free_at_ = agenda_.now() + clock_.period();
    ++under_way_;
    // A refused burst has no beats but is answered in its turn.
    Picoseconds wait{0};
    Picoseconds moving{0};
    if (!is_memory(payload)) {
        payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    } else {
        moving = beats(payload);
        if (payload.is_read()) {
            wait = access_memory(payload);
        }
    }
    Path& path = payload.is_read() ? read_ : write_;
    const SimTime start = std::max(clock_.next_edge(address_free_at_ + wait), path.free_at);
    path.free_at = start + moving;
    path.meter.add_busy_span(start, path.free_at);
    path.bursts.push_back({&payload, master, path.free_at, masters_[master].since});
    if (!path.end.is_armed()) {
        path.end.arm(path.bursts.front().end);
    }
    masters_[master].port->signal(payload, tlm::END_REQ, Picoseconds{0});
}

void Bus::end_read() {
    const Burst burst = read_.bursts.pop_front();
    if (!read_.bursts.empty()) {
        read_.end.arm(read_.bursts.front().end);
    }
    read_.meter.depart(agenda_.now(), burst.arrived);
    answer(burst, Picoseconds{0});
}

void Bus::end_write() {
    const Burst burst = write_.bursts.pop_front();
    if (!write_.bursts.empty()) {
        write_.end.arm(write_.bursts.front().end);
    }
    write_.meter.depart(agenda_.now(), burst.arrived);
    const bool refused = burst.payload->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE;
    answer(burst, refused ? Picoseconds{0} : access_memory(*burst.payload));
}

void Bus::answer(const Burst& burst, Picoseconds delay) {
    --under_way_;
    const bool waiting = std::ranges::any_of(
        masters_, [](const Master& master) { return master.waiting != nullptr; });
    if (waiting) {
        schedule_grant();
    }
    masters_[burst.master].port->signal(*burst.payload, tlm::BEGIN_RESP, delay);
}

bool Bus::is_memory(const tlm::tlm_generic_payload& payload) const {
    const std::uint64_t offset = payload.get_address() - parameters_.memory_base;
    return payload.get_address() >= parameters_.memory_base &&
           offset + payload.get_data_length() <= parameters_.memory_size;
}

Picoseconds Bus::access_memory(tlm::tlm_generic_payload& payload) {
    sc_core::sc_time delay;
    memory->b_transport(payload, delay);
    return to_sim_time(delay);
}

Picoseconds Bus::beats(const tlm::tlm_generic_payload& payload) const {
    const std::uint64_t first = payload.get_address() / parameters_.width;
    const std::uint64_t last =
        (payload.get_address() + payload.get_data_length() - 1) / parameters_.width;
    return clock_.span(last - first + 1);
}

void Bus::publish(StatisticsRegistry& statistics) {
    statistics.add(
        {[this](SimTime now) {
             read_.meter.reset(now);
             write_.meter.reset(now);
         },
         [this](SimTime now, std::vector<Statistic>&, std::vector<ResourceUsage>& resources) {
             resources.push_back(read_.meter.usage(now, "soc.bus.read",
                                                   "the SoC bus's path from memory to masters"));
             resources.push_back(write_.meter.usage(now, "soc.bus.write",
                                                    "the SoC bus's path from masters to memory"));
         }});
}

}  // namespace lookaside::soc
