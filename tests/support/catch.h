// SPDX-License-Identifier: Apache-2.0
// The one place that includes Catch2: version 2 (Debian 12) or 3 (Debian 13).
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
