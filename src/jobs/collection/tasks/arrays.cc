#include "jobs/collection/tasks/arrays.h"

#include <array>
#include <cstring>
#include <string_view>

#include "base/hash128.h"
#include "base/new_file.h"

namespace whorl::internal::tasks {
namespace {

constexpr std::uint64_t kMark = 0x31736b7361746877;  // "whtasks1"

struct Head {
  std::uint64_t mark = kMark;
  std::uint64_t sections = 0;
  base::Hash128 table = {};  // of the table after the head
};

// The end of a section, in the bytes of all sections, and its hash.
struct SectionEnd {
  std::uint64_t end = 0;
  base::Hash128 hash = {};
};

template <class Value>
std::string_view text_of(std::span<const Value> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

template <class Value>
Result<void> read_all(const base::ReadableFile& file, std::uint64_t at, std::span<Value> out,
                      const base::FileSystem::Path& path) {
  WHORL_ASSIGN_OR_RETURN(const std::size_t got, file.read(at, std::as_writable_bytes(out)));
  return got == out.size_bytes() ? Result<void>{} : damaged(path);
}

// The table of a file. Fails with ErrorCode::corrupt if it changed.
Result<std::vector<SectionEnd>> read_table(const base::ReadableFile& file,
                                           const base::FileSystem::Path& path) {
  Head head;
  WHORL_RETURN_IF_ERROR(read_all(file, 0, std::span(&head, 1), path));
  if (head.mark != kMark || head.sections > file.size() / sizeof(SectionEnd)) return damaged(path);
  std::vector<SectionEnd> ends(head.sections);
  WHORL_RETURN_IF_ERROR(read_all(file, sizeof head, std::span(ends), path));
  if (base::hash128(text_of(std::span<const SectionEnd>(ends))) != head.table) return damaged(path);
  return ends;
}

}  // namespace

tl::unexpected<Error> damaged(const base::FileSystem::Path& path) {
  return fail(ErrorCode::corrupt,
              path.string() + ": is damaged: remove the folder of the plan and plan again");
}

Result<void> SectionWriter::write(const base::FileSystem::Path& path) const {
  std::vector<SectionEnd> ends;
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends_) {
    const std::span section = std::span(bytes_).subspan(begin, end - begin);
    ends.push_back({end, base::hash128(text_of(section))});
    begin = end;
  }
  const std::span<const SectionEnd> table = ends;
  const Head head{kMark, ends.size(), base::hash128(text_of(table))};
  WHORL_ASSIGN_OR_RETURN(auto file, base::NewFile::open(base::FileSystem::real(), path));
  WHORL_RETURN_IF_ERROR(file.append(std::as_bytes(std::span(&head, 1))));
  WHORL_RETURN_IF_ERROR(file.append(std::as_bytes(table)));
  WHORL_RETURN_IF_ERROR(file.append(bytes_));
  return file.finish();
}

Result<std::vector<std::byte>> read_section(const base::FileSystem::Path& path,
                                            std::uint32_t section) {
  WHORL_ASSIGN_OR_RETURN(const auto file, base::FileSystem::real().read(path));
  WHORL_ASSIGN_OR_RETURN(const auto ends, read_table(*file, path));
  if (section >= ends.size()) return damaged(path);
  const std::uint64_t begin = section == 0 ? 0 : ends[section - 1].end;
  const std::uint64_t at = sizeof(Head) + ends.size() * sizeof(SectionEnd) + begin;
  if (ends[section].end < begin || at + (ends[section].end - begin) > file->size()) {
    return damaged(path);
  }
  std::vector<std::byte> bytes(ends[section].end - begin);
  WHORL_RETURN_IF_ERROR(read_all(*file, at, std::span(bytes), path));
  if (base::hash128(text_of(std::span<const std::byte>(bytes))) != ends[section].hash) {
    return damaged(path);
  }
  return bytes;
}

}  // namespace whorl::internal::tasks
