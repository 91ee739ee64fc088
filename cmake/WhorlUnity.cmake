# A unity build compiles the sources of a folder several at a time, so that what they all include
# is read once: most of the time of a short source goes into that. Tests are compiled so, and under
# a sanitizer all sources. A release compiles each source of the library by itself, which shows that
# each includes what it needs.

# Those that stay by themselves: their unnamed namespaces use a name that another source of the
# folder uses too, or they include themselves once for each kind of processor.
set(WHORL_APART
  src/kernels
  apps/cli/cluster_flags.cc
  apps/cli/compare_flags.cc
  apps/cli/dedup_flags.cc
  apps/cli/fingerprint_flags.cc
  apps/cli/lab_flags.cc
  apps/cli/measure_flags.cc
  apps/cli/query_flags.cc
  apps/cli/registry_flags.cc
  apps/cli/serve_flags.cc
  apps/cli/sweep_flags.cc
  apps/cli/fetch_text.cc
  apps/cli/lab_command.cc
  apps/cli/methods_command.cc
  apps/cli/registry_command.cc
  apps/cli/run_description.cc
  apps/cli/run_progress.cc
  apps/cli/sweep_command.cc
  apps/serve/collection_endpoints.cc
  apps/serve/compare_endpoints.cc
  apps/serve/document_endpoints.cc
  apps/serve/endpoints.cc
  apps/serve/job_endpoints.cc
  apps/serve/measure_endpoint.cc
  apps/serve/review_endpoints.cc
  apps/serve/collections.cc
  apps/serve/limits.cc
  apps/serve/moss_session.cc
  apps/serve/pages.cc
  apps/serve/server.cc
  apps/serve/text_line.cc
  apps/serve/tokens.cc
  src/canon/code/scanner.cc
  src/canon/code/tables/ecmascript.cc
  src/canon/code/tables/python.cc
  src/canon/code/tables/shells.cc
  src/canon/html/references.cc
  src/check/hash_lists.cc
  src/cluster/outputs.cc
  src/compare/search/pair_bounds.cc
  src/join/ordered_join.cc
  src/join/prefix_join.cc
  src/lab/density.cc
  src/lab/guarantee.cc
  src/lab/overlap.cc
  src/lab/overlap_all.cc
  src/lab/renaming_experiment.cc
  src/lab/sketch_curves.cc
  src/lab/threshold.cc
  src/read/glob.cc
  src/read/gzip_stream.cc
  src/read/json_lines.cc
  src/read/office_parts.cc
  src/read/open_stream.cc
  src/read/wide.cc
  src/registry/many_values.cc
  src/registry/rocks_database.cc
  src/store/name_index.cc
  src/store/position_file.cc
  src/store/shingle_index.cc
  src/store/sketch_file.cc
  src/sweep/draft.cc
  src/sweep/store.cc
  tests/base/stages_test.cc
  tests/canon/statement_form_test.cc
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

# whorl_unity(TARGET): its sources are compiled together, but for those above.
function(whorl_unity target)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  if(folder IN_LIST WHORL_APART)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if("${folder}/${source}" IN_LIST WHORL_APART)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
