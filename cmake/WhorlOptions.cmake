# What every target shares: the language, the warnings, the sanitizers, and three helpers.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(NOT CMAKE_BUILD_TYPE AND NOT multi_config)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
  endif()
  find_program(WHORL_CCACHE ccache)
  if(WHORL_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${WHORL_CCACHE})
  endif()
endif()

# What the folders of src/, the program and the tests are compiled with; no user of whorl::whorl.
add_library(whorl_options INTERFACE)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(whorl_options INTERFACE
    -Wall -Wextra -Wpedantic
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>  # not of the names of other sources
    -Wnon-virtual-dtor -Wcast-align)
endif()
if(WHORL_WERROR)
  target_compile_options(whorl_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees an overlap in std::string's operator+ that is not there (its bug 105651), and
  # members of std::variant that are destroyed before they are built.
  target_compile_options(whorl_options INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()
include(WhorlHardening)
target_link_libraries(whorl_options INTERFACE whorl_hardening)
target_include_directories(whorl_options INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
if(WHORL_SANITIZE)
  target_compile_options(whorl_options INTERFACE
    -fsanitize=${WHORL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(whorl_options INTERFACE -fsanitize=${WHORL_SANITIZE})
endif()
if(WHORL_FUZZ)
  # The fuzzer sees which branches of the library an input takes, not of the harness alone.
  target_compile_options(whorl_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

include(WhorlUnity)

set(WHORL_SOURCES ${PROJECT_SOURCE_DIR}/src)

# The rooms that the current folder of src/ may use, as targets: its line of src/layers.txt.
function(whorl_rooms_below result)
  file(RELATIVE_PATH room ${WHORL_SOURCES} ${CMAKE_CURRENT_SOURCE_DIR})
  file(STRINGS ${WHORL_SOURCES}/layers.txt line REGEX "^${room}:")
  string(REGEX REPLACE "^[^:]*: *" "" rooms "${line}")
  string(REGEX REPLACE " +" ";" rooms "${rooms}")
  # A target has the name of its namespace: folders that only group rooms are no part of it.
  list(TRANSFORM rooms REPLACE "^(fingerprints|passages|jobs/collection|jobs)/" "")
  list(TRANSFORM rooms REPLACE "/" "_")
  list(TRANSFORM rooms PREPEND whorl_)
  set(${result} ${rooms} PARENT_SCOPE)
endfunction()

# whorl_library(NAME SOURCES … LINKS … [COMPONENT]): one folder, one target, which links the rooms
# that it may use. COMPONENT: it is a library of its own, for those who ask for it. The other
# folders of src/ are what WhorlLibrary.cmake makes the public library of, with what they link
# beside each other.
function(whorl_library name)
  cmake_parse_arguments(ARG "COMPONENT" "" "SOURCES;LINKS" ${ARGN})
  whorl_rooms_below(rooms)
  list(PREPEND ARG_LINKS ${rooms})
  if(ARG_SOURCES)
    add_library(${name} STATIC ${ARG_SOURCES})
    whorl_unity(${name})
    target_link_libraries(${name} PUBLIC whorl_options ${ARG_LINKS})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE whorl_options ${ARG_LINKS})
  endif()
  cmake_path(IS_PREFIX WHORL_SOURCES ${CMAKE_CURRENT_SOURCE_DIR} public)
  if(public AND NOT ARG_COMPONENT)
    if(ARG_SOURCES)
      set_property(GLOBAL APPEND PROPERTY WHORL_FOLDERS ${name})
    endif()
    list(FILTER ARG_LINKS EXCLUDE REGEX "^whorl_[a-z0-9_]+$")
    set_property(GLOBAL APPEND PROPERTY WHORL_LINKS ${ARG_LINKS})
  endif()
endfunction()

# For code that is slow to compile and not slow to run: tests, which are a third of all sources, the
# program and its service, reports, checks and the laboratory. They wait for files and sockets, or
# call the other rooms. Under a sanitizer each compiles in a third of the time.
add_library(whorl_light_options INTERFACE)
if(WHORL_SANITIZE)
  target_compile_options(whorl_light_options INTERFACE -O0)
  target_compile_definitions(whorl_light_options INTERFACE WHORL_SANITIZED)
else()
  target_compile_options(whorl_light_options INTERFACE $<$<CONFIG:Release>:-O1>)
endif()

include(WhorlTests)

# whorl_fuzzer(NAME SOURCES … LINKS …): one libFuzzer program; the target `fuzzers` builds all.
if(WHORL_FUZZ)
  add_custom_target(fuzzers)
endif()
function(whorl_fuzzer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINKS})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
endfunction()
