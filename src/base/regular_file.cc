#include "base/regular_file.h"

namespace whorl::internal::base {

std::ifstream open_regular_file(const std::filesystem::path& path) {
  std::error_code ignored;
  std::ifstream file;
  if (std::filesystem::is_regular_file(path, ignored)) file.open(path, std::ios::binary);
  if (!file.is_open()) file.setstate(std::ios::failbit);
  return file;
}

}  // namespace whorl::internal::base
