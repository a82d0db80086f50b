// SPDX-License-Identifier: Apache-2.0
#include "models/memory/host_memory.h"

#include <fmt/format.h>

#include <cstring>

#include "base/error.h"

namespace lookaside::memory {

HostMemory::HostMemory(const sc_core::sc_module_name& module_name, Picoseconds latency,
                       std::uint64_t base)
    : sc_module(module_name), socket("socket"), latency_(to_sc_time(latency)), next_(base) {
    socket.bind(*this);
}

std::uint64_t HostMemory::add_region(std::span<std::uint8_t> memory, Bytes alignment) {
    const std::uint64_t address = (next_ + alignment - 1) & ~(alignment - 1);
    // A gap of a byte at least, so that running over the end never lands in the next region.
    next_ = address + memory.size() + 1;
    regions_.emplace(address, Region{address, memory});
    return address;
}

std::uint64_t HostMemory::allocate(Bytes size, Bytes alignment) {
    storage_.emplace_back(size);
    return add_region(storage_.back(), alignment);
}

void HostMemory::remove_region(std::uint64_t address) {
    if (regions_.erase(address) == 0) {
        throw SimulationError(fmt::format("no region of host memory starts at {:#x}", address));
    }
    last_hit_ = nullptr;
}

const HostMemory::Region* HostMemory::find(std::uint64_t address, Bytes length) const {
    const auto holds = [=](const Region& region) {
        return address >= region.address && length <= region.memory.size() &&
               address - region.address <= region.memory.size() - length;
    };
    if (last_hit_ != nullptr && holds(*last_hit_)) {
        return last_hit_;
    }
    auto after = regions_.upper_bound(address);
    if (after == regions_.begin()) {
        return nullptr;
    }
    const Region& region = std::prev(after)->second;
    if (!holds(region)) {
        return nullptr;
    }
    last_hit_ = &region;
    return &region;
}

std::span<std::uint8_t> HostMemory::at(std::uint64_t address, Bytes length) const {
    const Region* region = find(address, length);
    if (region == nullptr) {
        throw SimulationError(
            fmt::format("DMA outside registered host memory: {} bytes at {:#x}", length, address));
    }
    return region->memory.subspan(address - region->address, length);
}

void HostMemory::read(std::uint64_t address, std::span<std::uint8_t> data) const {
    std::memcpy(data.data(), at(address, data.size()).data(), data.size());
}

void HostMemory::write(std::uint64_t address, std::span<const std::uint8_t> data) {
    std::memcpy(at(address, data.size()).data(), data.data(), data.size());
}

void HostMemory::b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
    transport_dbg(access);
    delay += latency_;
}

tlm::tlm_sync_enum HostMemory::nb_transport_fw(tlm::tlm_generic_payload& access, tlm::tlm_phase&,
                                               sc_core::sc_time& delay) {
    b_transport(access, delay);
    return tlm::TLM_COMPLETED;
}

bool HostMemory::get_direct_mem_ptr(tlm::tlm_generic_payload& access, tlm::tlm_dmi& dmi) {
    const Region* region = find(access.get_address(), 1);
    if (region == nullptr) {
        return false;
    }
    dmi.set_dmi_ptr(region->memory.data());
    dmi.set_start_address(region->address);
    dmi.set_end_address(region->address + region->memory.size() - 1);
    dmi.set_read_latency(latency_);
    dmi.set_write_latency(latency_);
    dmi.allow_read_write();
    return true;
}

unsigned HostMemory::transport_dbg(tlm::tlm_generic_payload& access) {
    const std::span<std::uint8_t> data(access.get_data_ptr(), access.get_data_length());
    if (access.is_write()) {
        write(access.get_address(), data);
    } else if (access.is_read()) {
        read(access.get_address(), data);
    }
    access.set_response_status(tlm::TLM_OK_RESPONSE);
    return access.get_data_length();
}

}  // namespace lookaside::memory
