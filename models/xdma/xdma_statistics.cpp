// SPDX-License-Identifier: Apache-2.0
// What the XDMA publishes.
#include "models/xdma/xdma.h"

namespace lookaside::xdma {

void Xdma::register_statistics(StatisticsRegistry& statistics) {
    statistics.add(
        {[this](SimTime now) { reset_statistics(now); },
         [this](SimTime now, std::vector<Statistic>& values,
                std::vector<ResourceUsage>& resources) { publish(now, values, resources); }});
}

void Xdma::reset_statistics(SimTime now) {
    for (auto& channel : channels_) {
        channel->reset_statistics();
    }
    write_arbiter_.meter().reset(now);
    read_arbiter_.meter().reset(now);
    messages_.reset_counts();
    interrupts_.reset_counts();
    user_.reset_counts();
}

void Xdma::publish(SimTime now, std::vector<Statistic>& values,
                   std::vector<ResourceUsage>& resources) const {
    for (const auto& channel : channels_) {
        const std::string path = "xdma." + channel->name();
        const auto& counts = channel->counts();
        const auto& fetches = channel->fetch_counts();
        values.push_back({path + ".descriptors", "1", "descriptors done", counts.descriptors});
        values.push_back({path + ".bytes", "B", "data bytes moved over AXI", counts.bytes});
        values.push_back({path + ".descriptor_reads", "1", "descriptor fetches", fetches.reads});
        values.push_back(
            {path + ".descriptors_fetched", "1", "descriptors fetched", fetches.descriptors});
        values.push_back({path + ".blocks_over_4k", "1",
                          "descriptor blocks that broke the 4 KB rule", fetches.blocks_over_4k});
        values.push_back({path + ".write_backs", "1", "poll-mode write-backs", counts.write_backs});
        values.push_back({path + ".errors", "1", "errors that stopped the channel", counts.errors});
        resources.push_back(channel->meter().usage(
            now, path, "DMA channel: busy from start to idle, jobs are descriptors in flight"));
    }
    resources.push_back(
        write_arbiter_.meter().usage(now, "xdma.axi_write", "write data beats of the AXI master"));
    resources.push_back(
        read_arbiter_.meter().usage(now, "xdma.axi_read", "read data beats of the AXI master"));
    values.push_back(
        {"xdma.interrupts.messages", "1", "MSI and MSI-X messages sent", messages_.sent()});
    values.push_back({"xdma.interrupts.unsent", "1",
                      "interrupt requests with neither MSI nor MSI-X enabled", messages_.unsent()});
    values.push_back(
        {"xdma.interrupts.user", "1", "user interrupt requests", interrupts_.user_requests()});
    values.push_back({"xdma.interrupts.channel", "1", "channel interrupt requests",
                      interrupts_.channel_requests()});
    values.push_back({"xdma.axi_lite.errors", "1", "error responses on AXI-Lite", user_.errors()});
    values.push_back({"xdma.narrow_register_writes", "1",
                      "register writes of less than a word, ignored", registers_.narrow_writes()});
}

}  // namespace lookaside::xdma
