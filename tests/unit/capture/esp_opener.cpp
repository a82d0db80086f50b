// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/capture/esp_opener.h"

#include <openssl/evp.h>
#include <pcap/pcap.h>

#include "tests/support/catch.h"

namespace lookaside::testing {

std::vector<WirePacket> read_with_libpcap(const std::filesystem::path& path) {
    char error[PCAP_ERRBUF_SIZE] = {};
    pcap_t* file =
        pcap_open_offline_with_tstamp_precision(path.c_str(), PCAP_TSTAMP_PRECISION_NANO, error);
    INFO(error);
    REQUIRE(file != nullptr);
    CHECK(pcap_datalink(file) == DLT_RAW);
    std::vector<WirePacket> packets;
    pcap_pkthdr* header = nullptr;
    const u_char* bytes = nullptr;
    while (pcap_next_ex(file, &header, &bytes) == 1) {
        packets.push_back(
            {Picoseconds{(header->ts.tv_sec * 1'000'000'000 + header->ts.tv_usec) * 1'000},
             {bytes, bytes + header->caplen}});
    }
    pcap_close(file);
    return packets;
}

CaptureBytes open_with_openssl(const esp::SecurityAssociation& sa, std::uint32_t sequence_high,
                               const CaptureBytes& packet) {
    const std::size_t outer = packet[0] >> 4 == 4 ? 20 : 40;
    const std::uint8_t* header = packet.data() + outer;
    const std::uint8_t* payload = header + 16;
    const int payload_bytes = static_cast<int>(packet.size() - outer - 32);

    CaptureBytes nonce(sa.salt.begin(), sa.salt.end());
    nonce.insert(nonce.end(), header + 8, header + 16);
    CaptureBytes aad(header, header + 4);
    for (int shift = 24; sa.extended_sequence_numbers && shift >= 0; shift -= 8) {
        aad.push_back(static_cast<std::uint8_t>(sequence_high >> shift));
    }
    aad.insert(aad.end(), header + 4, header + 8);

    CaptureBytes plain(static_cast<std::size_t>(payload_bytes));
    CaptureBytes icv(packet.end() - 16, packet.end());
    int written = 0;
    EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
    EVP_DecryptInit_ex(context, sa.key.size() == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm(),
                       nullptr, sa.key.data(), nonce.data());
    EVP_DecryptUpdate(context, nullptr, &written, aad.data(), static_cast<int>(aad.size()));
    EVP_DecryptUpdate(context, plain.data(), &written, payload, payload_bytes);
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, 16, icv.data());
    const bool authentic = EVP_DecryptFinal_ex(context, plain.data(), &written) == 1;
    EVP_CIPHER_CTX_free(context);
    if (!authentic) {
        return {};
    }
    const std::size_t padding = plain[plain.size() - 2];
    CHECK(plain.back() == (plain[0] >> 4 == 4 ? 4 : 41));
    plain.resize(plain.size() - 2 - padding);
    return plain;
}

}  // namespace lookaside::testing
