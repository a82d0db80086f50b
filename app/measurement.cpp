// SPDX-License-Identifier: Apache-2.0
#include "app/measurement.h"

namespace lookaside::app {

Measurement::Measurement(StatisticsRegistry& statistics,
                         const std::optional<std::filesystem::path>& requests_csv)
    : statistics_(statistics) {
    if (requests_csv) {
        csv_.emplace(*requests_csv);
    }
}

void Measurement::commit_csv() {
    if (csv_) {
        csv_->commit();
    }
}

void Measurement::open(SimTime now) {
    log_.open(now);
    statistics_.reset(now);
    errors_ = 0;
}

void Measurement::close(SimTime now) {
    log_.close(now);
    statistics_.collect(now, values_, resources_);
}

void Measurement::on_count(std::uint64_t requests, std::function<void()> reached) {
    target_ = requests;
    reached_ = std::move(reached);
}

void Measurement::record(const Timeline& timeline, Picoseconds slat, Bytes payload,
                         crypto_api::Status status) {
    ++finished_;
    if (!log_.is_open()) {
        return;
    }
    if (status != crypto_api::Status::ok) {
        ++errors_;
        return;
    }
    const SimTime accepted = timeline.at(Moment::submitted) + slat;
    log_.add(timeline, accepted, payload);
    if (csv_) {
        csv_->add(timeline, accepted, payload);
    }
    if (target_ != 0 && log_.completed() == target_) {
        reached_();
    }
}

}  // namespace lookaside::app
