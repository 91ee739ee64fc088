# Libraries without a package that CMake finds everywhere, as targets whorl_libraries::NAME.

include(FindPackageHandleStandardArgs)

set(_whorl_variables)
foreach(_whorl_library IN ITEMS
    "brotlidec brotli/decode.h" "csv csv.h" "hwy hwy/highway.h" "nettle nettle/md5.h"
    "uchardet uchardet/uchardet.h" "xlsxwriter xlsxwriter.h" "yaml yaml.h" "zstd zstd.h")
  separate_arguments(_whorl_library)
  list(GET _whorl_library 0 _whorl_name)
  list(GET _whorl_library 1 _whorl_header)
  find_library(WHORL_${_whorl_name}_LIBRARY ${_whorl_name})
  find_path(WHORL_${_whorl_name}_INCLUDE_DIR ${_whorl_header})
  mark_as_advanced(WHORL_${_whorl_name}_LIBRARY WHORL_${_whorl_name}_INCLUDE_DIR)
  list(APPEND _whorl_variables WHORL_${_whorl_name}_LIBRARY WHORL_${_whorl_name}_INCLUDE_DIR)
  if(WHORL_${_whorl_name}_LIBRARY AND NOT TARGET whorl_libraries::${_whorl_name})
    add_library(whorl_libraries::${_whorl_name} UNKNOWN IMPORTED)
    set_target_properties(whorl_libraries::${_whorl_name} PROPERTIES
      IMPORTED_LOCATION "${WHORL_${_whorl_name}_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${WHORL_${_whorl_name}_INCLUDE_DIR}")
  endif()
endforeach()

find_package_handle_standard_args(WhorlLibraries REQUIRED_VARS ${_whorl_variables})
