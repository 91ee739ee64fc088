// Files of an earlier format made checked files beside them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/store_files.h"
#include "whorl/check.h"

namespace whorl::internal::upgrade {

// A file as it is called in the folder, and what it becomes.
struct OldFile {
  std::string on_disk;
  std::string name;  // in the table
};

class Conversion {
 public:
  // Of files that are named in `table`, which is of no file.
  Conversion(base::FileSystem& file_system, base::FileSystem::Path folder, store::FileTable table,
             Progress& progress);

  // The old file; an error says that it is gone, or has fewer than `bytes`.
  Result<std::unique_ptr<base::ReadableFile>> open(const std::string& on_disk,
                                                   std::uint64_t bytes) const;
  // The first `bytes`; all where there are none. What comes after was never whole.
  Result<void> copy(const OldFile& file, std::optional<std::uint64_t> bytes);
  // A shingle index of documents 0 to `documents` - 1.
  Result<void> index(const OldFile& file, std::uint64_t documents);

  const base::FileSystem::Path& folder() const { return files_.folder(); }
  const store::StoreFiles& files() const { return files_; }
  // What was converted, as it is called in the folder.
  std::vector<std::string> old_files() const;
  // An error that names the old file of the first finding; none where there is none.
  Result<void> accept(const std::vector<StoreFinding>& findings) const;
  // Takes back all that was written.
  void remove() const;

  // An error of an old file.
  tl::unexpected<Error> damaged(const std::string& on_disk, const std::string& what) const;

 private:
  store::StoreFiles files_;
  Progress& progress_;
  std::vector<std::string> before_;          // in the folder, of names like those of new files
  std::map<std::string, std::string> olds_;  // by new names on the disk
};

}  // namespace whorl::internal::upgrade
