// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/capture_writer.h"

#include <fmt/format.h>
#include <pcap/pcap.h>

#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace lookaside::workloads {
namespace {

constexpr int snapshot_length = 65535;  // an IP packet is never longer

[[noreturn]] void reject(const std::filesystem::path& path, const std::string& what) {
    throw InputError(fmt::format(
        "output capture {}: {}; give a path in a folder that can be written and has room",
        path.string(), what));
}

}  // namespace

struct CaptureWriter::Handles {
    std::unique_ptr<pcap_t, decltype(&pcap_close)> format{nullptr, &pcap_close};
    std::unique_ptr<pcap_dumper_t, decltype(&pcap_dump_close)> dumper{nullptr, &pcap_dump_close};
};

CaptureWriter::CaptureWriter(std::filesystem::path path)
    : path_(std::move(path)), temporary_(path_), handles_(std::make_unique<Handles>()) {
    temporary_ += ".partial";
    std::error_code ignored;
    if (std::filesystem::is_directory(path_, ignored)) {
        reject(path_, "is a directory");
    }
    handles_->format.reset(
        pcap_open_dead_with_tstamp_precision(DLT_RAW, snapshot_length, PCAP_TSTAMP_PRECISION_NANO));
    handles_->dumper.reset(pcap_dump_open(handles_->format.get(), temporary_.c_str()));
    if (!handles_->dumper) {
        reject(path_, pcap_geterr(handles_->format.get()));
    }
}

CaptureWriter::~CaptureWriter() {
    if (handles_->dumper) {
        handles_->dumper.reset();
        std::error_code ignored;
        std::filesystem::remove(temporary_, ignored);
    }
}

void CaptureWriter::write(SimTime at, std::span<const std::uint8_t> packet) {
    constexpr std::int64_t ps_per_ns = 1'000;
    constexpr std::int64_t ns_per_s = 1'000'000'000;
    const std::int64_t ns = at.count() / ps_per_ns;
    pcap_pkthdr header{};
    header.ts.tv_sec = ns / ns_per_s;
    header.ts.tv_usec = ns % ns_per_s;  // the file's precision is nanoseconds
    header.caplen = static_cast<bpf_u_int32>(packet.size());
    header.len = header.caplen;
    pcap_dump(reinterpret_cast<u_char*>(handles_->dumper.get()), &header, packet.data());
}

void CaptureWriter::commit() {
    const bool written = pcap_dump_flush(handles_->dumper.get()) == 0 &&
                         std::ferror(pcap_dump_file(handles_->dumper.get())) == 0;
    std::error_code renamed;
    if (written) {
        handles_->dumper.reset();
        std::filesystem::rename(temporary_, path_, renamed);
    }
    if (!written || renamed) {
        std::error_code ignored;
        std::filesystem::remove(temporary_, ignored);
        reject(path_, written ? renamed.message() : "could not be written wholly");
    }
}

}  // namespace lookaside::workloads
