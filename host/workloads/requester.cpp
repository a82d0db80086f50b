// SPDX-License-Identifier: Apache-2.0
#include "host/workloads/requester.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace lookaside::workloads {

using crypto_api::Status;
using crypto_api::Submit;

namespace {

constexpr std::size_t tag_bytes = 16;

void store_big_endian(std::uint64_t value, std::span<std::uint8_t> bytes) {
    for (std::size_t i = bytes.size(); i-- > 0; value >>= 8) {
        bytes[i] = static_cast<std::uint8_t>(value);
    }
}

}  // namespace

Requester::Requester(os::Kernel& kernel, crypto_api::AeadProvider& provider, RequestSink& sink,
                     const RequestParameters& parameters, std::function<void()> on_returned)
    : kernel_(kernel),
      provider_(provider),
      sink_(sink),
      parameters_(parameters),
      on_returned_(std::move(on_returned)),
      random_(parameters.seed),
      key_(parameters.key_bytes) {
    random_.fill(key_);
    operation_ = make_operation(parameters_.operation, key_);
}

void Requester::set_up() {
    if (parameters_.sizes.largest() > provider_.max_payload()) {
        throw InputError("a request of " + std::to_string(parameters_.sizes.largest()) +
                         " bytes is too large for the driver; the limit is " +
                         std::to_string(provider_.max_payload()));
    }
    key_handle_ = provider_.set_key(key_);
}

Requester::Entry& Requester::take() {
    if (idle_.empty()) {
        return grow();
    }
    Entry& entry = *idle_.back();
    idle_.pop_back();
    return entry;
}

Requester::Entry& Requester::grow() {
    Entry& entry = entries_.emplace_back();
    GeneratedRequest& request = entry.request;
    request.buffer = kernel_.dma().alloc_buffer(parameters_.sizes.largest());
    request.aead.tag = kernel_.dma().alloc_buffer(tag_bytes).first(tag_bytes);
    request.aead.iv = request.iv;
    request.aead.aad = request.aad;
    request.aead.key = key_handle_;
    request.aead.may_backlog = parameters_.may_backlog;
    request.aead.complete = [this, &entry](Status status) { on_callback(entry, status); };
    request.original.reserve(parameters_.sizes.largest());
    return entry;
}

void Requester::prepare(GeneratedRequest& request) {
    constexpr std::uint32_t spi = 0x1000;
    request.number = counters_.attempted++;
    // RFC 4106: 4 bytes of salt, 8 of a counter that never repeats under one key.
    std::ranges::copy(std::span(key_).first(4), request.iv.begin());
    store_big_endian(request.number, std::span(request.iv).subspan(4));
    store_big_endian(spi, std::span(request.aad).first(4));
    store_big_endian(request.number, std::span(request.aad).subspan(4));
    const Bytes size = parameters_.sizes.draw(random_);
    request.original.resize(size);
    request.aead.payload = request.buffer.first(size);
    operation_->prepare(request, random_);
}

Submit Requester::submit(SimTime arrival) {
    Entry& entry = take();
    entry.accepted = Timeline::never;
    entry.finished = false;
    entry.backlogged = false;
    prepare(entry.request);
    Timeline& timeline = entry.request.aead.timeline;
    timeline.clear();
    timeline.stamp(Moment::submitted, arrival);

    // Counted as accepted before the call: the callback may come before it returns.
    ++counters_.accepted;
    const Submit result = provider_.submit(entry.request.aead);
    switch (result) {
        case Submit::refused:
        case Submit::invalid:
            --counters_.accepted;
            ++(result == Submit::refused ? counters_.refused : counters_.invalid);
            put_back(entry);
            break;
        case Submit::done:
        case Submit::bad_message:
            timeline.stamp(Moment::callback, kernel_.now());
            entry.status = result == Submit::done ? Status::ok : Status::bad_message;
            entry.finished = true;
            accept(entry, result);
            break;
        case Submit::in_progress:
        case Submit::backlogged:
            accept(entry, result);
            break;
    }
    return result;
}

void Requester::accept(Entry& entry, Submit result) {
    entry.accepted = kernel_.now();
    if (result == Submit::backlogged) {
        ++counters_.backlogged;
        // Its first callback may have come already.
        if (!entry.backlogged) {
            entry.backlogged = true;
            ++on_backlog_;
        }
    }
    if (entry.finished) {
        finish(entry);
    }
}

void Requester::on_callback(Entry& entry, Status status) {
    if (status == Status::in_progress) {
        if (entry.backlogged) {
            --on_backlog_;
        }
        entry.backlogged = true;
        on_returned_();
        return;
    }
    entry.status = status;
    entry.finished = true;
    if (entry.accepted != Timeline::never) {
        finish(entry);
    }
}

void Requester::finish(Entry& entry) {
    ++counters_.completed;
    judge(entry);
    const Timeline& timeline = entry.request.aead.timeline;
    // A callback on another core may come before submit() returns.
    const SimTime accepted = std::min(entry.accepted, timeline.at(Moment::callback));
    sink_.record(timeline, accepted - timeline.at(Moment::submitted),
                 entry.request.aead.payload.size(), entry.status);
    put_back(entry);
    on_returned_();
}

void Requester::judge(const Entry& entry) {
    if (entry.status != Status::ok) {
        ++counters_.failed;
        return;
    }
    std::string difference;
    switch (operation_->judge(entry.request, difference)) {
        case Operation::Verdict::right:
            ++counters_.verified;
            break;
        case Operation::Verdict::unchecked:
            ++counters_.unchecked;
            break;
        case Operation::Verdict::wrong:
            if (counters_.mismatched++ == 0) {
                counters_.first_mismatch =
                    "request " + std::to_string(entry.request.number) + " of " +
                    std::to_string(entry.request.aead.payload.size()) + " bytes: " + difference;
            }
            break;
    }
}

}  // namespace lookaside::workloads
