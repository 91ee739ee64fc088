// Which names are read: what the user includes and excludes, and what nobody wants.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whorl::internal::input {

// Why a tool folder is not read, and how to read it.
std::string tool_folder_note(std::string_view name);

class NameFilter {
 public:
  // Globs of ReadOptions; a '/' at the end of an exclude pattern is dropped.
  NameFilter(std::vector<std::string> include, std::vector<std::string> exclude);

  // What to say where no file of a folder or archive is read though it has some: that no include
  // pattern matches. Empty where there is no include pattern.
  std::string no_match_note(std::size_t files) const;

  // Whether the file of this name is read.
  bool takes_file(std::string_view name) const;

  // Whether the folder or archive of this name is opened to look for files in it, and a file of
  // this name to see if it is an archive.
  bool enters(std::string_view name) const;

  // Whether the folder of this name was made by a tool and no include pattern names it, so that it
  // is not opened but listed.
  bool is_tool_folder(std::string_view name) const;

  // Likewise for a member of the archive whose name is the first `archive_size` bytes of `name`:
  // also no folder on the way to it may be left out.
  bool enters_member(std::string_view name, std::size_t archive_size) const;

  // The outermost tool folder on the way to such a member; empty if there is none.
  std::string_view tool_folder_of(std::string_view name, std::size_t archive_size) const;

 private:
  bool excluded(std::string_view name) const;

  std::vector<std::string> include_;
  std::vector<std::string> exclude_;
};

}  // namespace whorl::internal::input
