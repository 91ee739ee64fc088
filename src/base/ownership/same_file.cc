#include "base/ownership/same_file.h"

#include <sys/stat.h>

#include <algorithm>

namespace whorl::internal::base::ownership {

namespace fs = std::filesystem;

std::optional<FileIdentity> identity_of(const fs::path& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return std::nullopt;
  return FileIdentity{about.st_dev, about.st_ino};
}

bool same_place(const fs::path& a, const fs::path& b) {
  const auto of_a = identity_of(a);
  const auto of_b = identity_of(b);
  return of_a && of_b ? of_a == of_b : resolved(a) == resolved(b);
}

fs::path resolved(const fs::path& path) {
  std::error_code failed;
  const fs::path whole = fs::absolute(path, failed);
  fs::path out = fs::weakly_canonical(failed ? path : whole, failed);
  if (failed) out = whole.lexically_normal();
  return out.has_filename() || !out.has_relative_path() ? out : out.parent_path();
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

}  // namespace whorl::internal::base::ownership
