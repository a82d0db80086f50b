// SPDX-License-Identifier: Apache-2.0
#include "host/stacks/esp/reference_cipher.h"

#include <algorithm>
#include <vector>

#include "base/aes_gcm.h"
#include "base/cbc_cipher.h"
#include "base/hmac.h"

namespace lookaside::esp {

class ReferenceCipher::Algorithm {
  public:
    virtual ~Algorithm() = default;
    virtual void seal(const CipherInputs& inputs, std::span<std::uint8_t> payload,
                      std::span<std::uint8_t> icv) = 0;
    virtual bool open(const CipherInputs& inputs, std::span<std::uint8_t> payload,
                      std::span<const std::uint8_t> icv) = 0;
};

class ReferenceCipher::Gcm final : public Algorithm {
  public:
    explicit Gcm(const SecurityAssociation& sa) : cipher_(sa.key) {}

    void seal(const CipherInputs& inputs, std::span<std::uint8_t> payload,
              std::span<std::uint8_t> icv) override {
        cipher_.encrypt(inputs.iv_span(), inputs.aad_span(), payload, payload, icv);
    }
    bool open(const CipherInputs& inputs, std::span<std::uint8_t> payload,
              std::span<const std::uint8_t> icv) override {
        return cipher_.decrypt(inputs.iv_span(), inputs.aad_span(), payload, payload, icv);
    }

  private:
    AesGcm cipher_;
};

class ReferenceCipher::CbcHmac final : public Algorithm {
  public:
    CbcHmac(const SecurityAssociation& sa, HashFunction hash)
        : cipher_(BlockCipher::aes, sa.key), hmac_(hash, sa.auth_key) {}

    void seal(const CipherInputs& inputs, std::span<std::uint8_t> payload,
              std::span<std::uint8_t> icv) override {
        cipher_.encrypt(inputs.iv_span(), payload, payload);
        const std::vector<std::uint8_t> mac = hmac_.mac(inputs.aad_span(), payload);
        std::ranges::copy(std::span(mac).first(icv.size()), icv.begin());
    }
    bool open(const CipherInputs& inputs, std::span<std::uint8_t> payload,
              std::span<const std::uint8_t> icv) override {
        const std::vector<std::uint8_t> mac = hmac_.mac(inputs.aad_span(), payload);
        if (!std::ranges::equal(std::span(mac).first(icv.size()), icv)) {
            return false;
        }
        cipher_.decrypt(inputs.iv_span(), payload, payload);
        return true;
    }

  private:
    CbcCipher cipher_;
    Hmac hmac_;
};

ReferenceCipher::ReferenceCipher(const SecurityAssociation& sa) {
    switch (sa.suite) {
        case Suite::aes_gcm:
            algorithm_ = std::make_unique<Gcm>(sa);
            break;
        case Suite::aes_cbc_hmac_sha1:
            algorithm_ = std::make_unique<CbcHmac>(sa, HashFunction::sha1);
            break;
        case Suite::aes_cbc_hmac_sha256:
            algorithm_ = std::make_unique<CbcHmac>(sa, HashFunction::sha256);
            break;
    }
}

ReferenceCipher::~ReferenceCipher() = default;

void ReferenceCipher::seal(const CipherInputs& inputs, std::span<std::uint8_t> payload,
                           std::span<std::uint8_t> icv) {
    algorithm_->seal(inputs, payload, icv);
}

bool ReferenceCipher::open(const CipherInputs& inputs, std::span<std::uint8_t> payload,
                           std::span<const std::uint8_t> icv) {
    return algorithm_->open(inputs, payload, icv);
}

}  // namespace lookaside::esp
