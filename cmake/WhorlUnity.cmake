# A unity build compiles the sources of a room several at a time, so that the headers that they all
# include are read once: reading them takes longer than compiling a short source. So two helpers in
# the unnamed namespaces of one room need two names. CI proves that each source also compiles alone
# (scripts/compile_alone.py), with WHORL_UNITY off.

option(WHORL_UNITY "Compile several sources of a room at a time" ON)
# The largest group. The compiler needs about 1 GB for it.
set(WHORL_UNITY_SIZE 26)

# Kernels include themselves once for each kind of processor. The others are tests with helpers of
# the same names.
set(WHORL_APART
  src/fingerprints/kernels
  tests/base/stages_test.cc
  tests/tokens/statement_form_test.cc
  tests/cli/collection_commands_test.cc
  tests/cluster/pipeline_test.cc
  tests/compare/names_test.cc
  tests/join/ordered_join_test.cc
  tests/join/prefix_join_test.cc
  tests/lab/overlap_test.cc
  tests/match/spelled_test.cc
  tests/quality/exact_pairs_test.cc
  tests/registry/import_store_test.cc
  tests/registry/registry_model_test.cc)

# whorl_unity(TARGET): its sources are compiled together in groups of about one size, except those
# above.
function(whorl_unity target)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  if(NOT WHORL_UNITY OR folder IN_LIST WHORL_APART)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  list(LENGTH sources count)
  math(EXPR groups "(${count} + ${WHORL_UNITY_SIZE} - 1) / ${WHORL_UNITY_SIZE}")
  math(EXPR size "(${count} + ${groups} - 1) / ${groups}")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  foreach(source IN LISTS sources)
    if("${folder}/${source}" IN_LIST WHORL_APART)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
