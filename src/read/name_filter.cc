#include "read/name_filter.h"

#include <algorithm>
#include <utility>

#include "claim/written_record.h"
#include "read/glob.h"
#include "read/names.h"

namespace whorl::internal::read {
namespace {

// What version control, systems and tools leave beside the work; never part of it.
constexpr std::string_view kLitter[] = {
    ".git",         ".svn",        ".hg",      ".bzr",         "CVS",         ".DS_Store",
    "Thumbs.db",    "desktop.ini", "__MACOSX", "node_modules", "__pycache__", ".ipynb_checkpoints",
    "whorl-report",
};

bool is_litter(std::string_view name) {
  const std::string_view base = base_name(name);
  return claim::is_record_name(base) ||
         std::find(std::begin(kLitter), std::end(kLitter), base) != std::end(kLitter);
}

}  // namespace

NameFilter::NameFilter(std::vector<std::string> include, std::vector<std::string> exclude)
    : include_(std::move(include)), exclude_(std::move(exclude)) {
  for (std::string& pattern : exclude_) {
    if (pattern.size() > 1 && pattern.ends_with('/')) pattern.pop_back();
  }
}

bool NameFilter::takes_file(std::string_view name) const {
  const auto matches = [&](const std::string& pattern) { return glob_match_name(pattern, name); };
  if (!enters(name)) return false;
  return include_.empty() || std::any_of(include_.begin(), include_.end(), matches);
}

bool NameFilter::enters(std::string_view name) const { return !is_litter(name) && !excluded(name); }

bool NameFilter::enters_member(std::string_view name, std::size_t archive_size) const {
  for (std::size_t slash = name.find('/', archive_size + 1); slash != name.npos;
       slash = name.find('/', slash + 1)) {
    if (!enters(name.substr(0, slash))) return false;
  }
  return enters(name);
}

bool NameFilter::excluded(std::string_view name) const {
  return std::any_of(exclude_.begin(), exclude_.end(),
                     [&](const std::string& pattern) { return glob_match_name(pattern, name); });
}

}  // namespace whorl::internal::read
