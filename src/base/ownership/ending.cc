#include "base/ownership/ending.h"

#include <algorithm>
#include <array>
#include <string>

namespace whorl::internal::base::ownership {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kArchives = {".rar", ".zip", ".7z", ".tar", ".tgz"};
constexpr std::array<std::string_view, 14> kFiles = {
    ".gz",  ".zst", ".bz2",     ".xz",    ".html",    ".json", ".csv",
    ".tsv", ".pdf", ".parquet", ".arrow", ".feather", ".xlsx", ".sarif"};

bool is_among(const std::string& ending, auto& endings) {
  return std::ranges::find(endings, ending) != std::end(endings);
}

}  // namespace

Result<void> check_file_ending(const fs::path& file) {
  const std::string ending = file.extension().string();
  const bool archived =
      is_among(ending, kArchives) || (!ending.empty() && file.stem().extension() == ".tar");
  if (!archived) return {};
  return fail(ErrorCode::invalid_argument,
              file.string() +
                  ": whorl writes no archives; name one file; it is compressed if its name ends in "
                  ".gz, .zst, .bz2 or .xz");
}

Result<void> check_folder_ending(const fs::path& folder, std::string_view kind) {
  const std::string ending = folder.extension().string();
  if (!is_among(ending, kArchives) && !is_among(ending, kFiles)) return {};
  return fail(ErrorCode::invalid_argument, folder.string() + ": " + std::string(kind) +
                                               " is a folder, and no " + ending +
                                               " file is written; name a folder, such as " +
                                               (folder.parent_path() / folder.stem()).string());
}

}  // namespace whorl::internal::base::ownership
