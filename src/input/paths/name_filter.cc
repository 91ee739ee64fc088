#include "input/paths/name_filter.h"

#include <algorithm>
#include <utility>

#include "base/ownership/written_record.h"
#include "input/paths/glob.h"
#include "input/paths/names.h"

namespace whorl::internal::input {
namespace {

// Files of version control and operating systems, which are never part of a submission.
constexpr std::string_view kLitter[] = {
    ".git",         ".svn",      ".hg",         ".bzr",        "CVS",
    ".DS_Store",    "Thumbs.db", "desktop.ini", "__pycache__", ".ipynb_checkpoints",
    "whorl-report",
};

// Folders that tools fill with other people's files, settings or results.
constexpr std::string_view kToolFolders[] = {
    "node_modules", "venv", ".venv", ".idea", ".vs", "target", "__MACOSX",
};

bool is_litter(std::string_view name) {
  const std::string_view base = base_name(name);
  return base::ownership::is_record_name(base) ||
         std::find(std::begin(kLitter), std::end(kLitter), base) != std::end(kLitter);
}

// True if a folder in this pattern's path has the name.
bool names_folder(std::string_view pattern, std::string_view folder) {
  for (std::size_t slash = pattern.find('/'); slash != pattern.npos; slash = pattern.find('/')) {
    if (pattern.substr(0, slash) == folder) return true;
    pattern.remove_prefix(slash + 1);
  }
  return pattern == folder;
}

}  // namespace

std::string tool_folder_note(std::string_view name) {
  const std::string base(base_name(name));
  return "is a folder of a tool and was skipped; to read it, use --include '*' --include '**/" +
         base + "/**'";
}

NameFilter::NameFilter(std::vector<std::string> include, std::vector<std::string> exclude,
                       std::vector<std::string> tables)
    : include_(std::move(include)), exclude_(std::move(exclude)), tables_(std::move(tables)) {
  for (std::string& pattern : exclude_) {
    if (pattern.size() > 1 && pattern.ends_with('/')) pattern.pop_back();
  }
}

std::string NameFilter::no_match_note(std::size_t files) const {
  if (include_.empty() || files == 0) return {};
  std::string patterns;
  for (const std::string& pattern : include_) patterns += " --include '" + pattern + "'";
  return "has " + std::to_string(files) + (files == 1 ? " file" : " files") + ", and none matches" +
         patterns + " (a pattern with a slash is matched against the path below this folder)";
}

bool NameFilter::takes_file(std::string_view name) const {
  const auto matches = [&](const std::string& pattern) { return glob_match_name(pattern, name); };
  if (!enters(name)) return false;
  return include_.empty() || std::any_of(include_.begin(), include_.end(), matches) ||
         std::ranges::find(tables_, base_name(name)) != tables_.end();
}

bool NameFilter::enters(std::string_view name) const { return !is_litter(name) && !excluded(name); }

bool NameFilter::is_tool_folder(std::string_view name) const {
  const std::string_view base = base_name(name);
  if (std::ranges::find(kToolFolders, base) == std::end(kToolFolders)) return false;
  return std::ranges::none_of(
      include_, [&](const std::string& pattern) { return names_folder(pattern, base); });
}

bool NameFilter::enters_member(std::string_view name, std::size_t archive_size) const {
  for (std::size_t slash = name.find('/', archive_size + 1); slash != name.npos;
       slash = name.find('/', slash + 1)) {
    if (!enters(name.substr(0, slash))) return false;
  }
  return enters(name);
}

std::string_view NameFilter::tool_folder_of(std::string_view name, std::size_t archive_size) const {
  for (std::size_t slash = name.find('/', archive_size + 1); slash != name.npos;
       slash = name.find('/', slash + 1)) {
    if (is_tool_folder(name.substr(0, slash))) return name.substr(0, slash);
  }
  return {};
}

bool NameFilter::excluded(std::string_view name) const {
  return std::any_of(exclude_.begin(), exclude_.end(),
                     [&](const std::string& pattern) { return glob_match_name(pattern, name); });
}

}  // namespace whorl::internal::input
