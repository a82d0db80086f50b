// SPDX-License-Identifier: Apache-2.0
#include "models/emmc/bus_usage.h"

namespace lookaside::emmc {

void BusUsage::publish(SimTime now, const std::string& name, std::vector<Statistic>& values,
                       std::vector<ResourceUsage>& resources) const {
    values.push_back({name + ".transactions", "1", "commands sent", transactions});
    values.push_back({name + ".failed", "1", "commands that ended with an error", failed});
    values.push_back({name + ".blocks", "1", "512-byte blocks moved without error", blocks});
    values.push_back({name + ".command_clocks", "1", "clocks of commands", clocks.commands});
    values.push_back({name + ".response_clocks", "1", "clocks of responses", clocks.responses});
    values.push_back({name + ".read_clocks", "1", "clocks of read blocks", clocks.read_blocks});
    values.push_back(
        {name + ".write_clocks", "1", "clocks of written blocks", clocks.write_blocks});
    values.push_back(
        {name + ".crc_status_clocks", "1", "clocks of CRC status tokens", clocks.crc_status});
    values.push_back({name + ".held_busy", "ps", "time that the host waited for DAT0",
                      static_cast<std::uint64_t>(held_busy.count())});
    ResourceUsage usage;
    usage.name = name;
    usage.description = "MMC bus: busy from a command's start bit to where the next may begin";
    usage.busy = occupied(now);
    usage.served = transactions;
    usage.jobs_time_integral = static_cast<double>(usage.busy.count());
    resources.push_back(usage);
}

}  // namespace lookaside::emmc
