// Tables of postings that are written whole: no log, no levels, one file after the other.
#include <rocksdb/sst_file_writer.h>

#include "base/try.h"
#include "registry/database_options.h"
#include "registry/opened_database.h"

namespace whorl::internal::registry {
namespace {

constexpr std::uint64_t kFileBytes = 256ull << 20;
constexpr bool kForgotten = false;  // by the system's cache: searches come next
constexpr bool kUnfiltered = true;  // nearly every bucket is there

// Removes what RocksDB did not take in.
class DraftFiles {
 public:
  explicit DraftFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}
  DraftFiles(const DraftFiles&) = delete;
  DraftFiles& operator=(const DraftFiles&) = delete;
  ~DraftFiles() {
    std::error_code ignored;
    for (const std::string& path : paths_) std::filesystem::remove(path, ignored);
  }

  const std::string& next() {
    const std::string name = "compaction-" + std::to_string(paths_.size()) + ".draft";
    return paths_.emplace_back((folder_ / name).string());
  }
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  std::filesystem::path folder_;
  std::vector<std::string> paths_;
};

}  // namespace

Result<rocksdb::ColumnFamilyHandle*> Database::Opened::add_postings(
    std::uint64_t number, const std::function<Result<Bucket>()>& next) {
  const rocksdb::Options options(database_options(), table_options(Table::postings));
  DraftFiles files(folder);
  rocksdb::Status status;
  WHORL_ASSIGN_OR_RETURN(Bucket bucket, next());
  while (bucket && status.ok()) {
    rocksdb::SstFileWriter file(rocksdb::EnvOptions(), options, nullptr, kForgotten,
                                rocksdb::Env::IO_TOTAL, kUnfiltered);
    status = file.Open(files.next());
    while (bucket && status.ok() && file.FileSize() < kFileBytes) {
      status = file.Put(bucket->first, bucket->second);
      WHORL_ASSIGN_OR_RETURN(bucket, next());
    }
    if (status.ok()) status = file.Finish();
  }
  rocksdb::ColumnFamilyHandle* made = nullptr;
  if (status.ok()) {
    status = db->CreateColumnFamily(table_options(Table::postings),
                                    table_name(Table::postings, number), &made);
  }
  if (status.ok() && !files.paths().empty()) {
    rocksdb::IngestExternalFileOptions moved;
    moved.move_files = true;
    status = db->IngestExternalFile(made, files.paths(), moved);
  }
  if (!status.ok() && made != nullptr) db->DestroyColumnFamilyHandle(made);
  WHORL_RETURN_IF_ERROR(written(status));
  return made;
}

}  // namespace whorl::internal::registry
