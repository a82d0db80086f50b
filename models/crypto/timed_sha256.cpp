// SPDX-License-Identifier: Apache-2.0
// The timed engine: OpenSSL's bytes, the documented cycles of rtl/sha256.
#include "base/sha256.h"
#include "models/crypto/sha256_cycles.h"
#include "models/crypto/sha256_job.h"

namespace lookaside::crypto {
namespace {

class TimedSha256 final : public Engine {
  public:
    explicit TimedSha256(Sha256Design design) : design_(design) {}

    JobResult run(const Job& job) override {
        check_sha256_job(job);
        JobResult result;
        result.data.resize(sha256_digest_bytes);
        hash_.hash(job.data, std::span(result.data).first<sha256_digest_bytes>());
        result.cycles = sha256_message_cycles(design_, job.data.size());
        return result;
    }

    std::string_view fidelity() const override { return "timed"; }

  private:
    Sha256Design design_;
    Sha256 hash_;
};

}  // namespace

std::unique_ptr<Engine> make_timed_sha256(Sha256Design design) {
    return std::make_unique<TimedSha256>(design);
}

}  // namespace lookaside::crypto
