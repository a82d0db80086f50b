// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/cryptodev/crypto_file.h"

#include <optional>

namespace lookaside::cryptodev {
namespace {

class MutexGuard {
  public:
    explicit MutexGuard(os::Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
    ~MutexGuard() { mutex_.unlock(); }
    MutexGuard(const MutexGuard&) = delete;
    MutexGuard& operator=(const MutexGuard&) = delete;

  private:
    os::Mutex& mutex_;
};

}  // namespace

struct CryptoFile::Session {
    Session(os::Kernel& kernel, const crypto_api::Registry& registry,
            crypto_api::Algorithm algorithm, std::span<const std::uint8_t> key,
            const std::string& driver)
        : call(kernel, registry, algorithm, key, driver),
          lock(kernel.make_mutex("cryptodev_session")) {}

    ProviderCall call;
    std::unique_ptr<os::Mutex> lock;  // ses_ptr->sem
    std::optional<BouncePage> page;   // once it was needed
};

CryptoFile::CryptoFile(os::Kernel& kernel, const crypto_api::Registry& registry, Bytes alignment)
    : kernel_(kernel),
      registry_(registry),
      alignment_(alignment),
      sessions_lock_(kernel.make_mutex("cryptodev_sessions")) {}

CryptoFile::~CryptoFile() = default;

SessionId CryptoFile::open_session(crypto_api::Algorithm algorithm,
                                   std::span<const std::uint8_t> key, const std::string& driver) {
    kernel_.spend(os::Cost::syscall);
    kernel_.spend(os::Cost::cryptodev_call);
    kernel_.spend(os::Cost::allocation, 2);  // the session and the algorithm's context
    auto session = std::make_unique<Session>(kernel_, registry_, algorithm, key, driver);
    const MutexGuard guard(*sessions_lock_);
    sessions_.emplace(next_id_, std::move(session));
    return next_id_++;
}

void CryptoFile::close_session(SessionId id) {
    kernel_.spend(os::Cost::syscall);
    kernel_.spend(os::Cost::free, 2);
    const MutexGuard guard(*sessions_lock_);
    sessions_.erase(id);
}

CryptoFile::Session& CryptoFile::find(SessionId id) {
    const MutexGuard guard(*sessions_lock_);
    return *sessions_.at(id);
}

Result CryptoFile::crypt(SessionId id, const Operation& operation) {
    kernel_.spend(os::Cost::syscall);
    return crypt_in_kernel(id, operation);
}

Result CryptoFile::crypt_in_kernel(SessionId id, const Operation& operation) {
    kernel_.spend(os::Cost::cryptodev_call);
    Session& session = find(id);
    const MutexGuard guard(*session.lock);
    ++counters_.operations;
    return run(session, operation);
}

Result CryptoFile::run(Session& session, const Operation& operation) {
    if (is_aligned(operation.data, alignment_)) {
        ++counters_.zero_copy;
        const PinnedPages pages(kernel_, operation.data);
        return session.call.run(operation);
    }
    if (session.call.type() == crypto_api::AlgorithmType::skcipher) {
        ++counters_.bounced;
        return bounce(session, operation);
    }
    return {.outcome = Outcome::invalid, .timeline = {}, .accepted = kernel_.now()};
}

Result CryptoFile::bounce(Session& session, const Operation& operation) {
    if (!session.page) {
        session.page.emplace(kernel_);
    }
    Result result;
    session.page->for_each_chunk(operation.data, [&](std::span<std::uint8_t> chunk) {
        Operation part = operation;
        part.data = chunk;
        result = session.call.run(part);
        return result.outcome == Outcome::ok;
    });
    return result;
}

}  // namespace lookaside::cryptodev
