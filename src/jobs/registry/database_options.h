// The options of RocksDB for the tables of a registry.
#pragma once

#include <rocksdb/options.h>

#include <memory>
#include <string>

#include "jobs/registry/database.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

rocksdb::DBOptions database_options();

// Fails with out_of_memory if there is not enough address space for a writer. RocksDB works on its
// own threads and ends the program if memory runs out in one of them.
Result<void> check_address_space();
// Databases that are opened from now on use this file system, which must stay valid; null: that of
// the machine. Tests pass one that fails.
void set_file_system(const std::shared_ptr<rocksdb::FileSystem>& file_system);
rocksdb::ColumnFamilyOptions table_options(Table table);

// The name of a table; that of postings ends in its generation.
std::string table_name(Table table, std::uint64_t generation);

// An Error that names the folder and says what to do.
tl::unexpected<Error> failed(const rocksdb::Status& status, const std::filesystem::path& folder);

}  // namespace whorl::internal::registry
