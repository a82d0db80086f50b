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
using crypto::Sha256Design;

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
template <typename NextJob>
double measure_slice(crypto::Engine& engine, NextJob& next_job, double seconds) {
    constexpr int packets_between_looks = 16;
    const double start = cpu_seconds_now();
    double elapsed = 0;
    std::uint64_t packets = 0;
    while (elapsed < seconds) {
        for (int i = 0; i < packets_between_looks; ++i) {
            engine.run(next_job());
        }
        packets += packets_between_looks;
        elapsed = cpu_seconds_now() - start;
    }
    return elapsed / static_cast<double>(packets);
}

/// Fills in what is measured; the result names the packet's bytes.
template <typename NextJob>
void measure(EngineBenchResult& result, crypto::Engine& engine, NextJob next_job,
             double cpu_seconds) {
    engine.run(next_job());  // expands the key, if there is one
    result.cycles_per_packet = engine.run(next_job()).cycles;
    std::array<double, 5> slices{};
    for (double& slice : slices) {
        slice = measure_slice(engine, next_job, cpu_seconds / slices.size());
    }
    std::ranges::sort(slices);
    const double seconds_per_packet = slices[slices.size() / 2];
    result.bare_mb_per_cpu_second =
        static_cast<double>(result.packet_bytes) / seconds_per_packet * 1e-6;
    result.ns_per_cycle = seconds_per_packet * 1e9 / static_cast<double>(result.cycles_per_packet);
}

std::string name_of(Sha256Design design) {
    return fmt::format("rtl SHA-256, {} a cycle", design == Sha256Design::one_round ? "1 round"
                                                  : design == Sha256Design::two_rounds
                                                      ? "2 rounds"
                                                      : "4 rounds");
}

}  // namespace

EngineBenchResult bench_engine(const EngineBench& bench, double cpu_seconds) {
    const auto engine = make_engine(bench);
    Packet packet(bench);
    EngineBenchResult result{.name = name_of(bench), .packet_bytes = bench.packet_bytes};
    measure(
        result, *engine, [&packet]() -> const crypto::Job& { return packet.next(); }, cpu_seconds);
    return result;
}

EngineBenchResult bench_hash_core(Sha256Design design, double cpu_seconds) {
    const auto engine = crypto::make_rtl_sha256(design);
    std::vector<std::uint8_t> message(4_KiB);
    std::iota(message.begin(), message.end(), std::uint8_t{3});
    crypto::Job job;
    job.algorithm = Algorithm::sha_256;
    job.data = message;
    EngineBenchResult result{.name = name_of(design), .packet_bytes = message.size()};
    measure(
        result, *engine, [&job]() -> const crypto::Job& { return job; }, cpu_seconds);
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
    for (const Sha256Design design :
         {Sha256Design::one_round, Sha256Design::two_rounds, Sha256Design::four_rounds}) {
        results.push_back(bench_hash_core(design, cpu_seconds_each));
    }
    return results;
}

}  // namespace lookaside::app
