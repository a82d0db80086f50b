// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/operation.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/aes_gcm.h"

namespace lookaside::workloads {
namespace {

using crypto_api::Direction;

void fill_with_random(GeneratedRequest& request, Random& random) {
    random.fill(request.original);
    std::ranges::copy(request.original, request.aead.payload.begin());
}

bool is_equal(std::string_view what, std::span<const std::uint8_t> found,
              std::span<const std::uint8_t> expected, std::string& difference) {
    // Nearly always equal: memcmp() finds that out many bytes at a time, mismatch() byte by byte.
    if (found.size() == expected.size() &&
        std::memcmp(found.data(), expected.data(), found.size()) == 0) {
        return true;
    }
    const auto at = std::ranges::mismatch(found, expected).in1;
    difference = std::string(what) + " differs from byte " + std::to_string(at - found.begin()) +
                 " of " + std::to_string(found.size());
    return false;
}

class Encrypt final : public Operation {
  public:
    explicit Encrypt(std::span<const std::uint8_t> key) : golden_(key) {}

    void prepare(GeneratedRequest& request, Random& random) override {
        request.aead.direction = Direction::encrypt;
        fill_with_random(request, random);
    }
    Verdict judge(const GeneratedRequest& request, std::string& difference) override {
        expected_.resize(request.original.size());
        golden_.encrypt(request.aead.iv, request.aead.aad, request.original, expected_, tag_);
        const bool right =
            is_equal("the ciphertext", request.aead.payload, expected_, difference) &&
            is_equal("the tag", request.aead.tag, tag_, difference);
        return right ? Verdict::right : Verdict::wrong;
    }

  private:
    AesGcm golden_;
    std::vector<std::uint8_t> expected_;
    std::array<std::uint8_t, 16> tag_{};
};

class Decrypt final : public Operation {
  public:
    explicit Decrypt(std::span<const std::uint8_t> key) : golden_(key) {}

    void prepare(GeneratedRequest& request, Random& random) override {
        request.aead.direction = Direction::decrypt;
        random.fill(request.original);
        golden_.encrypt(request.aead.iv, request.aead.aad, request.original, request.aead.payload,
                        request.aead.tag);
    }
    Verdict judge(const GeneratedRequest& request, std::string& difference) override {
        return is_equal("the plaintext", request.aead.payload, request.original, difference)
                   ? Verdict::right
                   : Verdict::wrong;
    }

  private:
    AesGcm golden_;
};

class Echo final : public Operation {
  public:
    void prepare(GeneratedRequest& request, Random& random) override {
        fill_with_random(request, random);
    }
    Verdict judge(const GeneratedRequest& request, std::string& difference) override {
        return is_equal("the block", request.aead.payload, request.original, difference)
                   ? Verdict::right
                   : Verdict::wrong;
    }
};

class Move final : public Operation {
  public:
    void prepare(GeneratedRequest& request, Random& random) override {
        fill_with_random(request, random);
    }
    Verdict judge(const GeneratedRequest&, std::string&) override { return Verdict::unchecked; }
};

}  // namespace

std::unique_ptr<Operation> make_operation(OperationKind kind, std::span<const std::uint8_t> key) {
    switch (kind) {
        case OperationKind::decrypt:
            return std::make_unique<Decrypt>(key);
        case OperationKind::echo:
            return std::make_unique<Echo>();
        case OperationKind::move:
            return std::make_unique<Move>();
        case OperationKind::encrypt:
            break;
    }
    return std::make_unique<Encrypt>(key);
}

}  // namespace lookaside::workloads
