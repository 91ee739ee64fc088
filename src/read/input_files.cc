#include "read/input_files.h"

#include <algorithm>
#include <filesystem>

#include "base/try.h"
#include "read/byte_stream.h"
#include "read/glob.h"
#include "read/listing.h"

namespace whorl::internal::read {
namespace {

namespace fs = std::filesystem;

std::vector<ListedFile> sorted_files(const std::string& folder, const NameFilter& filter,
                                     SkipLog& skipped) {
  Listing listing = list_files(fs::canonical(folder).string(), filter, {});
  std::sort(listing.files.begin(), listing.files.end(),
            [](const ListedFile& a, const ListedFile& b) { return a.name < b.name; });
  for (Skipped& entry : listing.skipped) skipped.add(std::move(entry));
  return std::move(listing.files);
}

// "pages/2026" of "pages/2026/*.html"; empty: the folder the program runs in.
std::string folder_before_glob(const std::string& pattern) {
  const std::size_t slash = pattern.substr(0, pattern.find_first_of("*?[")).rfind('/');
  return slash == std::string::npos ? std::string() : pattern.substr(0, slash + 1);
}

// Hands on what stands between separators: NUL where the list has any, else line ends.
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
        visit(path);
        path.clear();
      }
    }
    if (block.empty()) break;
  }
  if (!path.empty()) visit(path);
  return {};
}

}  // namespace

Result<void> InputFiles::add(const std::string& input) {
  std::error_code error;
  if (input == "-") {
    files_.push_back({input, "standard input"});
  } else if (fs::is_directory(input, error)) {
    add_folder(input, several_ ? input + "/" : "");
  } else if (fs::exists(input, error)) {
    files_.push_back({input, input});
  } else if (input.find_first_of("*?[") != input.npos) {
    return add_glob(input);
  } else {
    return fail(ErrorCode::not_found, input + ": No such file or directory");
  }
  return {};
}

void InputFiles::add_folder(const std::string& folder, const std::string& shown) {
  for (ListedFile& file : sorted_files(folder, filter_, skipped_)) {
    if (!filter_.takes_file(file.name)) continue;
    std::string name = shown + file.name;
    files_.push_back({std::move(file.path), std::move(name)});
  }
}

Result<void> InputFiles::add_glob(const std::string& pattern) {
  const std::string folder = folder_before_glob(pattern);
  const std::string rest = pattern.substr(folder.size());
  const std::size_t before = files_.size();
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) {
    for (ListedFile& file : sorted_files(folder.empty() ? "." : folder, filter_, skipped_)) {
      if (!glob_match(rest, file.name) || !filter_.takes_file(file.name)) continue;
      std::string name = folder + file.name;
      files_.push_back({std::move(file.path), std::move(name)});
    }
  }
  if (files_.size() > before) return {};
  return fail(ErrorCode::not_found, pattern + ": no such file, and as a glob it matches none");
}

Result<void> InputFiles::add_list(const std::string& list) {
  WHORL_ASSIGN_OR_RETURN(auto stream, ByteStream::open(list));
  return for_each_path(*stream, [&](std::string& path) {
    if (path.ends_with('\r')) path.pop_back();
    std::error_code error;
    if (fs::is_directory(path, error)) {
      add_folder(path, path + "/");
    } else if (path != "-" && fs::exists(path, error)) {
      files_.push_back({path, path});
    } else {
      skipped_.add({path, "No such file or directory"});
    }
  });
}

}  // namespace whorl::internal::read
