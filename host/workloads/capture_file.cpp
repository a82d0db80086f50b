// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/capture_file.h"

#include <fmt/format.h>
#include <pcap/pcap.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <system_error>

#include "base/error.h"
#include "host/workloads/capture_ip_packet.h"
#include "host/workloads/capture_link_layer.h"

namespace lookaside::workloads {
namespace {

using Savefile = std::unique_ptr<pcap_t, decltype(&pcap_close)>;
using Stream = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

[[noreturn]] void reject(const std::filesystem::path& path, const std::string& what,
                         const std::string& fix) {
    throw InputError(fmt::format("capture {}: {}; {}", path.string(), what, fix));
}

// Opens the stream here, not in libpcap, which takes "-" for the standard input.
Stream open_stream(const std::filesystem::path& path) {
    const std::string fix = "give the path of a pcap or pcapng file";
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        reject(path, "is a directory", fix);
    }
    Stream stream(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!stream) {
        reject(path, "cannot be opened: " + std::generic_category().message(errno), fix);
    }
    return stream;
}

void reject_what_is_no_savefile(const std::filesystem::path& path, std::FILE* stream) {
    std::array<unsigned char, 4> magic{};
    const std::size_t read = std::fread(magic.data(), 1, magic.size(), stream);
    if (read == 0) {
        reject(path, "is empty", "capture it again, or give another file");
    }
    if (magic[0] == 0x1F && magic[1] == 0x8B) {
        reject(path, "is compressed with gzip", "unpack it with gunzip first");
    }
    std::rewind(stream);
}

Savefile open_savefile(const std::filesystem::path& path) {
    Stream stream = open_stream(path);
    reject_what_is_no_savefile(path, stream.get());
    std::array<char, PCAP_ERRBUF_SIZE> error{};
    Savefile savefile(pcap_fopen_offline_with_tstamp_precision(
                          stream.get(), PCAP_TSTAMP_PRECISION_NANO, error.data()),
                      &pcap_close);
    if (!savefile) {
        reject(path, error.data(), "give a whole pcap or pcapng file with one link type");
    }
    static_cast<void>(stream.release());  // pcap_close() closes it
    return savefile;
}

LinkLayer link_layer_of(const std::filesystem::path& path, pcap_t* savefile) {
    const int dlt = pcap_datalink(savefile);
    const auto link = LinkLayer::of(dlt);
    if (!link) {
        const char* name = pcap_datalink_val_to_name(dlt);
        reject(path, fmt::format("has link type {} ({})", dlt, name == nullptr ? "?" : name),
               "give a capture of one of these: " + LinkLayer::supported());
    }
    return *link;
}

std::string link_type_name(pcap_t* savefile) {
    const char* name = pcap_datalink_val_to_description(pcap_datalink(savefile));
    return name == nullptr ? fmt::format("link type {}", pcap_datalink(savefile)) : name;
}

// Sorts frames into packets to replay and the census of the others.
class Reader {
  public:
    Reader(LinkLayer link, Capture& capture) : link_(link), capture_(capture) {}

    void take(const pcap_pkthdr& header, std::span<const std::uint8_t> frame) {
        CaptureCensus& census = capture_.census;
        const std::uint64_t number = ++census.frames;
        const Bytes length = std::max<Bytes>(header.len, frame.size());
        const LinkPayload payload = link_.parse(frame);
        if (payload.kind == LinkPayload::Kind::other) {
            ++census.not_ip[payload.protocol];
            return;
        }
        if (payload.kind == LinkPayload::Kind::cut_off) {
            note_cut_off(number, frame.size(), length);
            return;
        }
        const IpPacket packet = cut_ip_packet(frame.subspan(payload.header_bytes),
                                              length - payload.header_bytes, payload.ip_version);
        switch (packet.kind) {
            case IpPacket::Kind::whole:
                break;
            case IpPacket::Kind::truncated:
                census.truncated.push_back({number, frame.size(), length});
                return;
            case IpPacket::Kind::malformed:
                census.malformed.push_back({number, packet.reason});
                return;
        }
        if (packet.length > census.limit) {
            census.too_large.push_back({number, packet.length});
            return;
        }
        ++(payload.ip_version == 4 ? census.ipv4 : census.ipv6);
        census.bytes += packet.length;
        capture_.packets.push_back(
            {number, since_first(header), {packet.bytes.begin(), packet.bytes.end()}});
    }

  private:
    void note_cut_off(std::uint64_t number, Bytes captured, Bytes length) {
        if (captured < length) {
            capture_.census.truncated.push_back({number, captured, length});
        } else {
            capture_.census.malformed.push_back(
                {number, "the frame ends within its link-layer header"});
        }
    }

    std::chrono::nanoseconds since_first(const pcap_pkthdr& header) {
        // Savefiles may hold any 64-bit time; a century either way keeps nanoseconds in range.
        constexpr std::int64_t century = 3'155'760'000;
        if (capture_.packets.empty()) {
            first_ = header.ts;
        }
        const std::int64_t seconds =
            std::clamp(sane(header.ts.tv_sec) - sane(first_.tv_sec), -century, century);
        return std::chrono::seconds(seconds) +
               std::chrono::nanoseconds(header.ts.tv_usec - first_.tv_usec);
    }

    static std::int64_t sane(std::int64_t seconds) {
        return std::clamp(seconds, std::int64_t{0}, std::int64_t{1} << 40);
    }

    LinkLayer link_;
    Capture& capture_;
    timeval first_{};  // tv_usec holds nanoseconds
};

std::string joined(const std::vector<std::string>& lines) {
    std::string all;
    for (const auto& line : lines) {
        all += (all.empty() ? "" : "; ") + line;
    }
    return all;
}

}  // namespace

Capture read_capture(const std::filesystem::path& path, Bytes limit) {
    const Savefile savefile = open_savefile(path);
    Capture capture;
    capture.census.limit = limit;
    capture.census.link_type = link_type_name(savefile.get());
    Reader reader(link_layer_of(path, savefile.get()), capture);

    pcap_pkthdr* header = nullptr;
    const std::uint8_t* bytes = nullptr;
    int answer = 0;
    while ((answer = pcap_next_ex(savefile.get(), &header, &bytes)) == 1) {
        reader.take(*header, {bytes, header->caplen});
    }
    if (answer != PCAP_ERROR_BREAK) {
        reject(path,
               fmt::format("cannot be read beyond frame {}: {}", capture.census.frames,
                           pcap_geterr(savefile.get())),
               "capture it again, or keep the whole frames with: editcap IN OUT");
    }
    if (capture.packets.empty()) {
        reject(
            path, "has no IP packet to replay (" + joined(describe(capture.census)) + ")",
            "give a capture with whole IP packets of at most " + std::to_string(limit) + " bytes");
    }
    return capture;
}

}  // namespace lookaside::workloads
