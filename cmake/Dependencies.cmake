# SPDX-License-Identifier: Apache-2.0
# Debian's packages as CMake targets.

find_package(Boost REQUIRED COMPONENTS filesystem)
find_package(fmt REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)
find_path(SYSTEMC_INCLUDE systemc REQUIRED)
find_library(SYSTEMC_LIBRARY systemc REQUIRED)
find_path(PCAP_INCLUDE pcap.h REQUIRED)
find_library(PCAP_LIBRARY pcap REQUIRED)

# SystemC checks that the program's C++ standard is its own by a symbol's name; Debian 12 builds
# it as C++17, and C++20 code that includes it links when it claims the same.
add_library(systemc INTERFACE)
target_include_directories(systemc SYSTEM INTERFACE ${SYSTEMC_INCLUDE})
target_compile_definitions(systemc INTERFACE SC_CPLUSPLUS=201703L)
target_link_libraries(systemc INTERFACE ${SYSTEMC_LIBRARY} Threads::Threads)

add_library(pcap INTERFACE)
target_include_directories(pcap SYSTEM INTERFACE ${PCAP_INCLUDE})
target_link_libraries(pcap INTERFACE ${PCAP_LIBRARY})
