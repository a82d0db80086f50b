// SPDX-License-Identifier: Apache-2.0
// What the parameters of the FPGA IPsec card's system ask of each other.
#include <fmt/format.h>

#include "datasheets/ipsec_card.h"
#include "scenarios/checker.h"
#include "scenarios/cpu_profile.h"

namespace lookaside::scenarios {
namespace {

void check_sizes(const Checker& checker) {
    const bool raw = checker.config().driver.variant == DriverVariant::raw;
    const Bytes card_limit =
        raw ? datasheet::ipsec_card::ram_bytes : datasheet::ipsec_card::max_data;
    const Bytes largest = checker.config().workload.request_size.largest();
    checker.refuse_if(
        largest > card_limit, "workload.request_size",
        fmt::format("a request of {} B does not fit the card's RAM{}; use {} B or less", largest,
                    raw ? "" : " slot", card_limit));
    if (checker.config().stack.kind == StackKind::esp) {
        constexpr Bytes ipv4_header = 20;
        // Pad length and next header follow the packet, the whole padded to 4 bytes (RFC 4303).
        constexpr Bytes packet_limit = datasheet::ipsec_card::max_data / 4 * 4 - 2;
        checker.refuse_if(
            checker.config().workload.request_size.smallest() < ipv4_header,
            "workload.request_size",
            "an IP packet is 20 B or more; use such a size, or stack.kind = \"none\"");
        checker.refuse_if(
            largest > packet_limit, "workload.request_size",
            fmt::format("a packet of {} B and its ESP trailer do not fit the card's RAM slot; "
                        "use {} B or less",
                        largest, packet_limit));
    }
}

void check_cores(const Checker& checker) {
    const DriverConfig& driver = checker.config().driver;
    const os::CpuProfile profile = load_cpu_profile(checker.config().host.cpu, checker.folder());
    checker.refuse_missing_core("driver.worker_cpu", driver.worker_cpu.value_or(0), profile);
    checker.refuse_missing_core("driver.callback_cpu", driver.callback_cpu.value_or(0), profile);
}

void check_capture(const Checker& checker) {
    const WorkloadConfig& workload = checker.config().workload;
    if (workload.kind != WorkloadKind::capture) {
        checker.refuse_if(
            checker.set_on_command_line("workload.capture"), "workload.capture",
            fmt::format("a {} workload reads no capture; add --set workload.kind=capture",
                        checker.shown("workload.kind")));
        return;
    }
    checker.refuse_if(!workload.capture.is_set(), "workload.capture",
                      "a capture workload needs a file; use capture = \"FILE.pcap\"");
    checker.refuse_if(!std::filesystem::is_regular_file(workload.capture.resolved),
                      "workload.capture",
                      fmt::format("no such file: {}; name a pcap or pcapng file",
                                  workload.capture.resolved.string()));
    checker.refuse_if(checker.config().stack.kind != StackKind::esp, "stack.kind",
                      "a capture's packets need a tunnel; use \"esp\"");
    checker.refuse_if(workload.direction == CryptoDirection::decrypt, "workload.direction",
                      "a capture's packets are encrypted; use \"encrypt\"");
}

void check_workload(const Checker& checker) {
    const WorkloadConfig& workload = checker.config().workload;
    checker.refuse_if(workload.kind == WorkloadKind::open_loop && !workload.rate.is_set(),
                      "workload.rate",
                      "an open loop needs a rate; use for example rate = \"300 Mb/s\"");
    checker.refuse_if(
        workload.kind != WorkloadKind::open_loop && checker.set_on_command_line("workload.rate"),
        "workload.rate",
        fmt::format("a {} workload has no rate; add --set workload.kind=open-loop",
                    checker.shown("workload.kind")));
    checker.refuse_if(
        workload.kind == WorkloadKind::closed_loop &&
            workload.queue_depth > checker.config().driver.queue_limit,
        "workload.queue_depth",
        fmt::format("the driver refuses requests beyond driver.queue_limit ({}); use that or "
                    "less",
                    checker.shown("driver.queue_limit")));
    check_capture(checker);
}

void check_driver(const Checker& checker) {
    if (checker.config().driver.variant != DriverVariant::raw) {
        for (const char* name : {"driver.raw_block", "driver.raw_direction"}) {
            checker.refuse_if(checker.set_on_command_line(name), name,
                              fmt::format("the {} driver has none; add --set driver.variant=raw",
                                          checker.shown("driver.variant")));
        }
        return;
    }
    checker.refuse_if(checker.config().stack.kind != StackKind::none, "stack.kind",
                      "the raw driver encrypts nothing; use \"none\", or another driver.variant");
}

void check_keys(const Checker& checker) {
    const std::size_t given = checker.config().stack.key.size() * 8;
    checker.refuse_if(given != 0 && given != checker.config().workload.key_size, "stack.key",
                      fmt::format("{} bits long, but workload.key_size is {}; make them equal",
                                  given, checker.config().workload.key_size));
}

}  // namespace

void check_fpga_ipsec(const Checker& checker) {
    check_sizes(checker);
    check_cores(checker);
    check_workload(checker);
    check_driver(checker);
    check_keys(checker);
}

}  // namespace lookaside::scenarios
