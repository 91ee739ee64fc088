#include "input/positioned_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/descriptor.h"
#include "base/try.h"
#include "input/input.h"

namespace whorl::internal::input {

Result<PositionedFile> PositionedFile::open(const std::string& path) {
  WHORL_ASSIGN_OR_RETURN(OpenFile file, open_regular(path));
  return PositionedFile(std::move(file.descriptor), file.size);
}

Result<std::size_t> PositionedFile::read(std::uint64_t offset, std::span<char> out) const {
  const auto got = base::read_at(descriptor_.get(), offset, std::as_writable_bytes(out));
  if (got) return *got;
  return fail(ErrorCode::unreadable, "cannot be read: " + std::generic_category().message(errno));
}

bool PositionedFile::changed() const {
  struct stat status;
  return fstat(descriptor_.get(), &status) == 0 &&
         static_cast<std::uint64_t>(status.st_size) != size_;
}

}  // namespace whorl::internal::input
