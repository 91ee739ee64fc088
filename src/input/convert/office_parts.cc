#include "input/convert/office_parts.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>

#include "base/allocated.h"
#include "base/try.h"
#include "input/archives/archive.h"

namespace whorl::internal::input {
namespace {

constexpr std::size_t kPartLimit = 64 << 20;
constexpr std::size_t kMemberLimit = 100'000;

tl::unexpected<Error> broken(struct archive* reader) {
  if (is_out_of_memory(reader)) {
    return fail(ErrorCode::unreadable, "needs more memory to unpack than is available");
  }
  return fail(ErrorCode::corrupt, "is a broken Office document");
}

Result<std::string> read_part(struct archive* reader, const Room& room, std::uint64_t before) {
  std::string out;
  char buffer[1 << 16];
  for (;;) {
    const la_ssize_t got = archive_read_data(reader, buffer, sizeof buffer);
    if (got == 0) return out;
    if (got == ARCHIVE_RETRY) continue;
    if (got < 0) return broken(reader);
    out.append(buffer, static_cast<std::size_t>(got));
    if (before + out.size() > room.text) return too_large_to_hold(room);
    if (out.size() > kPartLimit) {
      return fail(ErrorCode::limit_exceeded, "is an Office document that expands to over 64 MiB");
    }
  }
}

}  // namespace

Result<std::map<std::string, std::string>> office_parts(const std::string& bytes,
                                                        const std::vector<std::string_view>& names,
                                                        const Room& room) {
  const std::unique_ptr<struct archive, CloseArchive> reader(base::allocated(archive_read_new()));
  archive_read_support_format_zip(reader.get());
  std::map<std::string, std::string> parts;
  if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) {
    return broken(reader.get());
  }
  struct archive_entry* entry = nullptr;
  std::size_t members = 0;
  std::uint64_t expanded = 0;
  while (next_header(reader.get(), &entry) >= ARCHIVE_WARN) {
    if (++members > kMemberLimit) break;
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr || std::find(names.begin(), names.end(), name) == names.end()) continue;
    if (archive_entry_is_encrypted(entry)) {
      return fail(ErrorCode::unsupported, "is an Office document with a password");
    }
    WHORL_ASSIGN_OR_RETURN(std::string part, read_part(reader.get(), room, expanded));
    expanded += part.size();
    parts.emplace(name, std::move(part));
    if (parts.size() == names.size()) break;
  }
  return parts;
}

}  // namespace whorl::internal::input
