// SPDX-License-Identifier: Apache-2.0
// Where the array's engines get their crypto cores from.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>

#include "models/crypto/engine.h"

namespace lookaside::array {

/// What a core computes; an engine has one core of each kind.
enum class CoreKind : std::uint8_t { sha256, aes_gcm };
inline constexpr std::size_t core_kinds = 2;

/// Makes a core, once for each engine or once for all; empty: the array does not have this kind.
using CoreFactory = std::function<std::unique_ptr<crypto::Engine>()>;

/// Cores are made when they are first used, so that idle engines cost nothing. Shared cores must
/// be stateless as far as results go, as the timed ones are; key expansion then counts for the
/// order in which engines use the core.
class EngineCores {
  public:
    enum class Ownership : std::uint8_t { one_for_all, one_each };

    EngineCores(Ownership ownership, CoreFactory sha256, CoreFactory aes_gcm)
        : ownership_(ownership), factories_{std::move(sha256), std::move(aes_gcm)} {}

    bool has(CoreKind kind) const { return factories_[index(kind)] != nullptr; }
    /// Only for a kind that it has.
    crypto::Engine& core(CoreKind kind, std::uint32_t engine) {
        auto& core = cores_[index(kind)][ownership_ == Ownership::one_each ? engine : 0];
        if (!core) {
            core = factories_[index(kind)]();
        }
        return *core;
    }
    std::size_t made(CoreKind kind) const { return cores_[index(kind)].size(); }

  private:
    static std::size_t index(CoreKind kind) { return static_cast<std::size_t>(kind); }

    Ownership ownership_;
    std::array<CoreFactory, core_kinds> factories_;
    // Looked up only, never iterated.
    std::array<std::unordered_map<std::uint32_t, std::unique_ptr<crypto::Engine>>, core_kinds>
        cores_;
};

}  // namespace lookaside::array
