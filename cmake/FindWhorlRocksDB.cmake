# RocksDB as whorl_rocksdb::rocksdb: what the component whorl::registry needs beside whorl::whorl.

include(FindPackageHandleStandardArgs)

find_library(WHORL_rocksdb_LIBRARY rocksdb)
find_path(WHORL_rocksdb_INCLUDE_DIR rocksdb/db.h)
mark_as_advanced(WHORL_rocksdb_LIBRARY WHORL_rocksdb_INCLUDE_DIR)
find_package_handle_standard_args(
  WhorlRocksDB REQUIRED_VARS WHORL_rocksdb_LIBRARY WHORL_rocksdb_INCLUDE_DIR)
if(WhorlRocksDB_FOUND AND NOT TARGET whorl_rocksdb::rocksdb)
  add_library(whorl_rocksdb::rocksdb UNKNOWN IMPORTED)
  set_target_properties(whorl_rocksdb::rocksdb PROPERTIES
    IMPORTED_LOCATION "${WHORL_rocksdb_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${WHORL_rocksdb_INCLUDE_DIR}")
endif()
