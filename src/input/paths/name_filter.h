// Which names are read: the user's include and exclude patterns, and folders of tools and systems
// that are left out by default.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whorl::internal::input {

// Says why a tool folder is not read, and how to read it.
std::string tool_folder_note(std::string_view name);

class NameFilter {
 public:
  // Globs of ReadOptions; a '/' at the end of an exclude pattern is dropped.
  // Files that are called as one of `tables` are read whatever is included.
  NameFilter(std::vector<std::string> include, std::vector<std::string> exclude,
             std::vector<std::string> tables = {});

  // The message for a folder or archive in which all files are left out, because no include pattern
  // matches. Empty if there is no include pattern.
  std::string no_match_note(std::size_t files) const;

  // True if the file of this name is read.
  bool takes_file(std::string_view name) const;

  // True if the folder or archive of this name is opened to look for files in it, and if a file of
  // this name is opened to see if it is an archive.
  bool enters(std::string_view name) const;

  // True if a tool made the folder of this name and no include pattern names it. It is then not
  // opened but listed.
  bool is_tool_folder(std::string_view name) const;

  // The same for a member of an archive. The archive's name is the first `archive_size` bytes of
  // `name`. No folder in the member's path may be excluded.
  bool enters_member(std::string_view name, std::size_t archive_size) const;

  // The outermost tool folder in the path of such a member; empty if there is none.
  std::string_view tool_folder_of(std::string_view name, std::size_t archive_size) const;

 private:
  bool excluded(std::string_view name) const;

  std::vector<std::string> include_;
  std::vector<std::string> exclude_;
  std::vector<std::string> tables_;
};

}  // namespace whorl::internal::input
