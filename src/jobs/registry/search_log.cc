#include "jobs/registry/search_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <string>

#include "base/descriptor.h"

namespace whorl::internal::registry {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPresent = "searches.txt";
constexpr const char* kBefore = "searches.before.txt";
constexpr off_t kMostBytes = 64 << 20;

std::string line_of(const RegistryAnswer& answer) {
  std::string line;
  for (const RegistryHit& hit : answer.hits) {
    line += std::to_string(hit.document.number) + (&hit == &answer.hits.back() ? '\n' : ' ');
  }
  return line;
}

void make_room(const fs::path& folder, int file) {
  struct stat status;
  if (::fstat(file, &status) != 0 || status.st_size < kMostBytes) return;
  std::error_code ignored;
  fs::rename(folder / kPresent, folder / kBefore, ignored);
}

void count_line(std::string_view line, SearchCounts& counts) {
  ++counts.searches;
  const char* at = line.data();
  const char* const end = at + line.size();
  while (at < end) {
    std::uint32_t number = 0;
    const auto read = std::from_chars(at, end, number);
    if (read.ec == std::errc() && number < counts.of.size()) ++counts.of[number];
    at = read.ptr == at ? at + 1 : read.ptr;
  }
}

void count_file(const fs::path& path, SearchCounts& counts) {
  std::ifstream in = base::open_regular_file(path);
  for (std::string line; std::getline(in, line);) count_line(line, counts);
}

}  // namespace

void note_search(const fs::path& folder, const RegistryAnswer& answer) {
  const std::string line = line_of(answer);
  if (line.empty()) return;
  const base::Descriptor file(::open((folder / kPresent).c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file.get() < 0 || ::write(file.get(), line.data(), line.size()) < 0) return;
  make_room(folder, file.get());
}

Result<SearchCounts> count_searches(const fs::path& folder, std::uint32_t end) {
  SearchCounts counts;
  counts.of.resize(end);
  for (const char* const name : {kBefore, kPresent}) count_file(folder / name, counts);
  return counts;
}

}  // namespace whorl::internal::registry
