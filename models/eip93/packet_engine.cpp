// SPDX-License-Identifier: Apache-2.0
#include "models/eip93/packet_engine.h"

#include <fmt/format.h>

#include <cstring>

#include "base/error.h"

namespace lookaside::eip93 {

namespace sheet = datasheet::eip93;
namespace reg = datasheet::eip93::reg;

void check(const EngineParameters& parameters) {
    const auto require = [](bool condition, const char* rule) {
        if (!condition) {
            throw InputError(fmt::format("EIP-93: {}", rule));
        }
    };
    require(parameters.clock.value > 0, "the clock is more than 0 Hz");
    require(parameters.command_prefetch >= 1 && parameters.command_prefetch <= 16,
            "1 to 16 commands are read ahead");
    require(parameters.contexts >= 1 && parameters.contexts <= 4, "there are 1 to 4 contexts");
    require(parameters.outstanding_reads >= 1, "one read at least may be under way");
    require(parameters.input_buffer >= 64, "the input buffer has 64 bytes at least");
    require(parameters.output_buffer >= 512, "the output buffer has 512 bytes at least");
}

namespace {

constexpr std::uint32_t built_in =
    sheet::option_1::triple_des | sheet::option_1::aes | sheet::option_1::key_128 |
    sheet::option_1::key_192 | sheet::option_1::key_256 | sheet::option_1::md5 |
    sheet::option_1::sha_1 | sheet::option_1::sha_224 | sheet::option_1::sha_256;

const EngineParameters& checked(const EngineParameters& parameters) {
    check(parameters);
    return parameters;
}

}  // namespace

PacketEngine::PacketEngine(const sc_core::sc_module_name& module_name,
                           const EngineParameters& parameters, Agenda& agenda, soc::Bus& bus,
                           std::uint64_t base, InterruptLine& interrupt, SlotTimelines& timelines,
                           StatisticsRegistry& statistics)
    : sc_module(module_name),
      parameters_(checked(parameters)),
      clock_(parameters.clock),
      registers_("registers"),
      interrupts_(interrupt),
      moderation_(agenda, clock_, interrupts_),
      rings_(moderation_, interrupts_, rules_),
      pipeline_(parameters_, agenda, clock_, bus, rings_, interrupts_, timelines) {
    registers_.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    bus.cpu.add_device(basename(), base, sheet::window_size).bind(registers_);
    publish(statistics);
}

void PacketEngine::b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time&) {
    if (access.get_data_length() != sizeof(std::uint32_t) || access.get_address() % 4 != 0) {
        access.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
        return;
    }
    const auto offset = static_cast<std::uint32_t>(access.get_address());
    std::uint32_t value = 0;
    if (access.is_write()) {
        std::memcpy(&value, access.get_data_ptr(), sizeof value);
        write_register(offset, value);
    } else {
        value = read_register(offset);
        std::memcpy(access.get_data_ptr(), &value, sizeof value);
    }
    access.set_response_status(tlm::TLM_OK_RESPONSE);
}

void PacketEngine::write_register(std::uint32_t offset, std::uint32_t value) {
    switch (offset) {
        case reg::cdr_base:
        case reg::rdr_base:
        case reg::ring_config:
        case reg::ring_thresh:
        case reg::cd_count:
        case reg::rd_count:
            return write_ring_register(offset, value);
        case reg::pe_config:
            return write_config(value);
        case reg::buf_thresh:
            buffer_thresholds_ = value;
            return;
        case reg::clock_ctrl:
            clocks_ = value;
            return;
        case reg::endian_config:
        case reg::int_cfg:
            if (value != 0) {
                rules_.broken(
                    fmt::format("register {:#x} is set to {:#x}; byte swaps and pulsed "
                                "interrupts are not modelled",
                                offset, value));
            }
            return;
        case reg::int_clr:
        case reg::int_mask:
        case reg::mask_enable:
        case reg::mask_disable:
            return write_interrupt_register(offset, value);
        default:
            rules_.broken(fmt::format("{:#x} is written to register {:#x}", value, offset));
    }
}

void PacketEngine::write_ring_register(std::uint32_t offset, std::uint32_t value) {
    const bool is_setting = offset < reg::ring_thresh;
    if (is_setting && !pipeline_.is_idle()) {
        rules_.broken("the rings were changed while packets were in the engine");
        return;
    }
    switch (offset) {
        case reg::cdr_base:
            return rings_.set_command_base(value);
        case reg::rdr_base:
            return rings_.set_result_base(value);
        case reg::ring_config:
            return rings_.set_config(value);
        case reg::ring_thresh:
            return moderation_.set_rule(value);
        case reg::rd_count:
            rings_.remove_results(value & sheet::max_doorbell);
            return pipeline_.results_removed();
        default:
            break;
    }
    const std::uint32_t running =
        sheet::pe_config::reset_engine | sheet::pe_config::reset_ring | sheet::pe_config::mode_mask;
    if ((config_ & running) != sheet::pe_config::mode_autonomous ||
        (clocks_ & sheet::clock_ctrl::engine) == 0) {
        rules_.broken(
            "commands were counted in while the engine was in reset, without its clock "
            "or not in autonomous ring mode");
        return;
    }
    rings_.add_commands(value & sheet::max_doorbell);
    pipeline_.commands_added();
}

void PacketEngine::write_config(std::uint32_t value) {
    const std::uint32_t resets =
        value & (sheet::pe_config::reset_engine | sheet::pe_config::reset_ring);
    if (resets != 0 && !pipeline_.is_idle()) {
        rules_.broken("the engine was reset while packets were in it");
        return;
    }
    config_ = value;
    pipeline_.set_command_update((value & sheet::pe_config::cdr_update) != 0);
    if ((resets & sheet::pe_config::reset_ring) != 0) {
        rings_.reset();
    }
    if ((resets & sheet::pe_config::reset_engine) != 0) {
        interrupts_.reset();
    }
}

void PacketEngine::write_interrupt_register(std::uint32_t offset, std::uint32_t value) {
    switch (offset) {
        case reg::int_clr:
            return interrupts_.clear(value);
        case reg::int_mask:
            return interrupts_.set_mask(value);
        case reg::mask_enable:
            return interrupts_.set_mask(interrupts_.mask() | value);
        default:
            return interrupts_.set_mask(interrupts_.mask() & ~value);
    }
}

std::uint32_t PacketEngine::read_register(std::uint32_t offset) const {
    switch (offset) {
        case reg::cdr_base:
            return rings_.command_base();
        case reg::rdr_base:
            return rings_.result_base();
        case reg::ring_config:
            return rings_.config();
        case reg::ring_thresh:
            return moderation_.rule();
        case reg::cd_count:
            return rings_.commands();
        case reg::rd_count:
            return rings_.results();
        case reg::ring_rw_pntr:
            return rings_.pointers();
        case reg::pe_config:
            return config_;
        case reg::pe_status:
            return pipeline_.is_idle() ? 0 : 1;
        case reg::buf_thresh:
            return buffer_thresholds_;
        case reg::inbuf_count:
            return static_cast<std::uint32_t>(pipeline_.input_used());
        case reg::outbuf_count:
            return static_cast<std::uint32_t>(pipeline_.output_used());
        case reg::clock_ctrl:
            return clocks_;
        case reg::option_1:
            return built_in;
        case reg::revision:
            return sheet::revision_eip93;
        default:
            return read_interrupt_register(offset);
    }
}

std::uint32_t PacketEngine::read_interrupt_register(std::uint32_t offset) const {
    switch (offset) {
        case reg::int_unmask_stat:
            return interrupts_.raw();
        case reg::int_mask_stat:
            return interrupts_.raw() & interrupts_.mask();
        case reg::int_mask:
            return interrupts_.mask();
        default:
            return 0;
    }
}

void PacketEngine::describe_waits(std::vector<std::string>& lines) const {
    if (!pipeline_.is_idle() || rings_.commands() > 0) {
        lines.push_back(fmt::format("{}: {} commands wait, {} results are not acknowledged{}",
                                    name(), rings_.commands(), rings_.results(),
                                    rings_.has_room_for_result() ? "" : " and fill their ring"));
    }
}

void PacketEngine::publish(StatisticsRegistry& statistics) {
    statistics.add(
        {[this](SimTime now) {
             pipeline_.reset_counts();
             pipeline_.meter().reset(now);
             pipeline_.cores().cipher_meter().reset(now);
             pipeline_.cores().hash_meter().reset(now);
             interrupts_.reset_counts();
         },
         [this](SimTime now, std::vector<Statistic>& values,
                std::vector<ResourceUsage>& resources) {
             const PipelineCounts& counts = pipeline_.counts();
             values.push_back({"eip93.packets", "1", "results written", counts.packets});
             values.push_back({"eip93.errors", "1", "of them with an error", counts.errors});
             values.push_back({"eip93.data_in", "B", "data read from memory", counts.data_in});
             values.push_back({"eip93.data_out", "B", "data written to memory", counts.data_out});
             values.push_back({"eip93.interrupts", "1", "interrupts raised, masked ones included",
                               interrupts_.raised()});
             resources.push_back(pipeline_.meter().usage(
                 now, "eip93.engine",
                 "packets from the decoding of their command to their result"));
             resources.push_back(pipeline_.cores().cipher_meter().usage(
                 now, "eip93.cipher", "the engine's cipher core"));
             resources.push_back(
                 pipeline_.cores().hash_meter().usage(now, "eip93.hash", "the engine's hash core"));
         }});
}

}  // namespace lookaside::eip93
