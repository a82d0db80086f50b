// SPDX-License-Identifier: Apache-2.0
#include "models/eip93/operation.h"

#include "models/eip93/basic_operation.h"
#include "models/eip93/esp_inbound.h"
#include "models/eip93/esp_outbound.h"

namespace lookaside::eip93 {

namespace sheet = datasheet::eip93;
using sheet::ExtendedError;

namespace {

OperationOrError refuse(ExtendedError error) {
    return {nullptr, error_bits(error)};
}

OperationOrError make_basic(const sheet::Descriptor& command, const sheet::SaRecord& sa,
                            const sheet::StateRecord& state, const CipherChoice& cipher,
                            const CoreCycles& cycles) {
    const BasicPlan plan = basic_plan(command, sa);
    const std::uint32_t iv_source = sa.cmd0 & sheet::cmd0::iv_mask;
    if (plan.ciphers && cipher.iv_bytes() > 0 && iv_source != sheet::cmd0::iv_state) {
        return refuse(ExtendedError::bad_operation);
    }
    if (plan.length < plan.offset) {
        return refuse(ExtendedError::packet_length);
    }
    const bool whole_blocks = plan.ciphers ? (plan.length - plan.offset) % cipher.granularity() == 0
                                           : plan.final_hash || plan.length % hash_block_bytes == 0;
    if (!whole_blocks) {
        return refuse(ExtendedError::block_size);
    }
    return {std::make_unique<BasicOperation>(plan, cipher, sa, state, cycles), 0};
}

OperationOrError make_esp(const sheet::Descriptor& command, const sheet::SaRecord& sa,
                          const sheet::StateRecord& state, const CipherChoice& cipher,
                          OperationContext& context) {
    const EspShape shape = esp_shape(command, sa, cipher);
    if ((sa.cmd0 & sheet::cmd0::inbound) == 0) {
        if (sa.sequence[0] == 0xFFFF'FFFFU) {
            return {nullptr, sheet::ctrl_stat::sequence_error};
        }
        return {std::make_unique<EspOutbound>(shape, cipher, sa, state, context), 0};
    }
    if (shape.length < shape.overhead() + shape.alignment) {
        return refuse(ExtendedError::packet_length);
    }
    if ((shape.length - shape.overhead()) % shape.alignment != 0) {
        return refuse(ExtendedError::block_size);
    }
    return {std::make_unique<EspInbound>(shape, cipher, sa, state, context.cycles), 0};
}

}  // namespace

OperationOrError make_operation(const sheet::Descriptor& command, const sheet::SaRecord& sa,
                                const sheet::StateRecord& state, OperationContext& context) {
    if ((command.length & sheet::length::bytes_mask) == 0) {
        return refuse(ExtendedError::zero_length);
    }
    const auto cipher = cipher_choice(sa);
    if (!cipher || !HashUnit::is_known_hash(sa)) {
        return refuse(ExtendedError::bad_algorithm);
    }
    const std::uint32_t opcode = sa.cmd0 & sheet::cmd0::opcode_mask;
    switch (sa.cmd0 & sheet::cmd0::group_mask) {
        case sheet::cmd0::group_basic:
            if (opcode == sheet::cmd0::opcode_crypt || opcode == sheet::cmd0::opcode_crypt_hash ||
                opcode == sheet::cmd0::opcode_hash) {
                return make_basic(command, sa, state, *cipher, context.cycles);
            }
            break;
        case sheet::cmd0::group_protocol:
            if (opcode == sheet::cmd0::opcode_crypt &&
                (sa.cmd0 & sheet::cmd0::header_processing) != 0) {
                return make_esp(command, sa, state, *cipher, context);
            }
            break;
        default:
            break;
    }
    return refuse(ExtendedError::bad_operation);
}

bool changes_sa(const sheet::SaRecord& sa) {
    return (sa.cmd0 & sheet::cmd0::group_mask) == sheet::cmd0::group_protocol;
}

bool changes_state(const sheet::SaRecord& sa) {
    return (sa.cmd0 & (sheet::cmd0::save_iv | sheet::cmd0::save_hash)) != 0;
}

}  // namespace lookaside::eip93
