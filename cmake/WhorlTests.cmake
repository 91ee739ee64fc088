# How tests are added: GoogleTest programs in shards, and scripts in Python. tests/tiers.txt says
# which tier a script belongs to.
#
# Labels: the tier; `by_test` or `by_check`, which command runs it; `in_FOLDER` of tests/.

# What tests alone are compiled and linked with.
add_library(whorl_test_options INTERFACE)
target_link_libraries(whorl_test_options INTERFACE whorl_light_options)
target_compile_options(whorl_test_options INTERFACE $<$<CONFIG:Release>:-Wno-error>)
find_program(WHORL_MOLD ld.mold)
if(WHORL_MOLD)
  target_link_options(whorl_test_options INTERFACE -fuse-ld=mold)
endif()

# Reads tests/tiers.txt: sets WHORL_TIER_TEST, WHORL_SECONDS_TEST and WHORL_RUNNER_TIER in the
# scope of the caller.
macro(whorl_read_tiers)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/tiers.txt)
  file(STRINGS ${PROJECT_SOURCE_DIR}/tests/tiers.txt whorl_lines REGEX "^[^#]")
  foreach(whorl_line IN LISTS whorl_lines)
    if(whorl_line MATCHES "^([a-z]+) +([a-z]+)")
      set(whorl_tier ${CMAKE_MATCH_1})
      set(WHORL_RUNNER_${whorl_tier} ${CMAKE_MATCH_2})
    else()
      string(REGEX MATCHALL "[^ ]+" whorl_tests "${whorl_line}")
      foreach(whorl_test IN LISTS whorl_tests)
        string(REPLACE ":" ";" whorl_test "${whorl_test}")
        list(GET whorl_test 0 whorl_name)
        list(GET whorl_test 1 WHORL_SECONDS_${whorl_name})
        set(WHORL_TIER_${whorl_name} ${whorl_tier})
      endforeach()
    endif()
  endforeach()
endmacro()

# The labels of a test of a tier in the current folder.
function(whorl_labels result tier)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  set(${result} ${tier} by_${WHORL_RUNNER_${tier}} in_${folder} PARENT_SCOPE)
endfunction()

# whorl_script(NAME SCRIPT ARGUMENT…): one test that runs a Python script of the current folder.
function(whorl_script name script)
  if(NOT DEFINED WHORL_TIER_${name})
    message(FATAL_ERROR "Give the test ${name} a tier in tests/tiers.txt")
  endif()
  cmake_path(ABSOLUTE_PATH script)
  whorl_labels(labels ${WHORL_TIER_${name}})
  add_test(NAME ${name} COMMAND Python3::Interpreter ${script} ${ARGN})
  set_tests_properties(${name} PROPERTIES
    TIMEOUT 900 LABELS "${labels}" COST ${WHORL_SECONDS_${name}})
endfunction()

# whorl_test(NAME SOURCES … LINKS … [THREADS] [SHARDS n]): one GoogleTest program.
# THREADS: it runs several threads, so it is worth a run under ThreadSanitizer; the target
# `threads` builds those. SHARDS: how many processes share its cases; 2 by default, 4 under a
# sanitizer. The target `tests_FOLDER` builds all programs of a folder of tests/.
if(WHORL_TESTS)
  add_custom_target(threads)
endif()
function(whorl_test name)
  cmake_parse_arguments(ARG "THREADS" "SHARDS" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  whorl_unity(${name})
  target_link_libraries(${name} PRIVATE
    ${ARG_LINKS} GTest::gtest_main GTest::gmock whorl_test_options)
  target_compile_definitions(${name} PRIVATE
    WHORL_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    WHORL_PROGRAM="${PROJECT_BINARY_DIR}/bin/whorl")
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  if(NOT TARGET tests_${folder})
    add_custom_target(tests_${folder})
  endif()
  add_dependencies(tests_${folder} ${name})
  whorl_labels(labels unit)
  if(ARG_THREADS)
    list(APPEND labels threads)
    add_dependencies(threads ${name})
  endif()
  if(WHORL_SANITIZE)
    set(ARG_SHARDS 4)
  elseif(NOT ARG_SHARDS)
    set(ARG_SHARDS 2)
  endif()
  whorl_shards(${name} ${ARG_SHARDS} "${labels}")
endfunction()

# whorl_shards(NAME COUNT LABELS): the tests NAME.0, NAME.1, …, each of which runs a part of the
# program's cases in one process. Starting a process takes longer than most cases.
function(whorl_shards name count labels)
  set(seconds 5)
  if(DEFINED WHORL_SECONDS_${name})
    set(seconds ${WHORL_SECONDS_${name}})
  endif()
  math(EXPR last "${count} - 1")
  foreach(shard RANGE ${last})
    add_test(NAME ${name}.${shard} COMMAND ${name})
    set(variables GTEST_TOTAL_SHARDS=${count} GTEST_SHARD_INDEX=${shard} GTEST_BRIEF=1
      ASAN_OPTIONS=no_huge_pages_for_shadow=0)  # buffers of gigabytes are marked in it
    set_tests_properties(${name}.${shard} PROPERTIES
      TIMEOUT 1800 LABELS "${labels}" COST ${seconds} ENVIRONMENT "${variables}")
  endforeach()
endfunction()
