// The files of a store. Each is a checked file (base/checked_file.h) that the manifest's table
// names. A new file is next to the one that it replaces until the manifest names it. So readers,
// and the next run after a kill, see one state or the other.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/checked_file.h"
#include "base/hash128.h"
#include "whorl/progress.h"

namespace whorl::internal::store {

// Files as the table names them; docs/format.md says what they hold.
inline constexpr const char* kInputsFile = "inputs.bin";
inline constexpr const char* kDocumentsFile = "documents.bin";
inline constexpr const char* kNamesFile = "names.bin";
inline constexpr const char* kSketchesFile = "sketches.bin";
inline constexpr const char* kShinglesFile = "shingles.bin";
inline constexpr const char* kPositionsFile = "positions.bin";
inline constexpr const char* kPositionEndsFile = "position-ends.bin";
inline constexpr const char* kGroupsFile = "groups.bin";
inline constexpr const char* kIndexFile = "index.bin";
inline constexpr const char* kNameIndexFile = "lookup.bin";
inline constexpr const char* kStopShinglesFile = "common.bin";
inline constexpr const char* kPairsFile = "pairs.bin";
inline constexpr const char* kNewPairsFile = "new-pairs.bin";  // until they are merged
inline constexpr const char* kComponentsFile = "links.bin";
inline constexpr const char* kSurvivorsFile = "survivors.bin";
inline constexpr const char* kClustersFile = "clusters.bin";
inline constexpr const char* kVersionsFile = "versions.bin";  // of sweeps
inline constexpr const char* kPagesFile = "pages.bin";

// Where a file stands, and how far it is good.
struct StoredFile {
  std::string name;  // on the disk: "pairs.2.bin" is `pairs.bin` of generation 2
  base::CheckedLength length;
  bool operator==(const StoredFile&) const = default;
};

struct FileTable {
  base::Hash128 store;           // what tells its files from those of other stores
  std::uint64_t generation = 1;  // of files that are written now
  std::map<std::string, StoredFile, std::less<>> files;
  bool operator==(const FileTable&) const = default;
};

// A table of no files, for a store that differs from all others.
FileTable new_file_table();

class StoreFiles {
 public:
  StoreFiles(base::FileSystem& file_system, base::FileSystem::Path folder, FileTable table);

  base::FileSystem& file_system() const { return *file_system_; }
  const base::FileSystem::Path& folder() const { return folder_; }
  // What was there, and what was written and synced since: to be named in the manifest.
  const FileTable& table() const { return *table_; }

  // Reading of a file that is opened from here on fails where `progress`, which outlives it, was
  // asked to stop.
  void watch(const Progress* progress) { progress_ = progress; }
  const Progress* progress() const { return progress_; }

  bool has(std::string_view name) const { return table_->files.contains(name); }
  // Of a file as its reader sees it; 0 where there is none.
  std::uint64_t bytes(std::string_view name) const;
  // Errors name the file: one that is not in the table, is missing, or is not good.
  Result<std::unique_ptr<base::ReadableFile>> read(std::string_view name) const;
  // A file of this generation, that takes the name in the table when it is synced.
  Result<std::unique_ptr<base::WritableFile>> write(const std::string& name);
  // Continues the file, or begins it. The table has its new length when it is synced.
  Result<std::unique_ptr<base::WritableFile>> append(const std::string& name);
  // The file `name` of another store, which comes behind what was added before: together they are
  // read as the file of that name. Nothing is copied, and the table does not name it.
  void add_part(const std::string& name, StoreFiles part);
  // Takes a file out of the table.
  void drop(std::string_view name);
  // What has the names of a store's files and is not in the table: files that it had once, or that
  // a run was writing when it was stopped. In order.
  std::vector<std::string> unnamed() const;
  // Removes these from the folder.
  void remove_unnamed() const;

 private:
  class Writer;
  base::FileIdentity identity(std::string name) const { return {table_->store, std::move(name)}; }

  base::FileSystem* file_system_;
  base::FileSystem::Path folder_;
  std::shared_ptr<FileTable> table_;  // with its writers
  const Progress* progress_ = nullptr;
  std::map<std::string, std::vector<StoreFiles>, std::less<>> parts_;  // by name
};

// All files of a store, compared with their checksums.

// Fails with corrupt or unreadable at the first block that is not as it was written, with cancelled
// if `progress` is. O(bytes) time, a window of memory.
Result<void> verify(const StoreFiles& files, Progress& progress);

}  // namespace whorl::internal::store
