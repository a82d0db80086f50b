// SPDX-License-Identifier: Apache-2.0
// The kernel as driver, stack and workload code sees it. Names and rules are Linux's; no SystemC.
//
// Contexts: process context (kthreads, workers) may block; softirq (tasklets, timers) and hard IRQ
// may not. A blocking call from the wrong context throws SimulationError, as does releasing a lock
// that is not held. Everything here that takes CPU time in Linux takes it here, at the prices of
// the CPU profile, on the core that runs the caller.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/units.h"
#include "host/os/cost.h"

namespace lookaside::os {

using CpuId = unsigned;

/// Spinlock. lock() spins on its core while another core holds it.
class SpinLock {
  public:
    virtual ~SpinLock() = default;
    virtual void lock() = 0;
    virtual void unlock() = 0;
    /// The same with interrupts of the local core held off.
    virtual void lock_irqsave() = 0;
    virtual void unlock_irqrestore() = 0;
};

/// Holds a spinlock with interrupts off for a scope.
class IrqSaveGuard {
  public:
    explicit IrqSaveGuard(SpinLock& lock) : lock_(lock) { lock_.lock_irqsave(); }
    ~IrqSaveGuard() { lock_.unlock_irqrestore(); }
    IrqSaveGuard(const IrqSaveGuard&) = delete;
    IrqSaveGuard& operator=(const IrqSaveGuard&) = delete;

  private:
    SpinLock& lock_;
};

/// Sleeping lock, first come first served.
class Mutex {
  public:
    virtual ~Mutex() = default;
    virtual void lock() = 0;
    virtual void unlock() = 0;
};

/// Wait queue with Linux's rule: the condition is looked at before sleeping and after every
/// wake-up.
class WaitQueue {
  public:
    virtual ~WaitQueue() = default;
    virtual void wait_event(const std::function<bool()>& condition) = 0;
    /// False if the time passed first and the condition still does not hold.
    [[nodiscard]] virtual bool wait_event_timeout(const std::function<bool()>& condition,
                                                  Picoseconds timeout) = 0;
    virtual void wake_up() = 0;
    virtual void wake_up_all() = 0;
};

/// Counting completion (struct completion).
class Completion {
  public:
    virtual ~Completion() = default;
    virtual void wait_for_completion() = 0;
    /// False on time-out.
    [[nodiscard]] virtual bool wait_for_completion_timeout(Picoseconds timeout) = 0;
    virtual void complete() = 0;
    virtual void reinit() = 0;
};

/// An item of deferred work (struct work_struct). Queued at most once until it starts to run.
class Work {
  public:
    explicit Work(std::function<void()> function) : function_(std::move(function)) {}
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    /// The worker calls these.
    bool pending() const { return pending_; }
    void set_pending(bool pending) { pending_ = pending; }
    void run() { function_(); }

  private:
    std::function<void()> function_;
    bool pending_ = false;
};

/// Runs work items in process context on kworkers bound to a CPU. An item runs on the CPU that
/// queued it (as Linux's bound queues do) and never beside itself.
class WorkQueue {
  public:
    virtual ~WorkQueue() = default;
    /// False if the item was pending already.
    virtual bool queue_work(Work& work) = 0;
    virtual bool queue_work_on(CpuId cpu, Work& work) = 0;
};

/// Softirq deferral: runs once after schedule(), on the scheduling CPU, never beside itself.
class Tasklet {
  public:
    virtual ~Tasklet() = default;
    virtual void schedule() = 0;
};

/// A kernel thread; `body` returns when should_stop().
class KThread {
  public:
    virtual ~KThread() = default;
    virtual bool should_stop() const = 0;
    /// Asks the thread to end and wakes it.
    virtual void stop() = 0;
};

/// One-shot timer; the function runs in softirq context.
class Timer {
  public:
    virtual ~Timer() = default;
    virtual void mod_timer(SimTime expires) = 0;
    virtual void del_timer() = 0;
};

/// Memory that the device can reach: the CPU's view and the bus address.
struct DmaBuffer {
    std::span<std::uint8_t> cpu;
    std::uint64_t bus = 0;
};
enum class DmaDirection : std::uint8_t { to_device, from_device, bidirectional };

/// Streaming and coherent DMA memory. A device access outside what is mapped ends the run with a
/// SimulationError that names the address.
class DmaMapper {
  public:
    virtual ~DmaMapper() = default;
    /// Coherent memory, zeroed, page aligned; lives as long as the kernel.
    virtual DmaBuffer alloc_coherent(Bytes size) = 0;
    /// A buffer as kmalloc gives it: aligned to its size class (power of two), so that up to a
    /// page it never crosses a page. Lives as long as the kernel. Not mapped yet.
    virtual std::span<std::uint8_t> alloc_buffer(Bytes size) = 0;
    /// Maps (part of) such a buffer for a transfer; returns its bus address.
    virtual std::uint64_t map_single(std::span<std::uint8_t> buffer, DmaDirection direction) = 0;
    virtual void unmap_single(std::uint64_t bus, Bytes size, DmaDirection direction) = 0;
};

/// One mapped register window.
class Mmio {
  public:
    virtual ~Mmio() = default;
    /// Stalls the core for the round trip; earlier posted writes of this core arrive first, and
    /// device writes that the device sent before its answer are visible after it.
    virtual std::uint32_t read32(Bytes offset) = 0;
    /// Posted: the core goes on after the store.
    virtual void write32(Bytes offset, std::uint32_t value) = 0;
};

enum class IrqReturn : std::uint8_t { none, handled };
using IrqHandler = std::function<IrqReturn()>;

/// A probed PCI function.
class PciDevice {
  public:
    virtual ~PciDevice() = default;
    virtual unsigned bar_count() const = 0;
    /// Maps a BAR; the window lives as long as the device.
    virtual Mmio& bar(unsigned index) = 0;
    /// Enables MSI-X with `count` vectors (pci_alloc_irq_vectors).
    virtual void alloc_irq_vectors(unsigned count) = 0;
    /// Registers a hard-IRQ handler for a vector and unmasks its MSI-X entry. The interrupt goes
    /// to `cpu`.
    virtual void request_irq(unsigned vector, std::string_view name, CpuId cpu,
                             IrqHandler handler) = 0;
};

/// The kernel's services. Objects it makes live no longer than it does. Names appear in reports
/// and in the wait-for graph.
class Kernel {
  public:
    virtual ~Kernel() = default;

    /// Simulated time (ktime_get); free of charge.
    virtual SimTime now() const = 0;
    /// The core that runs the caller.
    virtual CpuId this_cpu() const = 0;
    virtual unsigned cpu_count() const = 0;

    /// Occupies the core for `count` times the price of `cost`; may be preempted meanwhile.
    virtual void spend(Cost cost, std::uint64_t count = 1) = 0;
    /// Occupies the core with a cipher or hash over `size` bytes, at the profile's price; throws
    /// InputError if there is none. As spend(), but a loop that waits for no memory: hardware
    /// threads of one core hardly overlap in it.
    virtual void compute(Implementation implementation, CipherWork work, Bytes size) = 0;
    /// The CPU's price list.
    virtual const CpuProfile& cpu() const = 0;
    /// Lets other runnable threads of this core go first (schedule()). Process context only.
    virtual void schedule() = 0;
    /// Sleeps at least this long. Process context only.
    virtual void sleep(Picoseconds duration) = 0;

    virtual std::unique_ptr<SpinLock> make_spin_lock(std::string_view name) = 0;
    virtual std::unique_ptr<Mutex> make_mutex(std::string_view name) = 0;
    virtual std::unique_ptr<WaitQueue> make_wait_queue(std::string_view name) = 0;
    virtual std::unique_ptr<Completion> make_completion(std::string_view name) = 0;
    /// The system work queue (system_wq).
    virtual WorkQueue& system_wq() = 0;
    /// A queue of its own with one kworker a CPU, one item at a time on each.
    virtual std::unique_ptr<WorkQueue> make_work_queue(std::string_view name) = 0;
    virtual std::unique_ptr<Tasklet> make_tasklet(std::string_view name,
                                                  std::function<void()> function) = 0;
    virtual std::unique_ptr<Timer> make_timer(std::string_view name,
                                              std::function<void()> function) = 0;
    /// Starts a thread. With `cpu` it is bound to that core, else to the least loaded one at start.
    virtual std::unique_ptr<KThread> run_kthread(std::string_view name, std::optional<CpuId> cpu,
                                                 std::function<void(KThread&)> body) = 0;

    virtual DmaMapper& dma() = 0;
};

}  // namespace lookaside::os
