#include "input/paths/input_files.h"

#include <algorithm>
#include <filesystem>

#include "base/remote_name.h"
#include "base/try.h"
#include "input/archives/byte_stream.h"
#include "input/paths/glob.h"
#include "input/paths/names.h"

namespace whorl::internal::input {
namespace {

namespace fs = std::filesystem;

std::vector<ListedFile> sorted_files(const std::string& folder, const InputRules& rules,
                                     SkipLog& skipped) {
  Listing listing =
      list_files(fs::canonical(folder).string(), rules.filter, rules.outputs.left_out());
  std::sort(listing.files.begin(), listing.files.end(),
            [](const ListedFile& a, const ListedFile& b) { return a.name < b.name; });
  for (Skipped& entry : listing.skipped) skipped.add(std::move(entry));
  return std::move(listing.files);
}

// "pages/2026" of "pages/2026/*.html"; empty for the current folder.
std::string folder_before_glob(const std::string& pattern) {
  const std::size_t slash = pattern.substr(0, pattern.find_first_of("*?[")).rfind('/');
  return slash == std::string::npos ? std::string() : pattern.substr(0, slash + 1);
}

// Visits the paths between separators: NUL if the first block has any, else line ends.
template <class Visit>
Result<void> for_each_path(ByteStream& list, Visit visit) {
  constexpr std::size_t kLongestPath = 1 << 16;
  std::string path;
  char separator = 0;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto block, list.next());
    if (separator == 0) separator = block.find('\0') == block.npos ? '\n' : '\0';
    for (const char c : block) {
      if (c != separator) {
        if (path.size() < kLongestPath) path += c;
      } else if (!path.empty()) {
        WHORL_RETURN_IF_ERROR(visit(path));
        path.clear();
      }
    }
    if (block.empty()) break;
  }
  return path.empty() ? Result<void>{} : visit(path);
}

}  // namespace

bool is_stream(const std::string& path) {
  std::error_code error;
  return path == "-" || (fs::exists(path, error) && !fs::is_regular_file(path, error));
}

void InputFiles::push_named(const std::string& path, std::string name) {
  files_.push_back({path, std::move(name), arguments_, is_stream(path)});
}

Result<void> InputFiles::add(const std::string& input) {
  std::error_code error;
  ++arguments_;
  WHORL_RETURN_IF_ERROR(rules_.outputs.check_named(input == "-" ? "/dev/stdin" : input));
  if (input == "-") {
    push_named(input, "standard input");
  } else if (fs::is_directory(input, error)) {
    return add_folder(input, rules_.several ? input + "/" : "");
  } else if (fs::exists(input, error)) {
    push_named(input, input);
  } else if (input.find_first_of("*?[") != input.npos) {
    return add_glob(input);
  } else {
    const auto missing = std::make_error_code(std::errc::no_such_file_or_directory);
    return fail(ErrorCode::not_found, input + ": " + why_unreadable(input, missing));
  }
  return {};
}

Result<void> InputFiles::add_found(ListedFile file, const std::string& shown) {
  WHORL_RETURN_IF_ERROR(rules_.outputs.check_found(file.path));
  files_.push_back({std::move(file.path), shown + file.name, arguments_});
  return {};
}

Result<void> InputFiles::add_folder(const std::string& folder, const std::string& shown) {
  const std::size_t before = files_.size();
  std::vector<ListedFile> found = sorted_files(folder, rules_, skipped_);
  for (ListedFile& file : found) {
    if (!rules_.filter.takes_file(file.name)) continue;
    WHORL_RETURN_IF_ERROR(add_found(std::move(file), shown));
  }
  if (files_.size() > before) return {};
  if (std::string note = rules_.filter.no_match_note(found.size()); !note.empty()) {
    skipped_.add({folder, std::move(note)});
  }
  return {};
}

Result<void> InputFiles::add_glob(const std::string& pattern) {
  const std::string folder = folder_before_glob(pattern);
  const std::string rest = pattern.substr(folder.size());
  const std::size_t before = files_.size();
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) {
    for (ListedFile& file : sorted_files(folder.empty() ? "." : folder, rules_, skipped_)) {
      if (!glob_match(rest, file.name) || !rules_.filter.takes_file(file.name)) continue;
      WHORL_RETURN_IF_ERROR(add_found(std::move(file), folder));
    }
  }
  if (files_.size() > before) return {};
  return fail(ErrorCode::not_found,
              pattern + ": no such file, and no file matches it as a pattern");
}

Result<void> InputFiles::add_list(const std::string& list, const Progress* progress) {
  WHORL_ASSIGN_OR_RETURN(auto stream, ByteStream::open(list, {progress}));
  return for_each_path(*stream, [&](std::string& path) -> Result<void> {
    if (path.ends_with('\r')) path.pop_back();
    std::error_code error;
    if (path == "-" || !fs::exists(path, error)) {
      const std::string advice = base::advice_on_reading(path);
      skipped_.add({path, advice.empty() ? "No such file or directory" : advice});
      return {};
    }
    ++arguments_;
    WHORL_RETURN_IF_ERROR(rules_.outputs.check_named(path));
    if (fs::is_directory(path, error)) return add_folder(path, path + "/");
    push_named(path, path);
    return {};
  });
}

void InputFiles::take_part(std::uint64_t first, std::uint64_t end) {
  const std::uint64_t size = files_.size();
  const auto at = [&](std::uint64_t place) {
    return files_.begin() + static_cast<std::ptrdiff_t>(std::min(place, size));
  };
  files_.erase(at(end), files_.end());
  files_.erase(files_.begin(), at(std::min(first, files_.size())));
}

}  // namespace whorl::internal::input
