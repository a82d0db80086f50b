// SPDX-License-Identifier: Apache-2.0
// The program `lookaside`: hands the command line to app/program.h from within sc_main.
#include <cstdlib>

#include "app/program.h"
#include "models/base/systemc.h"

int sc_main(int argc, char* argv[]) {
    return lookaside::app::run_program(argc, argv);
}

int main(int argc, char* argv[]) {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
