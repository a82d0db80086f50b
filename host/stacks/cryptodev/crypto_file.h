// SPDX-License-Identifier: Apache-2.0
// /dev/crypto, opened by a process: the ioctl path of cryptodev-linux (ioctl.c, main.c, zc.c of
// github.com/cryptodev-linux/cryptodev-linux).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "host/crypto/registry.h"
#include "host/os/kernel.h"
#include "host/stacks/cryptodev/operation.h"
#include "host/stacks/cryptodev/provider_call.h"
#include "host/stacks/cryptodev/user_pages.h"

namespace lookaside::cryptodev {

using SessionId = std::uint32_t;

/// What became of a file's operations.
struct FileCounters {
    std::uint64_t operations = 0;
    std::uint64_t zero_copy = 0;
    std::uint64_t bounced = 0;  // misaligned: copied page by page
};

/// One open file with its sessions. All calls are the process's system calls: process context, and
/// they may sleep. A session does one operation at a time; others wait for its mutex.
class CryptoFile {
  public:
    /// `alignment`: of the drivers' algorithms (cra_alignmask + 1), a power of two.
    CryptoFile(os::Kernel& kernel, const crypto_api::Registry& registry, Bytes alignment);
    ~CryptoFile();

    /// CIOCGSESSION. `driver`: empty for the provider of the highest priority. Throws InputError as
    /// Registry and Provider do.
    SessionId open_session(crypto_api::Algorithm algorithm, std::span<const std::uint8_t> key,
                           const std::string& driver = "");
    /// CIOCFSESSION.
    void close_session(SessionId id);

    /// CIOCCRYPT, CIOCAUTHCRYPT: returns when the operation is over. Data that the driver can reach
    /// where it is stays there, pinned meanwhile; else a CBC cipher's goes through a bounce page in
    /// requests of a page each. A misaligned buffer of another algorithm is invalid. Throws
    /// std::out_of_range for a session that is not open.
    Result crypt(SessionId id, const Operation& operation);
    /// The same from a worker of the kernel's, so without the system call.
    Result crypt_in_kernel(SessionId id, const Operation& operation);

    const FileCounters& counters() const { return counters_; }

  private:
    struct Session;

    Session& find(SessionId id);
    Result run(Session& session, const Operation& operation);
    Result bounce(Session& session, const Operation& operation);

    os::Kernel& kernel_;
    const crypto_api::Registry& registry_;
    const Bytes alignment_;
    std::unique_ptr<os::Mutex> sessions_lock_;  // fcr->sem
    std::map<SessionId, std::unique_ptr<Session>> sessions_;
    SessionId next_id_ = 1;
    FileCounters counters_;
};

}  // namespace lookaside::cryptodev
