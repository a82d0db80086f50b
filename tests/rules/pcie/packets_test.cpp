// SPDX-License-Identifier: Apache-2.0
// TLPs and DLLPs as bytes.
#include "models/pcie/crc.h"
#include "models/pcie/tlp_pool.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::pcie;

namespace {

using ByteVector = std::vector<std::uint8_t>;

// What a receiver that sees only the bytes finds in them.
ByteVector round_trip(const Tlp& tlp) {
    Tlp decoded;
    decode_header(encode_header(tlp), decoded);
    return encode_header(decoded);
}

}  // namespace

TEST_CASE("a memory write below 4 GB has a 12-byte header, above it 16 bytes") {
    TlpPool pool;
    const ByteVector data(8, 0x11);
    const TlpPtr low = pool.make(TlpType::memory_write);
    low->requester = 0x0100;
    low->tag = 0x07;
    low->set_data(0xFEE0'1000, data);
    CHECK(encode_header(*low) ==
          ByteVector{0x40, 0, 0, 2, 0x01, 0x00, 0x07, 0xFF, 0xFE, 0xE0, 0x10, 0x00});
    const TlpPtr high = pool.make(TlpType::memory_write);
    high->requester = 0x0100;
    high->tag = 0x07;
    high->set_data(0x1'0000'0010, data);
    CHECK(encode_header(*high) ==
          ByteVector{0x60, 0, 0, 2, 0x01, 0x00, 0x07, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0x10});
    CHECK(high->header_size() == 16);
}

TEST_CASE("an unaligned write carries the enclosing double words and says which bytes count") {
    TlpPool pool;
    const TlpPtr tlp = pool.make(TlpType::memory_write);
    tlp->set_data(0x1003, ByteVector{1, 2, 3, 4, 5, 6});  // 0x1003..0x1008
    CHECK(tlp->length_dw == 3);
    CHECK(tlp->first_be == 0b1000);
    CHECK(tlp->last_be == 0b0001);
    CHECK(tlp->payload_size() == 12);
    const auto payload = tlp->payload();
    CHECK(ByteVector(payload.begin(), payload.end()) ==
          ByteVector{0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0, 0});
    const auto enabled = tlp->data();
    CHECK(ByteVector(enabled.begin(), enabled.end()) == ByteVector{1, 2, 3, 4, 5, 6});
}

TEST_CASE("a request within one double word has no last byte enables") {
    Tlp tlp;
    tlp.type = TlpType::memory_read;
    tlp.set_extent(0x2001, 2);
    CHECK(tlp.length_dw == 1);
    CHECK(tlp.first_be == 0b0110);
    CHECK(tlp.last_be == 0);
}

TEST_CASE("1024 double words and 4096 bytes are encoded as zero") {
    Tlp read;
    read.type = TlpType::memory_read;
    read.set_extent(0x1000, 4096);
    const ByteVector header = encode_header(read);
    CHECK((header[2] & 3) == 0);
    CHECK(header[3] == 0);
    Tlp decoded;
    decode_header(header, decoded);
    CHECK(decoded.length_dw == 1024);
    CHECK(decoded.byte_length() == 4096);
}

TEST_CASE("a completion names completer, status, bytes left, requester, tag, lower address") {
    TlpPool pool;
    const TlpPtr tlp = pool.make(TlpType::completion_data);
    tlp->completer = 0x0000;
    tlp->requester = 0x0100;
    tlp->tag = 0x2A;
    tlp->byte_count = 300;
    tlp->set_completion_data(0x44, ByteVector(60));
    CHECK(encode_header(*tlp) ==
          ByteVector{0x4A, 0, 0, 15, 0, 0, 0x01, 0x2C, 0x01, 0x00, 0x2A, 0x44});
    const TlpPtr error = pool.make(TlpType::completion);
    error->status = CompletionStatus::unsupported_request;
    error->byte_count = 4;
    CHECK(encode_header(*error)[6] == 0x20);
}

TEST_CASE("every kind of header survives its bytes") {
    TlpPool pool;
    const TlpPtr write = pool.make(TlpType::memory_write);
    write->set_data(0x1'2345'6789, ByteVector(21));
    CHECK(round_trip(*write) == encode_header(*write));
    const TlpPtr read = pool.make(TlpType::memory_read);
    read->relaxed_ordering = true;
    read->set_extent(0xABC1, 77);
    CHECK(round_trip(*read) == encode_header(*read));
    const TlpPtr config = pool.make(TlpType::config_write0);
    config->completer = 0x0100;
    config->set_data(0x48, ByteVector(4));
    CHECK(round_trip(*config) == encode_header(*config));
    const TlpPtr data = pool.make(TlpType::completion_data);
    data->poisoned = true;
    data->set_completion_data(0x40, ByteVector(64));
    CHECK(round_trip(*data) == encode_header(*data));
}

TEST_CASE("a header of another kind or too short is refused") {
    Tlp tlp;
    CHECK_THROWS(decode_header(ByteVector{0x40, 0, 0, 1}, tlp));
    CHECK_THROWS(decode_header(ByteVector(12, 0x1F), tlp));
}

TEST_CASE("the LCRC is the CRC-32 of Ethernet, and sees every flipped bit") {
    const std::string check = "123456789";
    const ByteVector digits(check.begin(), check.end());
    CHECK(crc32(digits) == 0xCBF43926);
    TlpPool pool;
    const TlpPtr tlp = pool.make(TlpType::memory_write);
    tlp->set_data(0x1000, ByteVector(16, 0x5A));
    ByteVector bytes = link_bytes(*tlp, 0x123);
    const std::uint32_t good = crc32(bytes);
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << bit % 8));
        CHECK(crc32(bytes) != good);
        bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << bit % 8));
    }
}

TEST_CASE("DLLPs carry sequence number or credits in their fields") {
    Dllp nak;
    nak.type = DllpType::nak;
    nak.sequence = 0xABC;
    const auto nak_bytes = encode(nak);
    CHECK(nak_bytes[0] == 0x10);
    CHECK(nak_bytes[2] == 0x0A);
    CHECK(nak_bytes[3] == 0xBC);
    Dllp update;
    update.type = DllpType::update_fc;
    update.kind = TlpClass::completion;
    update.credits = {0xA5, 0x123};
    const auto bytes = encode(update);
    CHECK(bytes[0] == 0xA0);
    CHECK(((bytes[1] & 0x3F) << 2 | bytes[2] >> 6) == 0xA5);
    CHECK(((bytes[2] & 0x0F) << 8 | bytes[3]) == 0x123);
}

TEST_CASE("a pool hands out packets again and loses none") {
    TlpPool pool;
    const Tlp* first = nullptr;
    {
        const TlpPtr tlp = pool.make(TlpType::memory_write);
        const TlpPtr other(*tlp);
        first = &*tlp;
        CHECK(pool.in_use() == 1);
    }
    CHECK(pool.in_use() == 0);
    CHECK(&*pool.make(TlpType::memory_read) == first);
}
