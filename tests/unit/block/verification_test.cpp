// SPDX-License-Identifier: Apache-2.0
// How the workload judges what a device gives back.
#include "host/workloads/block_contents.h"
#include "tests/unit/block/bench.h"

using namespace lookaside;
using namespace lookaside::test;
using block::Operation;
using block::Status;
using workloads::BlockParameters;
using workloads::RequestCounters;

namespace {

std::uint64_t count_of(const BlockBench& bench, Operation operation) {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        bench.device.seen, [&](const auto& seen) { return seen.operation == operation; }));
}

}  // namespace

TEST_CASE("right answers are verified, for every operation and block size") {
    BlockBench bench;
    for (const Operation operation :
         {Operation::hash, Operation::encrypt, Operation::decrypt, Operation::read}) {
        for (const Bytes size : {Bytes{512}, Bytes{1536}, Bytes{4096}}) {
            for (const unsigned key : {16U, 32U}) {
                CAPTURE(static_cast<int>(operation), size, key);
                BlockParameters parameters = short_run(100);
                parameters.operation = operation;
                parameters.block_size = size;
                parameters.key_bytes = key;
                CHECK(bench.run(parameters).verified == 100);
            }
        }
    }
}

TEMPLATE_TEST_CASE_SIG("a wrong bit is a mismatch that says where it is", "",
                       ((Operation operation), operation), Operation::hash, Operation::encrypt,
                       Operation::decrypt, Operation::read) {
    BlockBench bench;
    bench.device.corrupted = {17};
    BlockParameters parameters = short_run();
    parameters.operation = operation;
    parameters.order = workloads::SectorOrder::sequential;
    const RequestCounters counters = bench.run(parameters);
    CHECK(counters.mismatched == 1);
    CHECK(counters.verified == 299);
    CHECK(counters.first_mismatch.starts_with("job 0, request 17 at sector 136: "));
    CHECK(counters.first_mismatch.find("differs from byte 5") != std::string::npos);
}

TEST_CASE("a wrong tag is a failed request, not a mismatch") {
    BlockBench bench;
    bench.device.failing = {{3, Status::bad_message}};
    BlockParameters parameters = short_run();
    parameters.operation = Operation::decrypt;
    const RequestCounters counters = bench.run(parameters);
    CHECK(counters.failed == 1);
    CHECK(counters.verified == 299);
    CHECK(bench.sink.records.at(3).status == crypto_api::Status::bad_message);
}

TEST_CASE("reads expect what was written last, and the pattern where nothing was") {
    BlockBench bench;
    BlockParameters parameters = short_run(2000);
    parameters.read_percent = 50;
    parameters.sectors = 8 * 40;  // every block is written and read many times
    const RequestCounters counters = bench.run(parameters);
    CHECK(counters.verified == count_of(bench, Operation::read));
    CHECK(counters.unchecked == count_of(bench, Operation::write));
    CHECK(counters.verified > 900);
    CHECK(counters.unchecked > 900);
}

TEST_CASE("a write never meets another request to its sectors on the way") {
    BlockBench bench;
    BlockParameters parameters = short_run(2000);
    parameters.read_percent = 50;
    parameters.sectors = 8 * 20;  // hardly more blocks than requests in flight
    CHECK(bench.run(parameters).mismatched == 0);
    CHECK(bench.device.overlaps == 0);
}

TEST_CASE("reads of a block whose last write failed are not judged") {
    BlockBench bench;
    for (std::uint64_t number = 0; number < 2000; number += 10) {
        bench.device.failing.emplace(number, Status::io_error);
    }
    BlockParameters parameters = short_run(2000);
    parameters.read_percent = 50;
    parameters.sectors = 8 * 40;
    const RequestCounters counters = bench.run(parameters);
    CHECK(counters.failed == 200);
    CHECK(counters.mismatched == 0);
    CHECK(counters.unchecked > count_of(bench, Operation::write) - 200);
}

TEST_CASE("a block whose write timed out is never judged again: the write may still come") {
    workloads::BlockContents contents;
    contents.begin_write(4);
    contents.fail_write(4, true);
    contents.begin_write(4);
    contents.end_write(4, 9);
    CHECK(contents.content_of(4).known == workloads::BlockContents::Known::unknown);

    contents.begin_write(5);
    contents.fail_write(5, false);
    CHECK(contents.content_of(5).known == workloads::BlockContents::Known::unknown);
    contents.begin_write(5);
    contents.end_write(5, 9);
    CHECK(contents.content_of(5).known == workloads::BlockContents::Known::written);
}

TEST_CASE("no two payloads and no two sectors of one are alike") {
    BlockBench bench;
    BlockParameters parameters = short_run();
    parameters.jobs = 2;
    bench.run(parameters);
    std::set<std::vector<std::uint8_t>> sectors;
    for (const auto& seen : bench.device.seen) {
        for (std::size_t at = 0; at < seen.bytes.size(); at += 512) {
            sectors.emplace(seen.bytes.begin() + static_cast<std::ptrdiff_t>(at),
                            seen.bytes.begin() + static_cast<std::ptrdiff_t>(at + 512));
        }
    }
    CHECK(sectors.size() == 300 * 8);
}

TEST_CASE("no IV is used twice, though all jobs share a key") {
    BlockBench bench;
    BlockParameters parameters = short_run();
    parameters.operation = Operation::encrypt;
    parameters.jobs = 3;
    CHECK(bench.run(parameters).verified == 300);
    std::set<std::array<std::uint8_t, 12>> ivs;
    for (const auto& seen : bench.device.seen) {
        ivs.insert(seen.iv);
    }
    CHECK(ivs.size() == 300);
}
