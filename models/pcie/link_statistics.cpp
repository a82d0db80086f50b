// SPDX-License-Identifier: Apache-2.0
#include "models/pcie/link_statistics.h"

namespace lookaside::pcie {

void publish(const LinkStatistics& s, const std::string& name, std::vector<Statistic>& values,
             std::vector<ResourceUsage>& resources) {
    const auto count = [&](const char* leaf, const char* unit, const char* description,
                           std::uint64_t value) {
        values.push_back({name + '.' + leaf, unit, description, value});
    };
    const auto time = [](Picoseconds t) { return static_cast<std::uint64_t>(t.count()); };
    count("tlps", "1", "TLPs sent for the first time", s.tlps);
    count("payload_bytes", "B", "payload of those TLPs", s.payload_bytes);
    count("tlp_wire_bytes", "B", "TLPs on the wire with header, framing and LCRC, replays too",
          s.wire_bytes);
    count("acks", "1", "Ack DLLPs sent", s.dllps_of(DllpType::ack));
    count("naks", "1", "Nak DLLPs sent", s.dllps_of(DllpType::nak));
    count("update_fcs", "1", "UpdateFC DLLPs sent", s.dllps_of(DllpType::update_fc));
    count("init_fcs", "1", "InitFC1 and InitFC2 DLLPs sent",
          s.dllps_of(DllpType::init_fc1) + s.dllps_of(DllpType::init_fc2));
    count("credit_stalls", "1", "times that all waiting TLPs lacked credits", s.credit_stalls);
    count("credit_stall_time", "ps", "time in which all waiting TLPs lacked credits",
          time(s.credit_stall_time));
    count("replay_buffer_stalls", "1", "times that the replay buffer was full", s.replay_stalls);
    count("replay_buffer_stall_time", "ps", "time in which the replay buffer was full",
          time(s.replay_stall_time));
    count("replays", "1", "TLPs sent again", s.replays);
    count("replay_timeouts", "1", "replays because no Ack came", s.replay_timeouts);
    count("retrains", "1", "link retrainings", s.retrains);
    count("bad_tlps", "1", "TLPs received with a wrong LCRC or out of sequence", s.bad_tlps);
    count("duplicates", "1", "TLPs received twice and dropped", s.duplicates);
    count("most_queued", "1", "most TLPs in the transmit queue", s.most_queued);

    ResourceUsage usage;
    usage.name = name;
    usage.description = "PCIe link, one direction: TLPs and DLLPs on the wire";
    usage.busy = s.busy;
    usage.served = s.tlps;
    usage.jobs_time_integral = s.queued_integral + static_cast<double>(s.tlp_time.count());
    usage.residence = s.residence;
    resources.push_back(usage);
}

}  // namespace lookaside::pcie
