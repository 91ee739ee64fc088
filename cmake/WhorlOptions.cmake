# What every target shares: the language, the warnings, the sanitizers, and three helpers.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(whorl_options INTERFACE)
target_compile_options(whorl_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wcast-align -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees an overlap in std::string's operator+ that is not there (its bug 105651), and
  # members of std::variant that are destroyed before they are built.
  target_compile_options(whorl_options INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()
target_include_directories(whorl_options INTERFACE
  ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
if(WHORL_SANITIZE)
  target_compile_options(whorl_options INTERFACE
    -fsanitize=${WHORL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(whorl_options INTERFACE -fsanitize=${WHORL_SANITIZE})
endif()

# The rooms that the current folder of src/ may use, as targets: its line of src/layers.txt.
function(whorl_rooms_below result)
  file(RELATIVE_PATH room ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
  file(STRINGS ${PROJECT_SOURCE_DIR}/src/layers.txt line REGEX "^${room}:")
  string(REGEX REPLACE "^[^:]*: *" "" rooms "${line}")
  string(REGEX REPLACE " +" ";" rooms "${rooms}")
  list(TRANSFORM rooms REPLACE "/" "_")
  list(TRANSFORM rooms PREPEND whorl_)
  set(${result} ${rooms} PARENT_SCOPE)
endfunction()

# whorl_library(NAME SOURCES … LINKS …): one folder, one target, which links the rooms it may use.
function(whorl_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  whorl_rooms_below(rooms)
  list(PREPEND ARG_LINKS ${rooms})
  if(ARG_SOURCES)
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC whorl_options ${ARG_LINKS})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE whorl_options ${ARG_LINKS})
  endif()
endfunction()

# whorl_test(NAME SOURCES … LINKS … [THREADS]): one GoogleTest program. THREADS: it runs
# several threads, so it is worth a run under ThreadSanitizer; the target `threads` builds those.
add_custom_target(threads)
function(whorl_test name)
  cmake_parse_arguments(ARG "THREADS" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} GTest::gtest_main GTest::gmock)
  target_compile_definitions(${name} PRIVATE
    WHORL_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
    WHORL_PROGRAM="${CMAKE_BINARY_DIR}/bin/whorl")
  set(label everyday)
  if(ARG_THREADS)
    set(label threads)
    add_dependencies(threads ${name})
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 600 LABELS ${label})
endfunction()

# whorl_fuzzer(NAME SOURCES … LINKS …): one libFuzzer program; the target `fuzzers` builds all.
add_custom_target(fuzzers)
function(whorl_fuzzer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINKS})
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
endfunction()
