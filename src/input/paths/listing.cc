#include "input/paths/listing.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <utility>

#include "base/ownership/folder.h"
#include "input/paths/names.h"
#include "whorl/result.h"

namespace whorl::internal::input {
namespace {

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};
using Directory = std::unique_ptr<DIR, CloseDirectory>;

// Uses d_type if the file system provides it.
mode_t type_of(const dirent& entry, const std::string& path) {
  if (entry.d_type != DT_UNKNOWN) return DTTOIF(entry.d_type);
  struct stat status;
  return lstat(path.c_str(), &status) == 0 ? status.st_mode & S_IFMT : 0;
}

Result<std::string> follow(const std::string& link) {
  char resolved[PATH_MAX];
  if (realpath(link.c_str(), resolved) != nullptr) return std::string(resolved);
  const int error = errno;
  if (error == ELOOP) return fail(ErrorCode::unreadable, "is a loop of symbolic links");
  if (error == ENOENT) {
    return fail(ErrorCode::not_found, "is a symbolic link to a file that does not exist");
  }
  return fail(ErrorCode::unreadable, "is a symbolic link that cannot be followed: " +
                                         std::generic_category().message(error));
}

bool lies_in(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) &&
         (path.size() == folder.size() || folder.ends_with('/') || path[folder.size()] == '/');
}

class Walk {
 public:
  Walk(const std::string& root, const NameFilter& filter, const std::vector<std::string>& leave_out)
      : root_(root), filter_(filter), leave_out_(leave_out) {
    open_.push_back({root, ""});
  }

  Listing run() {
    while (!open_.empty()) {
      const ListedFile folder = std::move(open_.back());
      open_.pop_back();
      read_folder(folder);
    }
    return std::move(out_);
  }

 private:
  void read_folder(const ListedFile& folder) {
    if (!folder.name.empty()) {
      if (const std::string_view made = base::ownership::made_by_whorl(folder.path);
          !made.empty()) {
        return skip(folder.name, "is " + std::string(made));
      }
    }
    const Directory directory(opendir(folder.path.c_str()));
    if (directory == nullptr) {
      return skip(folder.name.empty() ? "." : folder.name,
                  "is a folder that cannot be opened: " + std::generic_category().message(errno));
    }
    while (const dirent* entry = readdir(directory.get())) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") read_entry(folder, *entry);
    }
  }

  void read_entry(const ListedFile& folder, const dirent& entry) {
    ListedFile file;
    file.path = folder.path + (folder.path.ends_with('/') ? "" : "/") + entry.d_name;
    file.name = (folder.name.empty() ? "" : folder.name + "/") + display_name(entry.d_name);
    if (!filter_.enters(file.name) || left_out(file.path)) return;
    switch (type_of(entry, file.path)) {
      case S_IFDIR:
        if (filter_.is_tool_folder(file.name)) return note(file.name, tool_folder_note(file.name));
        if (folder.name.empty()) out_.folders.push_back(file.name);
        open_.push_back(std::move(file));
        return;
      case S_IFLNK:
        return read_link(std::move(file));
      default:  // opening shows what is no regular file
        out_.files.push_back(std::move(file));
    }
  }

  void read_link(ListedFile link) {
    const Result<std::string> target = follow(link.path);
    if (!target) return skip(std::move(link.name), target.error().message);
    if (!lies_in(*target, root_)) {
      return skip(std::move(link.name),
                  "is a symbolic link out of the folder; whorl does not follow it");
    }
    struct stat status;
    if (stat(target->c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
      return skip(std::move(link.name),
                  "is a symbolic link to a folder that is read under its own name");
    }
    out_.files.push_back({*target, std::move(link.name)});
  }

  bool left_out(const std::string& path) const {
    return std::find(leave_out_.begin(), leave_out_.end(), path) != leave_out_.end();
  }

  void skip(std::string name, std::string reason) {
    out_.skipped.push_back({std::move(name), std::move(reason)});
  }

  void note(std::string name, std::string reason) {
    out_.skipped.push_back({std::move(name), std::move(reason), SkipKind::fallback});
  }

  const std::string& root_;
  const NameFilter& filter_;
  const std::vector<std::string>& leave_out_;
  std::vector<ListedFile> open_;
  Listing out_;
};

}  // namespace

Listing list_files(const std::string& root, const NameFilter& filter,
                   const std::vector<std::string>& leave_out) {
  return Walk(root, filter, leave_out).run();
}

}  // namespace whorl::internal::input
