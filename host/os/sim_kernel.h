// SPDX-License-Identifier: Apache-2.0
// The kernel's services on modelled CPU cores.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "host/os/kernel.h"
#include "host/os/sim_core.h"
#include "host/os/sim_dma.h"
#include "host/os/sim_mmio.h"
#include "host/os/sim_pci.h"
#include "host/os/sim_task_table.h"
#include "host/os/sim_wait.h"
#include "host/os/sim_work.h"
#include "models/base/agenda.h"
#include "models/base/interrupt_sink.h"

namespace lookaside::os {

/// Linux on `profile.cores` cores. Made before the simulation starts. Threads made before then
/// start with it; everything else that takes CPU time is called from threads and handlers only.
class SimKernel : public Kernel, public InterruptSink {
  public:
    SimKernel(const CpuProfile& profile, Agenda& agenda, memory::HostMemory& memory,
              StatisticsRegistry& statistics);
    ~SimKernel() override;

    /// To be bound to the root complex.
    tlm::tlm_initiator_socket<64>& mmio_socket() { return mmio_.socket; }
    /// Announces a function to the kernel; drivers get the returned device.
    PciDevice& add_pci_device(PciFunction function);
    void interrupt_message(std::uint32_t data) override;
    /// Runs an operation that waits (enumeration, say) for the calling thread, whose core it
    /// stalls.
    void stall(const std::function<void()>& operation) { mmio_.stall(operation); }
    /// One line for every thread that does not run: its name, what it waits for and who holds that.
    std::vector<std::string> describe_waits() const;

    SimTime now() const override;
    CpuId this_cpu() const override;
    unsigned cpu_count() const override { return static_cast<unsigned>(cores_.size()); }
    void spend(Cost cost, std::uint64_t count = 1) override;
    void compute(Implementation implementation, CipherWork work, Bytes size) override;
    const CpuProfile& cpu() const override { return profile_; }
    void schedule() override;
    void sleep(Picoseconds duration) override;

    std::unique_ptr<SpinLock> make_spin_lock(std::string_view name) override;
    std::unique_ptr<Mutex> make_mutex(std::string_view name) override;
    std::unique_ptr<WaitQueue> make_wait_queue(std::string_view name) override;
    std::unique_ptr<Completion> make_completion(std::string_view name) override;
    WorkQueue& system_wq() override { return *work_queues_.front(); }
    std::unique_ptr<WorkQueue> make_work_queue(std::string_view name) override;
    std::unique_ptr<Tasklet> make_tasklet(std::string_view name,
                                          std::function<void()> function) override;
    std::unique_ptr<Timer> make_timer(std::string_view name,
                                      std::function<void()> function) override;
    std::unique_ptr<KThread> run_kthread(std::string_view name, std::optional<CpuId> cpu,
                                         std::function<void(KThread&)> body) override;
    DmaMapper& dma() override { return dma_; }

  private:
    Context& caller(const char* call) const;
    WorkQueue& add_work_queue(std::string name, WorkConcurrency concurrency);
    Core& least_loaded();
    Picoseconds unfinished_jobs(Core& core, SimTime now) const;
    void publish(StatisticsRegistry& statistics);

    CpuProfile profile_;
    FairPolicy policy_;
    Agenda& agenda_;
    CurrentContext current_;
    std::vector<std::unique_ptr<Core>> cores_;
    std::vector<std::unique_ptr<IssueSlot>> slots_;
    std::vector<unsigned> threads_started_;  // a core
    TaskTable tasks_;
    MmioBus mmio_;
    IrqTable irqs_;
    SimDma dma_;
    Sleep sleep_;
    std::vector<std::unique_ptr<SimWorkQueue>> work_queues_;
    std::vector<std::unique_ptr<SimPciDevice>> devices_;
};

}  // namespace lookaside::os
