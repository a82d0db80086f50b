// SPDX-License-Identifier: Apache-2.0
#include "app/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "app/bench_command.h"
#include "app/interruption.h"
#include "app/kat.h"
#include "app/output.h"
#include "app/params_command.h"
#include "app/run_command.h"
#include "app/sweep/run_point_command.h"
#include "app/sweep/sweep_command.h"
#include "app/validate_command.h"
#include "app/version.h"
#include "base/error.h"

namespace lookaside::app {
namespace {

constexpr const char* description =
    "Simulates look-aside crypto accelerators together with the software that drives them.";

constexpr const char* program_footer = R"(
Examples:
  lookaside run scenarios/fpga-ipsec-pc.toml       the card on a PC at PCIe 2.0 x4
  lookaside run scenarios/fpga-ipsec-pc.toml --set fabric.lanes=1 --out results/x1
  lookaside run scenarios/pcie-link.toml --set fabric.generation=5 --set fabric.lanes=16
  lookaside sweep scenarios/fpga-ipsec-pc.toml --vary fabric.lanes=1,2,4 --out results/lanes
  lookaside params fabric                          what can be set on the link
  lookaside params --scenario scenarios/fpga-ipsec-pc.toml
                                                   what a scenario sets, and where
`lookaside COMMAND --help` says more. In the project's folder, `./lookaside test` runs the tests.

Exit status: 0 fine; 1 a check failed; 2 usage or configuration; 3 the simulation could not complete.)";

void set_up(CLI::App& program, int& exit_status) {
    program.require_subcommand(1);
    program.set_version_flag("--version", std::string("lookaside ") + program_version);
    program.footer(program_footer);
    add_run(program, exit_status);
    add_sweep(program, exit_status);
    add_run_point(program, exit_status);
    add_validate(program, exit_status);
    add_bench(program, exit_status);
    add_kat(program, exit_status);
    add_params(program, exit_status);
}

int usage_error(const CLI::App& program, const CLI::ParseError& error) {
    // --help and --version come as "errors" with status 0.
    if (error.get_exit_code() == 0) {
        program.exit(error);
        return exit_fine;
    }
    print_error(fmt::format("{}; `lookaside --help` shows the usage", error.what()));
    return exit_usage;
}

}  // namespace

int run_program(int argc, char* argv[]) {
    CLI::App program(description, "lookaside");
    int exit_status = exit_fine;
    try {
        set_up(program, exit_status);
        program.parse(argc, argv);
        return exit_status;
    } catch (const CLI::ParseError& error) {
        return usage_error(program, error);
    } catch (const InputError& error) {
        print_error(error.what());
        return exit_usage;
    } catch (const Interrupted& interrupted) {
        print_error(interrupted.what());
        return interrupted.exit_status();
    } catch (const std::exception& error) {
        // SimulationError, and whatever a model or the kernel threw.
        print_error(error.what());
        return exit_incomplete;
    }
}

}  // namespace lookaside::app
