// Files of a registry that are read where the system has them in memory: no copy, no call a read.
#pragma once

#include <rocksdb/file_system.h>

#include <memory>

namespace whorl::internal::registry {

// The file system below it, of which RocksDB maps the sorted files. Where much of one is wanted at
// once, the index of a table or what a walk comes to next, the disk is told to read it together: a
// page that is missed is read alone, since searches leap.
std::shared_ptr<rocksdb::FileSystem> mapped_files(std::shared_ptr<rocksdb::FileSystem> below);

}  // namespace whorl::internal::registry
