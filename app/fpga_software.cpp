// SPDX-License-Identifier: Apache-2.0
#include "app/fpga_software.h"

#include <algorithm>

#include "base/random.h"
#include "datasheets/ipsec_card.h"
#include "datasheets/xdma.h"
#include "host/workloads/closed_loop.h"
#include "host/workloads/open_loop.h"
#include "host/workloads/test_module.h"

namespace lookaside::app {
namespace {

namespace card = datasheet::ipsec_card;
namespace ipsec = drivers::ipsec_card;
using scenarios::DriverVariant;
using scenarios::RawDirection;
using scenarios::ScenarioConfig;
using scenarios::WorkloadKind;

ipsec::Parameters driver_parameters(const ScenarioConfig& config) {
    ipsec::Parameters parameters;
    switch (config.driver.variant) {
        case DriverVariant::serial:
            parameters.variant = ipsec::Variant::serial;
            break;
        case DriverVariant::raw:
            parameters.variant = ipsec::Variant::raw;
            break;
        case DriverVariant::poll:
            parameters.variant = ipsec::Variant::poll;
            break;
        case DriverVariant::pipelined:
            parameters.variant = ipsec::Variant::pipelined;
            break;
    }
    switch (config.driver.raw_direction) {
        case RawDirection::h2c:
            parameters.raw_transfer = ipsec::RawTransfer::h2c;
            break;
        case RawDirection::c2h:
            parameters.raw_transfer = ipsec::RawTransfer::c2h;
            break;
        case RawDirection::both:
            parameters.raw_transfer = ipsec::RawTransfer::both;
            break;
    }
    parameters.queue_limit = config.driver.queue_limit;
    parameters.dma_timeout = config.driver.timeout;
    parameters.core_timeout = config.driver.core_timeout;
    parameters.irq_cpu = config.host.irq_cpu;
    parameters.worker_cpu = config.driver.worker_cpu;
    parameters.callback_cpu = config.driver.callback_cpu;
    return parameters;
}

workloads::OperationKind operation(const ScenarioConfig& config) {
    if (config.driver.variant == DriverVariant::raw) {
        return config.driver.raw_direction == RawDirection::both ? workloads::OperationKind::echo
                                                                 : workloads::OperationKind::move;
    }
    return config.workload.direction == scenarios::CryptoDirection::encrypt
               ? workloads::OperationKind::encrypt
               : workloads::OperationKind::decrypt;
}

workloads::SizeMix size_mix(const ScenarioConfig& config) {
    if (config.driver.variant == DriverVariant::raw && config.driver.raw_block) {
        return workloads::SizeMix::fixed(*config.driver.raw_block);
    }
    std::vector<workloads::SizeMix::Part> parts;
    for (const auto& part : config.workload.request_size.parts) {
        parts.push_back({part.bytes, part.weight});
    }
    return workloads::SizeMix(std::move(parts));
}

// Seeds of what is drawn from the one the user gave.
constexpr std::uint64_t stack_seed_offset = 0x5A'0000;
constexpr std::uint64_t arrival_seed_offset = 0xA2'0000;

esp::SecurityAssociation security_association(const ScenarioConfig& config) {
    Random random(config.run.seed + stack_seed_offset);
    esp::SecurityAssociation sa;
    sa.spi = config.stack.spi;
    sa.key = config.stack.key;
    if (sa.key.empty()) {
        sa.key.resize(config.workload.key_size / 8);
        random.fill(sa.key);
    }
    if (config.stack.salt.empty()) {
        random.fill(sa.salt);
    } else {
        std::ranges::copy(config.stack.salt, sa.salt.begin());
    }
    sa.extended_sequence_numbers = config.stack.esn;
    if (config.stack.outer == scenarios::OuterHeader::ipv6) {
        sa.tunnel = esp::Ipv6Endpoints{};
    }
    return sa;
}

}  // namespace

FpgaSoftware::FpgaSoftware(const ScenarioConfig& config, const os::CpuProfile& cpu,
                           PcieFabric& fabric, StatisticsRegistry& statistics,
                           SlotTimelines& timelines, workloads::RequestSink& sink, Hooks hooks)
    : config_(config),
      timelines_(timelines),
      sink_(sink),
      hooks_(std::move(hooks)),
      host_(config, cpu, fabric, statistics, "ipsec-card",
            [this](os::PciDevice& device) { probe(device); }) {
    if (config.workload.kind == WorkloadKind::capture) {
        const Bytes esp_trailer = 2 + 3;  // pad length, next header and at most 3 bytes of padding
        capture_ =
            workloads::read_capture(config.workload.capture.resolved, card::max_data - esp_trailer);
    }
}

void FpgaSoftware::probe(os::PciDevice& device) {
    driver_ = std::make_unique<ipsec::IpsecCardDriver>(host_.kernel(), device, timelines_,
                                                       driver_parameters(config_));
    make_workload();
    hooks_.on_start();
    workload_->start(hooks_.on_finish);
}

void FpgaSoftware::make_workload() {
    if (config_.workload.kind == WorkloadKind::capture) {
        auto replay = make_replay();
        replay_ = replay.get();
        workload_ = std::move(replay);
    } else {
        auto generator = make_generator();
        generator_ = generator.get();
        workload_ = std::move(generator);
    }
}

std::unique_ptr<workloads::Generator> FpgaSoftware::make_generator() {
    const auto& workload = config_.workload;
    workloads::RequestParameters requests;
    requests.sizes = size_mix(config_);
    requests.operation = operation(config_);
    requests.key_bytes = workload.key_size / 8;
    requests.seed = config_.run.seed;
    const os::CpuId cpu = config_.host.submit_cpu;
    switch (workload.kind) {
        case WorkloadKind::closed_loop:
            return std::make_unique<workloads::ClosedLoop>(host_.kernel(), *driver_, sink_,
                                                           requests, workload.queue_depth, cpu);
        case WorkloadKind::open_loop: {
            const double rate = workload.rate.packets_per_second(requests.sizes.mean());
            std::unique_ptr<workloads::Arrivals> arrivals;
            if (workload.arrival == scenarios::Arrival::constant) {
                arrivals = std::make_unique<workloads::ConstantArrivals>(rate);
            } else {
                arrivals = std::make_unique<workloads::PoissonArrivals>(
                    rate, config_.run.seed + arrival_seed_offset);
            }
            return std::make_unique<workloads::OpenLoop>(host_.kernel(), *driver_, sink_, requests,
                                                         std::move(arrivals), cpu);
        }
        default:
            return std::make_unique<workloads::TestModule>(host_.kernel(), *driver_, sink_,
                                                           requests, cpu);
    }
}

std::unique_ptr<workloads::CaptureReplay> FpgaSoftware::make_replay() {
    const auto& workload = config_.workload;
    workloads::CaptureParameters parameters;
    parameters.input = workload.capture.resolved;
    if (workload.output_capture.is_set()) {
        parameters.output = workload.output_capture.resolved;
    }
    parameters.pace = workload.pace == scenarios::CapturePace::captured
                          ? workloads::CapturePace::captured
                          : workloads::CapturePace::closed_loop;
    parameters.time_scale = workload.time_scale;
    parameters.in_flight = workload.queue_depth;
    parameters.repeat = workload.repeat;
    parameters.sa = security_association(config_);
    return std::make_unique<workloads::CaptureReplay>(host_.kernel(), *driver_, parameters,
                                                      *capture_, sink_, config_.host.submit_cpu);
}

WorkloadOutcome FpgaSoftware::outcome() const {
    if (generator_ != nullptr) {
        return outcome_of(generator_->counters());
    }
    WorkloadOutcome outcome;
    if (replay_ != nullptr) {
        const workloads::CaptureReplayCounters& counters = replay_->counters();
        outcome.attempted = counters.attempted;
        outcome.in_flight = counters.attempted - counters.dropped - counters.finished;
        outcome.refused = counters.dropped;
        outcome.checked = counters.verified + counters.mismatched;
        outcome.mismatched = counters.mismatched;
        outcome.failed = counters.failed;
        outcome.first_mismatch = counters.first_mismatch;
    }
    return outcome;
}

void FpgaSoftware::commit_output() {
    if (replay_ != nullptr && config_.workload.output_capture.is_set()) {
        replay_->commit_output();
    }
}

std::vector<std::string> FpgaSoftware::describe_capture() const {
    return capture_ ? workloads::describe(capture_->census) : std::vector<std::string>{};
}

}  // namespace lookaside::app
