#include "input/paths/path_files.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <tuple>
#include <utility>

#include "input/intake.h"
#include "input/paths/names.h"

namespace whorl::internal::input {

Result<PathFiles> PathFiles::list(const std::string& path, ReadOptions options) {
  char resolved[PATH_MAX];
  struct stat status;
  if (realpath(path.c_str(), resolved) == nullptr || stat(resolved, &status) != 0) {
    const std::error_code error(errno, std::generic_category());
    const bool missing =
        error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
    return fail(missing ? ErrorCode::not_found : ErrorCode::unreadable,
                display_name(path) + ": " + why_unreadable(path, error));
  }
  PathFiles out(options, NameFilter(options.include, options.exclude, options.tables));
  if (!S_ISDIR(status.st_mode)) {
    out.files_.push_back({resolved, display_name(base_name(path))});
    return out;
  }
  Listing listing = list_files(resolved, out.filter_, out.options_.leave_out);
  out.files_ = std::move(listing.files);
  std::sort(out.files_.begin(), out.files_.end(), [](const ListedFile& a, const ListedFile& b) {
    return std::tie(a.name, a.path) < std::tie(b.name, b.path);
  });
  for (std::string& folder : listing.folders) out.folders_.emplace(std::move(folder), false);
  for (const Skipped& skipped : listing.skipped) out.note(skipped.path);
  out.skipped_ = std::move(listing.skipped);
  out.name_ = display_name(path);
  out.noted_ = false;
  return out;
}

void PathFiles::read(std::size_t i, ReadResult& out) const {
  read(i, open_file(files_[i].path), out);
}

void PathFiles::read(std::size_t i, Result<std::unique_ptr<Input>> input, ReadResult& out) const {
  const std::string& name = files_[i].name;
  if (input) return take_in(name, **input, {options_, filter_}, nullptr, out);
  if (wants(i)) out.skipped.push_back({name, input.error().message});
}

void PathFiles::note(std::string_view name) {
  noted_ = true;
  const auto folder = folders_.find(name.substr(0, name.find('/')));
  if (folder != folders_.end()) folder->second = true;
}

std::vector<Skipped> PathFiles::skipped() const {
  std::vector<Skipped> out = skipped_;
  if (std::string why = filter_.no_match_note(files_.size()); !noted_ && !why.empty()) {
    out.push_back({name_, std::move(why)});
    return out;
  }
  for (const auto& [folder, noted] : folders_) {
    if (!noted) out.push_back({folder, "is a folder without any file to read"});
  }
  return out;
}

}  // namespace whorl::internal::input
