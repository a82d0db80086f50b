// SPDX-License-Identifier: Apache-2.0
// A device on an MMC bus: the protocol state machine in front of a DeviceLogic.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "models/emmc/device_logic.h"
#include "models/emmc/device_status.h"
#include "models/emmc/frame.h"
#include "models/emmc/registers.h"

namespace lookaside::emmc {

struct DeviceParameters {
    Cid cid{};                                    // the CRC7 is set by the device
    std::uint32_t voltages = 0x00FF'8080;         // OCR [23:7]: 2.7-3.6 V and 1.7-1.95 V
    bool sector_mode = true;                      // else byte addresses: up to 2 GB
    std::uint8_t device_type = device_type::all;  // modes it knows, EXT_CSD byte 196
    Picoseconds power_up_time = 500'000'000_ps;   // from time 0: busy in CMD1 until then
    Picoseconds switch_time = 10'000'000_ps;      // busy after CMD6
};

/// What is broken about a device. May be set at any time.
struct DeviceFaults {
    bool mute = false;        // neither answers nor sends anything
    bool hangs_busy = false;  // programming that begins from now on never ends
    /// Taken away while it sends this bit (0..135) of its next response to CMD2; mute from then.
    std::optional<unsigned> removed_at_cid_bit;
    /// Holds CMD low from this bit of that response to its end; mute from then.
    std::optional<unsigned> hangs_at_cid_bit;
};

/// Throws InputError, beginning with `name`, if such a device does not know the bus mode.
void check_supports(const DeviceParameters& parameters, BusMode mode, const std::string& name);

/// Time of something that never happens.
inline constexpr SimTime never = SimTime::max();

/// States change with the commands of the bus and, from programming on, with time. Called by the
/// bus and the host controller only; no call waits or sets alarms.
class Device {
  public:
    Device(std::string name, const DeviceParameters& parameters, DeviceLogic& logic);

    const std::string& name() const { return name_; }
    const DeviceParameters& parameters() const { return parameters_; }
    DeviceFaults& faults() { return faults_; }
    std::uint16_t rca() const { return rca_; }
    DeviceState state(SimTime now);

    /// A command's end bit came in. The response, if any; `index` 2 puts a CID on the wire that
    /// others may beat, see end_arbitration().
    std::optional<Frame> receive(const Frame& command, SimTime now);
    /// Told to every device that answered CMD2: did its own CID remain?
    void end_arbitration(bool won);

    unsigned width() const { return ext_csd_.width(); }
    bool ddr() const { return ext_csd_.ddr(); }

    /// Is it the one, as far as it is there at all, that data commands are for?
    bool is_selected() const;
    bool is_mute() const { return faults_.mute; }

    // While sending, state data.
    bool is_sending() const { return state_ == DeviceState::data; }
    /// Blocks that it sends unless stopped; 0: until it is stopped.
    unsigned blocks_counted() const { return count_; }
    /// Time from now until the block is at hand; none: it does not come.
    std::optional<Picoseconds> read_access(unsigned block);
    void read_block(unsigned block, std::span<std::uint8_t> bytes);
    /// The host took `blocks` of them. The last that was asked for is out at `all_sent`; until
    /// then, or for ever if it never is, CMD12 may stop the device.
    void blocks_sent(unsigned blocks, SimTime all_sent, SimTime now);

    // While receiving, state rcv.
    bool is_receiving() const { return state_ == DeviceState::rcv; }
    /// How many more blocks it takes before it programs or drops what comes.
    unsigned blocks_wanted() const;
    /// Whole blocks were answered with CRC status 010, the last of them now.
    void blocks_received(std::span<const std::uint8_t> bytes, SimTime now);
    /// A block was answered with 101: it and all others are dropped until CMD12.
    void block_refused() { write_failed_ = true; }
    /// A block came that it does not want, and is not answered.
    void block_dropped();

    /// When it releases DAT0, at `now` or later; `never` if it hangs.
    SimTime busy_until(SimTime now);

  private:
    using Answer = std::optional<Frame>;

    Answer execute(unsigned index, std::uint32_t argument, SimTime now);
    Answer send_op_cond(std::uint32_t argument, SimTime now);
    Answer send_cid();
    Answer select(std::uint32_t argument, SimTime now);
    Answer send_status(std::uint32_t argument);
    Answer switch_mode(std::uint32_t argument, SimTime now);
    Answer stop(SimTime now);
    Answer begin_transfer(unsigned index, std::uint32_t argument, unsigned preset);
    Answer send_register(const std::array<std::uint8_t, 16>& bits, std::uint32_t argument);
    Answer refuse();
    Answer r1(unsigned index);

    bool is_addressed(std::uint32_t argument) const { return argument >> 16 == rca_; }
    void settle(SimTime now);
    void go_idle();
    void end_read();
    void program(std::optional<Picoseconds> duration, SimTime now);

    std::string name_;
    DeviceParameters parameters_;
    DeviceLogic& logic_;
    DeviceFaults faults_;
    Csd csd_ = make_csd();
    ExtCsdRegister ext_csd_;

    DeviceState state_ = DeviceState::idle;
    std::uint16_t rca_ = 1;
    std::uint32_t errors_ = 0;      // R1 bits of earlier commands, not yet reported
    unsigned preset_blocks_ = 0;    // by CMD23, for the next command
    SimTime programmed_at_ = 0_ps;  // end of prg or dis
    // The transfer under way.
    bool sends_ext_csd_ = false;
    std::uint32_t first_ = 0;
    unsigned count_ = 0;  // blocks; 0: until CMD12
    unsigned done_ = 0;   // good blocks
    SimTime all_sent_ = never;
    bool write_failed_ = false;
};

}  // namespace lookaside::emmc
