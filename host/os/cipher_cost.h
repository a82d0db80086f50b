// SPDX-License-Identifier: Apache-2.0
// What ciphers and hashes cost on a CPU, in each way that CPU can run them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.h"

namespace lookaside::os {

/// How software runs a cipher or hash.
enum class Implementation : std::uint8_t {
    generic,       // tables and shifts; what any CPU of the family can do
    instructions,  // AES-NI, SHA extensions, ARMv8 cryptography extensions
};
inline constexpr std::size_t implementation_count = 2;

/// The work that has a price of its own. CBC encryption is a chain of blocks and decryption is not,
/// so that pipelined cipher instructions help only the latter.
enum class CipherWork : std::uint8_t {
    aes_128_cbc_encrypt,
    aes_128_cbc_decrypt,
    aes_256_cbc_encrypt,
    aes_256_cbc_decrypt,
    aes_128_gcm,
    aes_256_gcm,
    des_cbc,
    des3_cbc,
    sha1,
    sha256,
    sha384,
};
inline constexpr std::size_t cipher_work_count = static_cast<std::size_t>(CipherWork::sha384) + 1;

/// As in scenarios/cpus/*.toml: "generic", "aes_128_cbc_encrypt".
std::string_view name_of(Implementation implementation);
std::string_view name_of(CipherWork work);

/// The price of one call.
struct CipherPrice {
    Picoseconds per_byte{0};
    Picoseconds setup{0};
    std::string source;  // where the numbers come from
    bool calibrated = false;

    Picoseconds of(Bytes size) const { return setup + per_byte * static_cast<std::int64_t>(size); }
};

/// A CPU's prices; none for what it cannot run or nobody has measured.
using CipherPrices =
    std::array<std::array<std::optional<CipherPrice>, cipher_work_count>, implementation_count>;

}  // namespace lookaside::os
