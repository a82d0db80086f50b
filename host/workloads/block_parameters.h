// SPDX-License-Identifier: Apache-2.0
// What a block workload is like; names in brackets are fio's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/units.h"
#include "host/block/block_device.h"
#include "host/os/kernel.h"

namespace lookaside::workloads {

enum class SectorOrder : std::uint8_t { sequential, random };

struct BlockParameters {
    Bytes block_size = 4096;  // a multiple of the sector up to the device's limit [bs]
    SectorOrder order = SectorOrder::random;
    block::Operation operation = block::Operation::hash;
    /// If set, reads and writes are mixed in place of `operation`, so many of 100 being reads
    /// [rwmixread]. Where a block has been written, reads expect what was written last.
    std::optional<unsigned> read_percent;

    unsigned jobs = 1;     // threads, each with sectors of its own [numjobs]
    unsigned depth = 128;  // requests that a job keeps in flight, 1 or more [iodepth]
    /// A job sleeps until so many requests are back, 1..depth [iodepth_batch_complete_min].
    unsigned complete_batch = 1;
    /// Of all jobs together; none: until stopped [number_ios].
    std::optional<std::uint64_t> requests;

    /// Weights of priorities 0..3, at least one above 0.
    std::array<unsigned, 4> priorities{1, 0, 0, 0};
    std::uint32_t sectors = 0;  // used, from the first one; 0: the whole device [size]
    unsigned key_bytes = 16;    // 16 or 32; the key is drawn from the seed
    std::uint64_t seed = 1;     // of key, payload, sectors, mix and priorities

    os::CpuId first_cpu = 0;  // of job 0; the next job has the next CPU [cpus_allowed_policy=split]
};

}  // namespace lookaside::workloads
