# What `cmake --install` puts under the prefix. Nothing that is installed names the prefix, so
# the folder can be moved, and `cmake --install --prefix` can name another.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/whorl)
install(TARGETS libwhorl EXPORT whorlTargets FILE_SET HEADERS)
install(EXPORT whorlTargets NAMESPACE whorl:: DESTINATION ${package})

if(WHORL_REGISTRY)
  install(TARGETS libwhorl_registry EXPORT whorlRegistryTargets)
  install(EXPORT whorlRegistryTargets NAMESPACE whorl:: DESTINATION ${package})
  install(FILES
    ${PROJECT_SOURCE_DIR}/cmake/FindWhorlRocksDB.cmake
    ${PROJECT_SOURCE_DIR}/cmake/FindWhorlSodium.cmake
    DESTINATION ${package})
endif()

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/whorlConfig.cmake.in ${PROJECT_BINARY_DIR}/whorlConfig.cmake
  INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/whorlConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/whorlConfig.cmake
  ${PROJECT_BINARY_DIR}/whorlConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/WhorlPackages.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindWhorlLibraries.cmake
  DESTINATION ${package})

# A static library cannot say what it needs, so plain `pkg-config --libs` has to. Debian's libbz2-dev
# and libcsv-dev have no file for pkg-config.
list(JOIN WHORL_PKG_CONFIG " " requirements)
if(BUILD_SHARED_LIBS)
  set(requires_private "${requirements}")
else()
  set(requires "${requirements}")
  set(static_flags " -lbz2 -lcsv -pthread")
endif()
cmake_path(SET pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_LIBDIR BASE_DIRECTORY ${pkgconfig} OUTPUT_VARIABLE from_lib)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_INCLUDEDIR BASE_DIRECTORY ${pkgconfig}
           OUTPUT_VARIABLE from_include)
configure_file(${PROJECT_SOURCE_DIR}/cmake/whorl.pc.in ${PROJECT_BINARY_DIR}/whorl.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/whorl.pc DESTINATION ${pkgconfig})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/web/NOTICE
        DESTINATION ${CMAKE_INSTALL_DOCDIR})

# `installed` builds what is installed and nothing else.
add_custom_target(installed DEPENDS libwhorl)
if(WHORL_REGISTRY)
  add_dependencies(installed libwhorl_registry)
endif()
if(WHORL_CLI)
  set(completions ${PROJECT_BINARY_DIR}/completions)
  file(MAKE_DIRECTORY ${completions})
  foreach(shell IN ITEMS bash zsh fish)
    add_custom_command(
      OUTPUT ${completions}/${shell}
      COMMAND whorl completion ${shell} > ${completions}/${shell}
      DEPENDS whorl)
    list(APPEND scripts ${completions}/${shell})
  endforeach()
  add_custom_target(whorl_completions ALL DEPENDS ${scripts})
  add_dependencies(installed whorl whorl_completions)
  install(TARGETS whorl)
  install(FILES ${PROJECT_SOURCE_DIR}/docs/whorl.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${completions}/bash RENAME whorl
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${completions}/zsh RENAME _whorl
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${completions}/fish RENAME whorl.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
