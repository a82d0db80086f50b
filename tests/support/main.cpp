// SPDX-License-Identifier: Apache-2.0
// Runs Catch2 inside sc_main, so that test cases may elaborate and run SystemC models.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_RUNNER
#endif
#include <cstdlib>

#include "models/base/systemc.h"
#include "tests/support/catch.h"

int sc_main(int argc, char* argv[]) {
    // A warning or error that a model reports fails the test that caused it.
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
    sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
    return Catch::Session().run(argc, argv);
}

int main(int argc, char* argv[]) {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
