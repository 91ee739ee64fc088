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

// Files as the table names them; docs/format.md describes their contents.
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

// The name of a file, and its valid length.
struct StoredFile {
  std::string name;  // on the disk: "pairs.2.bin" is `pairs.bin` of generation 2
  base::CheckedLength length;
  bool operator==(const StoredFile&) const = default;
};

struct FileTable {
  base::Hash128 store;           // distinguishes its files from those of other stores
  std::uint64_t generation = 1;  // of files that are written now
  std::map<std::string, StoredFile, std::less<>> files;
  bool operator==(const FileTable&) const = default;
};

// An empty table, for a store with a unique name.
FileTable new_file_table();

class StoreFiles {
 public:
  StoreFiles(base::FileSystem& file_system, base::FileSystem::Path folder, FileTable table);

  base::FileSystem& file_system() const { return *file_system_; }
  const base::FileSystem::Path& folder() const { return folder_; }
  // The existing files, and those written and synced since: the table for the manifest.
  const FileTable& table() const { return *table_; }

  // Reads of files that are opened from now on fail if `progress`, which must outlive this, asks to
  // stop.
  void watch(const Progress* progress) { progress_ = progress; }
  const Progress* progress() const { return progress_; }

  bool has(std::string_view name) const { return table_->files.contains(name); }
  // Size of a file as its reader sees it; 0 if there is none.
  std::uint64_t bytes(std::string_view name) const;
  // Errors name the file: it is not in the table, is missing, or is damaged.
  Result<std::unique_ptr<base::ReadableFile>> read(std::string_view name) const;
  // A file of this generation; the table uses it under the name when it is synced.
  Result<std::unique_ptr<base::WritableFile>> write(const std::string& name);
  // Continues the file, or begins it. The table has its new length when it is synced.
  Result<std::unique_ptr<base::WritableFile>> append(const std::string& name);
  // Adds the file `name` of another store after the existing ones: together they are read as one
  // file of that name. Nothing is copied, and the table does not name it.
  void add_part(const std::string& name, StoreFiles part);
  // Removes a file from the table.
  void drop(std::string_view name);
  // Files that have names of a store's files and are not in the table: old ones, or those that an
  // interrupted run was writing. In order.
  std::vector<std::string> unnamed() const;
  // Removes these from the folder.
  void remove_unnamed() const;

 private:
  class Writer;
  base::FileIdentity identity(std::string name) const { return {table_->store, std::move(name)}; }

  base::FileSystem* file_system_;
  base::FileSystem::Path folder_;
  std::shared_ptr<FileTable> table_;  // shared with its writers
  const Progress* progress_ = nullptr;
  std::map<std::string, std::vector<StoreFiles>, std::less<>> parts_;  // by name
};

// Compares all files of a store with their checksums.

// Fails with corrupt or unreadable at the first damaged block, with cancelled if `progress` is
// cancelled. O(bytes) time, a window of memory.
Result<void> verify(const StoreFiles& files, Progress& progress);

}  // namespace whorl::internal::store
