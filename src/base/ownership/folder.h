// Which folders whorl may write into: those that are empty, are not there yet, or bear its mark.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "whorl/result.h"

namespace whorl::internal::base::ownership {

// A kind of folder that whorl writes.
struct FolderKind {
  std::string_view name;    // "a store", for messages
  std::string_view option;  // how another folder is named: "-o"
  // Whether the folder holds the file that makes it one of this kind. An error where that file is
  // there and cannot be read.
  Result<bool> (*bears_mark)(const std::filesystem::path& folder);
  // Whether a run that was killed before the mark was there leaves a file of this name.
  bool (*is_remnant)(std::string_view name);
};

// By their manifests, `store.json` and `sweeps.json`; by their `report.json`.
extern const FolderKind kStore;
extern const FolderKind kSweeps;
extern const FolderKind kReport;
// Where dedup keeps its work until the output is whole, and then removes it.
extern const FolderKind kDedupWork;

// What dedup leaves in a folder before all else.
inline constexpr const char* kDedupMark = "dedup.json";
inline constexpr std::string_view kDedupWorks = "{\"format\":\"whorl-dedup/1\",\"kept\":false}\n";
inline constexpr std::string_view kDedupKeeps = "{\"format\":\"whorl-dedup/1\",\"kept\":true}\n";

// Whether a command that makes folders of this kind may write there. An error names what is in the
// way. Writes nothing.
Result<void> check_folder(const std::filesystem::path& folder, const FolderKind& kind);

// "the report of an earlier run" where the folder bears a mark of whorl; empty: it bears none.
std::string_view made_by_whorl(const std::filesystem::path& folder);

// Whether nothing is there, or an empty folder.
bool is_free(const std::filesystem::path& folder);

}  // namespace whorl::internal::base::ownership
