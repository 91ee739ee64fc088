// Reads a small file of the service.
#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include "whorl/result.h"

namespace whorl::serve {

// Fails with not_found if there is no such file, and with unreadable if it cannot be read to the
// end.
inline Result<std::string> whole_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error) {
    return fail(ErrorCode::not_found, path.string() + ": is not there");
  }
  std::ifstream stream(path, std::ios::binary);
  std::string text;
  std::array<char, 1 << 16> block;
  while (stream.good()) {
    stream.read(block.data(), block.size());
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.eof() && !stream.bad()) return text;
  return fail(ErrorCode::unreadable, path.string() + ": cannot be read");
}

}  // namespace whorl::serve
