# Finds libsodium as whorl_sodium::sodium. The component whorl::registry needs it.

include(FindPackageHandleStandardArgs)

find_library(WHORL_sodium_LIBRARY sodium)
find_path(WHORL_sodium_INCLUDE_DIR sodium.h)
mark_as_advanced(WHORL_sodium_LIBRARY WHORL_sodium_INCLUDE_DIR)
find_package_handle_standard_args(
  WhorlSodium REQUIRED_VARS WHORL_sodium_LIBRARY WHORL_sodium_INCLUDE_DIR)
if(WhorlSodium_FOUND AND NOT TARGET whorl_sodium::sodium)
  add_library(whorl_sodium::sodium UNKNOWN IMPORTED)
  set_target_properties(whorl_sodium::sodium PROPERTIES
    IMPORTED_LOCATION "${WHORL_sodium_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${WHORL_sodium_INCLUDE_DIR}")
endif()
