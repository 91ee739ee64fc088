# The public library, one for all folders of src/: whorl::whorl, whose only include folder is
# include/. BUILD_SHARED_LIBS decides what it is. The target of the program is called whorl.

get_property(folders GLOBAL PROPERTY WHORL_FOLDERS)
get_property(links GLOBAL PROPERTY WHORL_LINKS)
list(TRANSFORM folders REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
list(REMOVE_DUPLICATES links)
list(REMOVE_ITEM links ${WHORL_BUILD_TARGETS})

add_library(libwhorl ${objects})
add_library(whorl::whorl ALIAS libwhorl)
set_target_properties(libwhorl PROPERTIES
  OUTPUT_NAME whorl
  EXPORT_NAME whorl
  LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
  ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
target_compile_features(libwhorl PUBLIC cxx_std_20)
target_link_libraries(libwhorl PUBLIC tl::expected PRIVATE ${links})
target_link_options(libwhorl PRIVATE
  $<TARGET_PROPERTY:whorl_hardening,INTERFACE_LINK_OPTIONS>)
if(WHORL_SANITIZE)
  target_link_options(libwhorl PUBLIC -fsanitize=${WHORL_SANITIZE})
endif()

file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/whorl/*.h)
target_sources(libwhorl PUBLIC
  FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${headers})

# The component whorl::registry, for those who keep registries: its rooms, on top of whorl::whorl.
if(WHORL_REGISTRY)
  add_library(libwhorl_registry $<TARGET_OBJECTS:whorl_registry_keyed> $<TARGET_OBJECTS:whorl_registry>)
  add_library(whorl::registry ALIAS libwhorl_registry)
  set_target_properties(libwhorl_registry PROPERTIES
    OUTPUT_NAME whorl_registry
    EXPORT_NAME registry
    LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  target_link_libraries(libwhorl_registry
    PUBLIC libwhorl PRIVATE whorl_rocksdb::rocksdb whorl_sodium::sodium)
  target_link_options(libwhorl_registry PRIVATE
    $<TARGET_PROPERTY:whorl_hardening,INTERFACE_LINK_OPTIONS>)
endif()
