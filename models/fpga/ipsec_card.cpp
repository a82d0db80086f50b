// SPDX-License-Identifier: Apache-2.0
// The FPGA IPsec card's user logic: composition, memory port, statistics.
#include "models/fpga/ipsec_card.h"

#include <algorithm>

namespace lookaside::fpga {

namespace card = datasheet::ipsec_card;

IpsecCard::IpsecCard(const sc_core::sc_module_name& name, const Parameters& parameters,
                     Agenda& agenda, crypto::Engine& engine, xdma::UserIrqInputs& user_irqs,
                     SlotTimelines& timelines, StatisticsRegistry& statistics)
    : sc_module(name),
      axi_mm("axi_mm"),
      axi_lite("axi_lite"),
      parameters_(parameters),
      agenda_(agenda),
      user_irqs_(user_irqs),
      timelines_(timelines),
      axi_clock_(parameters.axi.clock),
      memory_port_(axi_mm, agenda,
                   [this](const AxiAccess& access) { return serve_memory(access); }),
      register_port_(axi_lite, agenda,
                     [this](const AxiAccess& access) { return serve_register(access); }),
      inbound_(card::inbound_ram),
      outbound_(card::outbound_ram),
      sequencer_(agenda, parameters_, engine, inbound_, outbound_, keys_, timelines,
                 [this](unsigned slot, Sequencer::Fail fail) { slot_done(slot, fail); }) {
    statistics.add(
        {[this](SimTime now) { reset_statistics(now); },
         [this](SimTime now, std::vector<Statistic>& values,
                std::vector<ResourceUsage>& resources) { publish(now, values, resources); }});
}

xdma::AxiResponse IpsecCard::serve_memory(const AxiAccess& access) {
    SlotRam* const ram = inbound_.holds(access)    ? &inbound_
                         : outbound_.holds(access) ? &outbound_
                                                   : nullptr;
    if (ram == nullptr) {
        ++decode_errors_;
        return xdma::AxiResponse::decode_error;
    }
    const Bytes offset = ram->offset_of(access);
    const bool is_request = ram == &inbound_ && access.is_write;
    const bool is_result = ram == &outbound_ && !access.is_write;
    if (is_request || is_result) {
        if (!may_transfer(access, offset)) {
            return xdma::AxiResponse::slave_error;
        }
        stamp_beats(access, offset);
    }
    ram->transfer(access);
    return xdma::AxiResponse::okay;
}

/// False, and a broken rule, if a slot that the access touches is busy.
bool IpsecCard::may_transfer(const AxiAccess& access, Bytes offset) {
    const auto first = static_cast<unsigned>(offset / card::slot_bytes);
    const auto last =
        static_cast<unsigned>((offset + SlotRam::extent(access) - 1) / card::slot_bytes);
    for (unsigned slot = first; slot <= last; ++slot) {
        if ((busy_ >> slot & 1U) != 0) {
            rule_broken((access.is_write ? "write of inbound slot " : "read of outbound slot ") +
                        std::to_string(slot) + " while it is busy");
            return false;
        }
    }
    return true;
}

/// One beat a clock from the first beat on; a slot's last moment is the end of its last beat.
void IpsecCard::stamp_beats(const AxiAccess& access, Bytes offset) {
    const Moment first_moment = access.is_write ? Moment::h2c_first_data : Moment::c2h_first_data;
    const Moment last_moment = access.is_write ? Moment::h2c_last_data : Moment::c2h_last_data;
    const Bytes width = parameters_.axi.width_bytes();
    const Bytes extent = SlotRam::extent(access);
    const auto beat_start = [&](Bytes at) {
        return access.first_beat + axi_clock_.span(at / width - offset / width);
    };
    for (Bytes at = offset; at < offset + extent;) {
        const Bytes slot = at / card::slot_bytes;
        const Bytes end = std::min((slot + 1) * card::slot_bytes, offset + extent);
        timelines_.stamp_first(slot, first_moment, beat_start(at));
        timelines_.stamp(slot, last_moment, beat_start(end - 1) + axi_clock_.period());
        at = end;
    }
}

void IpsecCard::rule_broken(const std::string& what) {
    constexpr std::size_t kept = 8;
    ++protocol_errors_;
    if (broken_rules_.size() < kept) {
        broken_rules_.push_back("card: " + what);
    }
}

void IpsecCard::reset_statistics(SimTime now) {
    sequencer_.reset_statistics(now);
    user_irqs_raised_ = 0;
    decode_errors_ = 0;
}

void IpsecCard::publish(SimTime now, std::vector<Statistic>& values,
                        std::vector<ResourceUsage>& resources) const {
    const Sequencer::Counts& counts = sequencer_.counts();
    values.push_back({"card.packets", "1", "packets with a result", counts.packets});
    values.push_back({"card.bytes", "B", "data bytes of those packets", counts.bytes});
    values.push_back(
        {"card.engine_cycles", "1", "engine clock cycles spent on jobs", counts.engine_cycles});
    values.push_back({"card.bad_headers", "1", "slots with a bad header", counts.bad_headers});
    values.push_back(
        {"card.missing_keys", "1", "slots that named an invalid key slot", counts.missing_keys});
    values.push_back({"card.bad_tags", "1", "packets that failed authentication", counts.bad_tags});
    values.push_back({"card.user_irqs", "1", "rises of the user interrupt", user_irqs_raised_});
    values.push_back({"card.decode_errors", "1", "DMA accesses outside the RAMs", decode_errors_});
    values.push_back({"card.protocol_errors", "1",
                      "rules of use broken by software since the start", protocol_errors_});
    resources.push_back(sequencer_.meter().usage(
        now, "engine0", "crypto engine: busy while it works, jobs are started slots"));
}

}  // namespace lookaside::fpga
