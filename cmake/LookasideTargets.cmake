# SPDX-License-Identifier: Apache-2.0
# How every target of the project is compiled.

find_program(CCACHE ccache)
if(CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(lookaside_options INTERFACE)
target_include_directories(lookaside_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(lookaside_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Werror)
# GCC 12 warns of overlaps in std::string's operator+ that cannot happen (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(lookaside_options INTERFACE -Wno-restrict)
endif()
if(LOOKASIDE_SANITIZE)
    target_compile_options(lookaside_options INTERFACE
        -fsanitize=address,undefined -fno-sanitize-recover=undefined)
    target_link_options(lookaside_options INTERFACE -fsanitize=address,undefined)
endif()

# Compiles a target's files several at a time, which halves the time of a cold build: most of it
# goes into the headers that they share. SEPARATE keeps files apart that use one name differently.
function(lookaside_batch name separate)
    if(LOOKASIDE_BATCH AND NOT separate)
        set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
    endif()
endfunction()

# lookaside_library(NAME SOURCES ... LINK ... [SEPARATE] [COLD]): a static library of one room.
# COLD code runs a few times in a run: with -O1 it compiles a third faster.
function(lookaside_library name)
    cmake_parse_arguments(ARG "SEPARATE;COLD" "" "SOURCES;LINK" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC lookaside_options ${ARG_LINK})
    lookaside_batch(${name} ${ARG_SEPARATE})
    if(ARG_COLD)
        target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
endfunction()

# lookaside_interface(NAME LINK ...): a room that has headers only.
function(lookaside_interface name)
    cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE lookaside_options ${ARG_LINK})
endfunction()
