#include "lab/temporary_folder.h"

#include <cstdlib>
#include <cstring>

namespace whorl::internal::lab {

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code failed;
  std::string path = (std::filesystem::temp_directory_path(failed) / "whorl-lab-XXXXXX").string();
  if (!failed && ::mkdtemp(path.data()) != nullptr) return TemporaryFolder(path);
  return fail(ErrorCode::io, path + ": no temporary folder can be made there: set TMPDIR");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace whorl::internal::lab
