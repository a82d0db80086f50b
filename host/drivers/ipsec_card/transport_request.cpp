// SPDX-License-Identifier: Apache-2.0
#include "host/drivers/ipsec_card/transport_request.h"

#include <algorithm>
#include <cstring>

#include "datasheets/ipsec_card.h"

namespace lookaside::drivers::ipsec_card {

namespace sheet = datasheet::ipsec_card;

namespace {

std::uint32_t length_of(std::span<const std::uint8_t> bytes) {
    return static_cast<std::uint32_t>(bytes.size());
}

}  // namespace

TransportRequest::TransportRequest(os::Kernel& kernel, unsigned slot)
    : kernel_(kernel),
      slot_(slot),
      header_(kernel.dma().alloc_buffer(sizeof(sheet::RequestHeader))) {}

void TransportRequest::prepare(crypto_api::AeadRequest& request) {
    request_ = &request;
    kernel_.spend(os::Cost::allocation);
    kernel_.spend(os::Cost::transport_request);
    write_header();
    header_bus_ = kernel_.dma().map_single(header_, os::DmaDirection::to_device);
    payload_bus_ = kernel_.dma().map_single(request.payload, os::DmaDirection::bidirectional);
    tag_bus_ = kernel_.dma().map_single(request.tag, tag_direction());
}

void TransportRequest::write_header() {
    sheet::RequestHeader header;
    header.command = request_->key << sheet::command::key_shift;
    if (!encrypts()) {
        header.command |= sheet::command::decrypt;
    }
    header.aad_length = static_cast<std::uint16_t>(request_->aad.size());
    header.data_length = static_cast<std::uint16_t>(request_->payload.size());
    std::ranges::copy(request_->iv, header.iv.begin());
    std::ranges::copy(request_->aad, header.aad.begin());
    std::memcpy(header_.data(), &header, sizeof header);
}

void TransportRequest::release() {
    kernel_.dma().unmap_single(header_bus_, header_.size(), os::DmaDirection::to_device);
    kernel_.dma().unmap_single(payload_bus_, request_->payload.size(),
                               os::DmaDirection::bidirectional);
    kernel_.dma().unmap_single(tag_bus_, request_->tag.size(), tag_direction());
    kernel_.spend(os::Cost::free);
    request_ = nullptr;
}

void TransportRequest::append_h2c(std::vector<xdma::Segment>& segments) const {
    const std::uint64_t base = sheet::inbound_ram + std::uint64_t{slot_} * sheet::slot_bytes;
    const std::uint64_t data = base + sheet::data_offset;
    segments.push_back({header_bus_, base, length_of(header_)});
    segments.push_back({payload_bus_, data, length_of(request_->payload)});
    if (!encrypts()) {
        segments.push_back({tag_bus_, data + request_->payload.size(), length_of(request_->tag)});
    }
}

void TransportRequest::append_c2h(std::vector<xdma::Segment>& segments) const {
    const std::uint64_t base = sheet::outbound_ram + std::uint64_t{slot_} * sheet::slot_bytes;
    segments.push_back({payload_bus_, base, length_of(request_->payload)});
    if (encrypts()) {
        segments.push_back({tag_bus_, base + request_->payload.size(), length_of(request_->tag)});
    }
}

}  // namespace lookaside::drivers::ipsec_card
