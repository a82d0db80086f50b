// SPDX-License-Identifier: Apache-2.0
// What a scenario of the engine array is refused for, and with what advice.
#include "tests/support/catch.h"
#include "tests/unit/scenarios/scenario_file.h"

using namespace lookaside;
using namespace lookaside::scenarios;

namespace {

/// What is wrong with the published array if one value is changed.
std::string complaint(const std::string& change) {
    const ScenarioFile file(
        "[system]\nkind = \"engine-array\"\n[workload]\nkind = \"block\"\n"
        "request_size = \"4 KiB\"\n");
    return file.complaint({change});
}

}  // namespace

TEST_CASE("an array without channels, devices or engines is refused") {
    CHECK(complaint("array.channels=0") ==
          "--set array.channels=0: 0 is out of range; use 1 to 64");
    CHECK(complaint("array.devices=0") == "--set array.devices=0: 0 is out of range; use 1 to 30");
    CHECK(complaint("array.engines=0") == "--set array.engines=0: 0 is out of range; use 1 to 32");
}

TEST_CASE("more devices than a bus can have are refused") {
    CHECK(complaint("array.devices=31") ==
          "--set array.devices=31: 31 is out of range; use 1 to 30");
}

TEST_CASE("a bus faster or narrower than its mode is refused") {
    CHECK(complaint("bus.mode=ddr52") ==
          "bus.clock (200 MHz by default): ddr52 allows 52 MHz at most; use that or less, or "
          "another bus.mode");
    CHECK(complaint("bus.width=1") ==
          "--set bus.width=1: hs200 needs 4 data lines at least; use 8 or another bus.mode");
}

TEST_CASE("a block size that is no multiple of a sector, or over a task, is refused") {
    CHECK(
        complaint("workload.request_size=1000 B") ==
        "--set workload.request_size=1000 B: 1000 B is no multiple of a sector (512 B); use 512 B "
        "to 4 KiB in steps of 512 B");
    CHECK(complaint("workload.request_size=8 KiB") ==
          "--set workload.request_size=8 KiB: a task takes 4096 B at most; use 4 KiB or less");
}

TEST_CASE("a device that the array does not have cannot be broken") {
    CHECK(complaint("array.mute_devices=0:8") ==
          "--set array.mute_devices=0:8: there is no device 0:8; channels are 0 to 7, devices 0 to "
          "7");
    CHECK(complaint("array.hanging_devices=zero") ==
          "--set array.hanging_devices=zero: \"zero\" is no list of devices; use for example "
          "\"0:3,5:1\"");
}

TEST_CASE("a job cannot sleep for more requests than it keeps in flight") {
    CHECK(complaint("workload.complete_batch=9") ==
          "--set workload.complete_batch=9: a job with 8 requests in flight never sees 9 come back "
          "together; use workload.queue_depth or less");
}

TEST_CASE("priorities take four weights of which one is above 0") {
    for (const char* wrong : {"0:0:0:0", "1:2:3", "1:2:3:4:5", "1:2:3:-4", "a:b:c:d", ""}) {
        CHECK(complaint(std::string("workload.priorities=") + wrong)
                  .find("is no list of weights: it takes four weights of 0 to 1000000") !=
              std::string::npos);
    }
    CHECK(complaint("workload.priorities=3:0:0:1").empty());
}

TEST_CASE("each job needs a core") {
    CHECK(complaint("workload.jobs=8") ==
          "--set workload.jobs=8: each job has a core of its own from host.submit_cpu (0) on, and "
          "Intel Core i5-7500 has 4; use 4 or less");
}
