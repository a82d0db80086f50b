// SPDX-License-Identifier: Apache-2.0
#include "app/bench_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "app/cpu_clock.h"

namespace lookaside::app {
namespace {

using crypto::AesGcmDesign;
using crypto::Algorithm;

std::string name_of(const EngineBench& bench) {
    return fmt::format("{} {} {}", bench.rtl ? "rtl" : "timed",
                       bench.design == AesGcmDesign::iterative ? "iterative" : "pipelined",
                       bench.algorithm == Algorithm::aes_128_gcm ? "AES-128-GCM" : "AES-256-GCM");
}

std::unique_ptr<crypto::Engine> make_engine(const EngineBench& bench) {
    return bench.rtl ? crypto::make_rtl_aes_gcm(bench.design)
                     : crypto::make_timed_aes_gcm(bench.design);
}

/// A packet whose bytes differ from each other; their values do not matter.
class Packet {
  public:
    explicit Packet(const EngineBench& bench) : payload_(bench.packet_bytes) {
        std::iota(key_.begin(), key_.end(), std::uint8_t{1});
        std::iota(payload_.begin(), payload_.end(), std::uint8_t{3});
        job_.algorithm = bench.algorithm;
        job_.key = std::span(key_).first(crypto::key_bytes(bench.algorithm));
        job_.iv = iv_;
        job_.aad = aad_;
        job_.data = payload_;
    }
    Packet(const Packet&) = delete;
    Packet& operator=(const Packet&) = delete;

    /// The next packet: another IV, under the same key.
    const crypto::Job& next() {
        ++iv_.back();
        return job_;
    }

  private:
    std::array<std::uint8_t, 32> key_{};
    std::array<std::uint8_t, 12> iv_{};
    std::array<std::uint8_t, 8> aad_{};
    std::vector<std::uint8_t> payload_;
    crypto::Job job_;
};

/// CPU seconds a packet, over about `seconds`.
double measure_slice(crypto::Engine& engine, Packet& packet, double seconds) {
    constexpr int packets_between_looks = 16;
    const double start = cpu_seconds_now();
    double elapsed = 0;
    std::uint64_t packets = 0;
    while (elapsed < seconds) {
        for (int i = 0; i < packets_between_looks; ++i) {
            engine.run(packet.next());
        }
        packets += packets_between_looks;
        elapsed = cpu_seconds_now() - start;
    }
    return elapsed / static_cast<double>(packets);
}

}  // namespace

EngineBenchResult bench_engine(const EngineBench& bench, double cpu_seconds) {
    const auto engine = make_engine(bench);
    Packet packet(bench);
    engine->run(packet.next());  // expands the key
    EngineBenchResult result{.name = name_of(bench),
                             .packet_bytes = bench.packet_bytes,
                             .cycles_per_packet = engine->run(packet.next()).cycles};
    std::array<double, 5> slices{};
    for (double& slice : slices) {
        slice = measure_slice(*engine, packet, cpu_seconds / slices.size());
    }
    std::ranges::sort(slices);
    const double seconds_per_packet = slices[slices.size() / 2];
    result.bare_mb_per_cpu_second =
        static_cast<double>(bench.packet_bytes) / seconds_per_packet * 1e-6;
    result.ns_per_cycle = seconds_per_packet * 1e9 / static_cast<double>(result.cycles_per_packet);
    return result;
}

std::vector<EngineBenchResult> bench_engines(double cpu_seconds_each) {
    std::vector<EngineBenchResult> results;
    for (const AesGcmDesign design : {AesGcmDesign::iterative, AesGcmDesign::pipelined}) {
        for (const Algorithm algorithm : {Algorithm::aes_128_gcm, Algorithm::aes_256_gcm}) {
            results.push_back(bench_engine({.rtl = true, .design = design, .algorithm = algorithm},
                                           cpu_seconds_each));
        }
    }
    results.push_back(bench_engine({.rtl = false}, cpu_seconds_each));
    return results;
}

}  // namespace lookaside::app
