// SPDX-License-Identifier: Apache-2.0
// The timed engine: OpenSSL's bytes, the documented cycles of rtl/aes_gcm.
#include <optional>

#include "base/aes_gcm.h"
#include "models/crypto/aes_gcm_cycles.h"
#include "models/crypto/job_key.h"

namespace lookaside::crypto {
namespace {

class TimedAesGcm final : public Engine {
  public:
    explicit TimedAesGcm(AesGcmDesign design) : design_(design) {}

    JobResult run(const Job& job) override {
        JobResult result;
        if (key_.load(job)) {
            cipher_.emplace(job.key);
            result.cycles = aes_gcm_key_cycles(design_, job.algorithm);
        }
        result.data.resize(job.data.size());
        if (job.direction == Direction::encrypt) {
            result.tag.resize(gcm_tag_bytes);
            cipher_->encrypt(job.iv, job.aad, job.data, result.data, result.tag);
        } else if (!cipher_->decrypt(job.iv, job.aad, job.data, result.data, job.tag)) {
            result.authentic = false;
            result.data.clear();
        }
        const bool released = job.direction == Direction::decrypt && result.authentic;
        result.cycles += aes_gcm_packet_cycles(
            design_, job.algorithm, {job.iv.size(), job.aad.size(), job.data.size(), released});
        return result;
    }

    std::string_view fidelity() const override { return "timed"; }

  private:
    AesGcmDesign design_;
    LoadedKey key_;
    std::optional<AesGcm> cipher_;
};

}  // namespace

std::unique_ptr<Engine> make_timed_aes_gcm(AesGcmDesign design) {
    return std::make_unique<TimedAesGcm>(design);
}

}  // namespace lookaside::crypto
