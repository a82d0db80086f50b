// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/eip93/bench.h"

#include <algorithm>
#include <stdexcept>

namespace lookaside::test {

RegisterMaster::RegisterMaster(const sc_core::sc_module_name& module_name, soc::Bus& bus)
    : sc_module(module_name), socket_("socket") {
    socket_.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    socket_.bind(bus.cpu.socket);
}

void RegisterMaster::write(std::uint64_t address, std::uint32_t value) {
    access(tlm::TLM_WRITE_COMMAND, address, value);
}

std::uint32_t RegisterMaster::read(std::uint64_t address) {
    std::uint32_t value = 0;
    access(tlm::TLM_READ_COMMAND, address, value);
    return value;
}

void RegisterMaster::access(tlm::tlm_command command, std::uint64_t address, std::uint32_t& value) {
    tlm::tlm_generic_payload payload(this);
    payload.acquire();
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(sizeof value);
    payload.set_streaming_width(sizeof value);
    answered_ = false;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    if (socket_->nb_transport_fw(payload, phase, delay) != tlm::TLM_COMPLETED) {
        while (!answered_) {
            sc_core::sc_start(1, sc_core::SC_NS);
        }
        if (answer_delay_ > Picoseconds{0}) {
            sc_core::sc_start(to_sc_time(answer_delay_));
        }
    }
    status_ = payload.get_response_status();
}

tlm::tlm_sync_enum RegisterMaster::nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                                   sc_core::sc_time& delay) {
    answered_ = true;
    answer_delay_ = to_sim_time(delay);
    return tlm::TLM_COMPLETED;
}

EngineBench::EngineBench(const Settings& settings)
    : bus("bus", agenda, settings.bus, statistics),
      cpu("cpu", bus),
      timelines(settings.ring_entries),
      engine("eip93", settings.engine, agenda, bus, base, line, timelines, statistics),
      entries_(settings.ring_entries),
      commands_(space(Bytes{entries_} * sizeof(ds::Descriptor))),
      results_(space(Bytes{entries_} * sizeof(ds::Descriptor))) {
    bus.memory.bind(memory.socket);
}

void EngineBench::start(std::uint32_t threshold, std::optional<std::uint32_t> timeout) {
    const std::uint32_t mode = ds::pe_config::mode_autonomous | ds::pe_config::cdr_update;
    write(ds::reg::pe_config, mode | ds::pe_config::reset_engine | ds::pe_config::reset_ring);
    write(ds::reg::pe_config, mode);
    write(ds::reg::clock_ctrl, ds::clock_ctrl::all);
    write(ds::reg::cdr_base, commands_);
    write(ds::reg::rdr_base, results_);
    write(ds::reg::ring_config, (entries_ - 1) | ds::descriptor_words << 16);
    std::uint32_t rule = threshold << ds::ring_thresh::rdr_shift;
    if (timeout) {
        rule |= ds::ring_thresh::timeout_enable | *timeout << ds::ring_thresh::timeout_shift;
    }
    write(ds::reg::ring_thresh, rule);
    write(ds::reg::mask_enable, ds::interrupt::rdr_thresh);
    run_for(1_us);
}

std::uint32_t EngineBench::space(Bytes size) {
    return static_cast<std::uint32_t>(memory.allocate(size, 64));
}

std::uint32_t EngineBench::place(std::span<const std::uint8_t> bytes) {
    const std::uint32_t address = space(bytes.size());
    memory.write(address, bytes);
    return address;
}

namespace {

template <typename Record>
std::span<const std::uint8_t> record_bytes(const Record& record) {
    return {reinterpret_cast<const std::uint8_t*>(&record), sizeof record};
}

template <typename Record>
Record record_at(const memory::HostMemory& memory, std::uint32_t address) {
    Record record;
    std::memcpy(&record, memory.at(address, sizeof record).data(), sizeof record);
    return record;
}

}  // namespace

std::uint32_t EngineBench::place(const ds::SaRecord& sa) {
    return place(record_bytes(sa));
}
std::uint32_t EngineBench::place(const ds::StateRecord& state) {
    return place(record_bytes(state));
}
ds::StateRecord EngineBench::state_at(std::uint32_t address) const {
    return record_at<ds::StateRecord>(memory, address);
}
ds::SaRecord EngineBench::sa_at(std::uint32_t address) const {
    return record_at<ds::SaRecord>(memory, address);
}
ds::Descriptor EngineBench::result_at(std::uint32_t index) const {
    return record_at<ds::Descriptor>(memory, results_ + index * 32);
}
ds::Descriptor EngineBench::command_at(std::uint32_t index) const {
    return record_at<ds::Descriptor>(memory, commands_ + index * 32);
}

Bytes8 EngineBench::bytes_at(std::uint32_t address, Bytes size) const {
    const auto bytes = memory.at(address, size);
    return {bytes.begin(), bytes.end()};
}

Bytes8 EngineBench::random_bytes(Bytes size) {
    Bytes8 bytes(size);
    random.fill(bytes);
    return bytes;
}

void EngineBench::put(ds::Descriptor command) {
    command.ctrl_stat |= ds::ctrl_stat::host_ready;
    command.length |= ds::length::host_ready;
    memory.write(commands_ + next_command_ * 32, record_bytes(command));
    memory.write(results_ + next_command_ * 32, record_bytes(ds::Descriptor{}));
    next_command_ = (next_command_ + 1) % entries_;
}

void EngineBench::submit(const ds::Descriptor& command) {
    put(command);
    write(ds::reg::cd_count, 1);
}

std::optional<ds::Descriptor> EngineBench::result(std::uint32_t waiting) {
    const SimTime limit = now() + 10_ms;
    while (now() < limit) {
        if (read(ds::reg::rd_count) >= waiting) {
            run_for(2_us);
            return result_at(next_result_++ % entries_);
        }
    }
    return std::nullopt;
}

ds::Descriptor EngineBench::process(const ds::Descriptor& command) {
    submit(command);
    const auto done = result();
    if (!done) {
        throw std::runtime_error("no result came");
    }
    write(ds::reg::rd_count, 1);
    write(ds::reg::int_clr, ds::interrupt::rdr_thresh);
    run_for(1_us);
    return *done;
}

std::uint64_t EngineBench::statistic(const std::string& name) const {
    std::vector<Statistic> values;
    std::vector<ResourceUsage> resources;
    statistics.collect(sim_now(), values, resources);
    const auto found = std::ranges::find(values, name, &Statistic::name);
    return std::get<std::uint64_t>(found->value);
}

ds::SaRecord cipher_sa(ds::Cipher cipher, ds::CipherMode mode, bool encrypt,
                       std::span<const std::uint8_t> key) {
    ds::SaRecord sa;
    sa.cmd0 = ds::cmd0::group_basic | ds::cmd0::opcode_crypt | (encrypt ? 0 : ds::cmd0::inbound) |
              static_cast<std::uint32_t>(cipher) << ds::cmd0::cipher_shift |
              static_cast<std::uint32_t>(ds::Hash::null) << ds::cmd0::hash_shift |
              ds::cmd0::iv_state | ds::cmd0::save_iv;
    sa.cmd1 = static_cast<std::uint32_t>(mode) << ds::cmd1::mode_shift;
    if (cipher == ds::Cipher::aes) {
        sa.cmd1 |= static_cast<std::uint32_t>(key.size() / 8) << ds::cmd1::aes_key_shift;
    }
    std::ranges::copy(key, sa.key.begin());
    return sa;
}

ds::StateRecord iv_state(std::span<const std::uint8_t> iv) {
    ds::StateRecord state;
    std::ranges::copy(iv, state.iv.begin());
    return state;
}

}  // namespace lookaside::test
