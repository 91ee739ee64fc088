// How RocksDB keeps the tables of a registry.
#pragma once

#include <rocksdb/options.h>

#include <string>

#include "registry/database.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

rocksdb::DBOptions database_options();
rocksdb::ColumnFamilyOptions table_options(Table table);

// The name of a table; that of postings ends in its generation.
std::string table_name(Table table, std::uint64_t generation);

// An Error that names the folder and says what to do.
tl::unexpected<Error> failed(const rocksdb::Status& status, const std::filesystem::path& folder);

}  // namespace whorl::internal::registry
