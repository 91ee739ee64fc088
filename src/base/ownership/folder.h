// Which folders whorl may write into: empty ones, new ones, and those with its marker.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "whorl/result.h"

namespace whorl::internal::base::ownership {

// A kind of folder that whorl writes.
struct FolderKind {
  std::string_view name;    // "a store", for messages
  std::string_view option;  // the option that names another folder: "-o"
  // True if the folder contains the file that identifies this kind. Fails if that file exists and
  // cannot be read.
  Result<bool> (*bears_mark)(const std::filesystem::path& folder);
  // True if a run that was killed before it wrote the marker may leave a file of this name.
  bool (*is_remnant)(std::string_view name);
};

// Recognised by their manifests: `store.json`, `sweeps.json` and `report.json`.
extern const FolderKind kStore;
extern const FolderKind kSweeps;
extern const FolderKind kReport;
// dedup keeps its work there until the output is complete, then removes it.
extern const FolderKind kDedupWork;

// The first file that dedup writes into a folder.
inline constexpr const char* kDedupMark = "dedup.json";
inline constexpr std::string_view kDedupWorks = "{\"format\":\"whorl-dedup/1\",\"kept\":false}\n";
inline constexpr std::string_view kDedupKeeps = "{\"format\":\"whorl-dedup/1\",\"kept\":true}\n";

// Fails if a command that makes folders of this kind may not write there; the error names the
// obstacle. Writes nothing.
Result<void> check_folder(const std::filesystem::path& folder, const FolderKind& kind);

// For example "the report of an earlier run" if the folder has a marker of whorl; empty if it has
// none.
std::string_view made_by_whorl(const std::filesystem::path& folder);

// True if nothing exists there, or only an empty folder.
bool is_free(const std::filesystem::path& folder);

}  // namespace whorl::internal::base::ownership
