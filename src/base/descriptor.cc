#include "base/descriptor.h"

#include <unistd.h>
#include <cerrno>

namespace whorl::internal::base {

std::optional<std::size_t> read_at(int descriptor, std::uint64_t offset, std::span<std::byte> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got = ::pread(descriptor, out.data() + done, out.size() - done,
                                static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::ifstream open_regular_file(const std::filesystem::path& path) {
  std::error_code ignored;
  std::ifstream file;
  if (std::filesystem::is_regular_file(path, ignored)) file.open(path, std::ios::binary);
  if (!file.is_open()) file.setstate(std::ios::failbit);
  return file;
}

}  // namespace whorl::internal::base
