// SPDX-License-Identifier: Apache-2.0
#include "app/kat.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "models/crypto/engine.h"
#include "models/crypto/kat/runner.h"
#include "models/crypto/kat/vector.h"

namespace lookaside::app {
namespace {

using crypto::AesGcmDesign;
using crypto::Sha256Design;
using crypto::kat::Verdict;

/// Failures of a file that are listed one by one.
constexpr std::size_t listed_failures = 10;

struct Options {
    std::string engine = "rtl";
    std::string design = "iterative";
    int rounds = 1;
    std::vector<std::string> files;
};

std::unique_ptr<crypto::Engine> make_aes_gcm(const Options& options) {
    const auto design =
        options.design == "iterative" ? AesGcmDesign::iterative : AesGcmDesign::pipelined;
    return options.engine == "rtl" ? crypto::make_rtl_aes_gcm(design)
                                   : crypto::make_timed_aes_gcm(design);
}

std::unique_ptr<crypto::Engine> make_sha256(const Options& options) {
    const auto design = options.rounds == 1   ? Sha256Design::one_round
                        : options.rounds == 2 ? Sha256Design::two_rounds
                                              : Sha256Design::four_rounds;
    return options.engine == "rtl" ? crypto::make_rtl_sha256(design)
                                   : crypto::make_timed_sha256(design);
}

std::size_t skipped_count(const Verdict& verdict) {
    return std::accumulate(
        verdict.skipped.begin(), verdict.skipped.end(), std::size_t{0},
        [](std::size_t sum, const crypto::kat::Skipped& entry) { return sum + entry.count; });
}

void print_verdict(const std::string& file, const Verdict& verdict) {
    fmt::print("{}: {} passed, {} failed, {} skipped\n", file, verdict.passed,
               verdict.failures.size(), skipped_count(verdict));
    for (const crypto::kat::Skipped& entry : verdict.skipped) {
        fmt::print("    skipped {}: {}\n", entry.count, entry.reason);
    }
    std::size_t listed = 0;
    for (const crypto::kat::Failure& failure : verdict.failures) {
        if (listed++ == listed_failures) {
            fmt::print("    failed: and {} more\n", verdict.failures.size() - listed_failures);
            break;
        }
        fmt::print("    failed {}:{}: {}: {}\n", file, failure.line, failure.name, failure.what);
    }
}

/// Every file is read before the first one runs, so that a bad one costs no wait.
bool run_files(const Options& options) {
    std::vector<crypto::kat::VectorFile> files;
    for (const std::string& name : options.files) {
        files.push_back(crypto::kat::read_vector_file(name));
    }
    const std::unique_ptr<crypto::Engine> aes_gcm = make_aes_gcm(options);
    const std::unique_ptr<crypto::Engine> sha256 = make_sha256(options);
    bool all_passed = true;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Verdict verdict = files[i].hashes.empty()
                                    ? run_vectors(*aes_gcm, std::move(files[i]))
                                    : run_hash_vectors(*sha256, std::move(files[i]));
        print_verdict(options.files[i], verdict);
        all_passed = all_passed && verdict.failures.empty();
    }
    return all_passed;
}

}  // namespace

void add_kat(CLI::App& app, int& exit_status) {
    auto options = std::make_shared<Options>();
    auto* command = app.add_subcommand("kat", "Run known-answer files on a crypto engine");
    command
        ->add_option("--engine", options->engine,
                     "rtl (the Verilated core) or timed (OpenSSL with the core's cycles)")
        ->check(CLI::IsMember({"rtl", "timed"}))
        ->capture_default_str();
    command
        ->add_option("--design", options->design,
                     "the AES-GCM core's design point: iterative (a round a cycle) or pipelined (a "
                     "block)")
        ->check(CLI::IsMember({"iterative", "pipelined"}))
        ->capture_default_str();
    command
        ->add_option("--rounds", options->rounds,
                     "the SHA-256 core's design point: rounds a cycle, 1, 2 or 4")
        ->check(CLI::IsMember({1, 2, 4}))
        ->capture_default_str();
    command
        ->add_option("FILE", options->files,
                     "NIST CAVP response files (GCM, SHA-256) or Wycheproof JSON files (AES-GCM)")
        ->required();
    command->callback([options, &exit_status] { exit_status = run_files(*options) ? 0 : 1; });
}

}  // namespace lookaside::app
