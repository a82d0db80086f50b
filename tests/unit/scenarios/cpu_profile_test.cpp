// SPDX-License-Identifier: Apache-2.0
// A CPU profile prices every cost and says where each price comes from.
#include "scenarios/cpu_profile.h"

#include <unistd.h>

#include <fstream>

#include "base/error.h"
#include "tests/support/catch.h"

using namespace lookaside;
using namespace lookaside::scenarios;

namespace {

/// A complete profile, to which a test adds what is wrong.
std::string complete_profile() {
    std::string text =
        "name = \"Test CPU\"\nfrequency = \"2 GHz\"\ncores = 2\ncoherent = false\n"
        "cstate_entry = \"20 us\"\n";
    for (std::size_t i = 0; i < os::cost_count; ++i) {
        text += "[costs." + std::string(os::name_of(static_cast<os::Cost>(i))) +
                "]\nvalue = \"100 ns\"\nsource = \"a measurement\"\n";
    }
    return text;
}

os::CpuProfile load(const std::string& text) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("lookaside-cpu-" + std::to_string(getpid()) + ".toml");
    std::ofstream(file) << text;
    try {
        const auto profile = load_cpu_profile(file.string(), ".");
        std::filesystem::remove(file);
        return profile;
    } catch (const InputError& error) {
        std::filesystem::remove(file);
        std::string message = error.what();
        message.replace(0, file.string().size(), "cpu.toml");
        throw InputError(message);
    }
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
}

}  // namespace

TEST_CASE("a profile holds a price for every cost") {
    const auto profile = load(complete_profile());
    CHECK(profile.name == "Test CPU");
    CHECK(profile.frequency == 2000_MHz);
    CHECK(profile.cores == 2);
    CHECK_FALSE(profile.coherent);
    CHECK(profile.cstate_entry == 20_us);
    for (const auto& price : profile.prices) {
        CHECK(price.each == 100_ns);
        CHECK(price.source == "a measurement");
        CHECK_FALSE(price.calibrated);
    }
}

TEST_CASE("a price that was fitted says so") {
    const auto profile = load(
        replaced(complete_profile(), "[costs.syscall]\n", "[costs.syscall]\ncalibrated = true\n"));
    CHECK(profile.prices[static_cast<std::size_t>(os::Cost::syscall)].calibrated);
    CHECK_FALSE(profile.prices[static_cast<std::size_t>(os::Cost::wake_up)].calibrated);
}

TEST_CASE("a profile without a cost, or a cost without a source, is refused") {
    CHECK_THROWS_WITH(load(replaced(complete_profile(), "[costs.syscall]\nvalue = \"100 ns\"\n",
                                    "[costs.syscall]\n")),
                      "cpu.toml: costs.syscall.value is missing; add it, a duration");
    CHECK_THROWS_WITH(
        load(replaced(complete_profile(), "source = \"a measurement\"\n", "")),
        "cpu.toml: costs.syscall.source is missing; add it, where the value comes from");
}

TEST_CASE("an unknown cost is refused with the nearest one") {
    CHECK_THROWS_WITH(load(complete_profile() + "[costs.sycsall]\nvalue = \"1 ns\"\n"),
                      Catch::Matchers::EndsWith("costs.sycsall.value: unknown entry; did you mean "
                                                "\"costs.syscall\"?"));
}

TEST_CASE("a price without a unit is refused with its line") {
    CHECK_THROWS_WITH(load(replaced(complete_profile(), "\"100 ns\"", "100")),
                      "cpu.toml:7: costs.syscall.value: \"100\" has no unit; use ps, ns, us, ms or "
                      "s, as in \"100 us\"");
}

TEST_CASE("a cost that only some machines have may be left out and is refused when spent") {
    auto text = complete_profile();
    const auto from = text.find("[costs.http_request]");
    const auto profile = load(text.substr(0, from));
    CHECK(profile.price(os::Cost::tls_record) == 100_ns);
    CHECK_THROWS_WITH(
        profile.price(os::Cost::http_request),
        "the CPU profile of the Test CPU has no price for http_request, which this "
        "system spends; add [costs.http_request] with value and source to the profile");
}

TEST_CASE("a cipher is priced by implementation: a byte, a set-up and a source") {
    const std::string text = complete_profile() + "[ciphers.instructions.aes_128_gcm]\n";
    const auto profile =
        load(text + "per_byte = \"0.2 ns\"\nsetup = \"50 ns\"\nsource = \"a paper\"\n");
    const auto& price =
        profile.price(os::Implementation::instructions, os::CipherWork::aes_128_gcm);
    CHECK(price.of(1'000) == 250_ns);
    CHECK(price.source == "a paper");
    CHECK_THROWS_AS(profile.price(os::Implementation::generic, os::CipherWork::aes_128_gcm),
                    InputError);
    CHECK_THROWS_WITH(load(text + "per_byte = \"0.2 ns\"\nsource = \"a paper\"\n"),
                      "cpu.toml: ciphers.instructions.aes_128_gcm.setup is missing; add it, a "
                      "duration");
}

TEST_CASE("CPUs that are not whole cores of threads_per_core are refused") {
    CHECK_THROWS_WITH(load("threads_per_core = 4\n" + complete_profile()),
                      "cpu.toml: cores = 2 are not whole cores of 4 threads each");
}

TEST_CASE("every profile that ships is complete") {
    const std::filesystem::path folder = LOOKASIDE_SOURCE_DIR "/scenarios/cpus";
    unsigned profiles = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        CHECK_NOTHROW(load_cpu_profile(entry.path().string(), folder));
        ++profiles;
    }
    CHECK(profiles >= 2);
}
