#include "base/ownership/folder.h"

#include <algorithm>
#include <array>

#include "base/draft.h"
#include "base/folder.h"
#include "base/ownership/ending.h"
#include "base/ownership/output.h"
#include "base/ownership/written_form.h"
#include "base/try.h"

namespace whorl::internal::base::ownership {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kReportHead = "{\n\"format\":\"whorl-report/";
constexpr std::array<std::string_view, 5> kReportFiles = {"report.html", "report.json", "pairs.csv",
                                                          "students.csv", "skipped.csv"};

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

Result<bool> holds_dedup_work(const fs::path& folder) {
  return begins_with(folder / kDedupMark, kDedupWorks);
}

Result<bool> holds_a_store(const fs::path& folder) {
  if (is_file(folder / "store.json") || is_file(folder / "store.next.json")) return true;
  WHORL_ASSIGN_OR_RETURN(const bool works, holds_dedup_work(folder));
  return works ? true : begins_with(folder / kDedupMark, kDedupKeeps);
}

bool is_of_new_store(std::string_view name) {
  return name == "store.lock" || name == "store.json.new" || name == "store.next.json.new" ||
         name == "dedup.json.new";
}

}  // namespace

const FolderKind kStore = {"a store", "-o", holds_a_store, is_of_new_store};

const FolderKind kDedupWork = {"the work of dedup", "--store", holds_dedup_work, is_of_new_store};

const FolderKind kSweeps = {
    "a sweep store", "",
    [](const fs::path& folder) -> Result<bool> { return is_file(folder / "sweeps.json"); },
    [](std::string_view name) { return name == "store.lock" || name == "sweeps.json.new"; }};

const FolderKind kReport = {
    "a report", "--output",
    [](const fs::path& folder) { return begins_with(folder / "report.json", kReportHead); },
    [](std::string_view name) {
      return std::ranges::any_of(kReportFiles, [&](std::string_view file) {
        return base::process_of_draft(name, file).has_value();
      });
    }};

Result<void> check_folder(const fs::path& folder, const FolderKind& kind) {
  WHORL_RETURN_IF_ERROR(check_not_remote(folder.string()));
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) return check_folder_ending(folder, kind.name);
  const std::string another = kind.option.empty()
                                  ? "name another folder"
                                  : "name another folder with " + std::string(kind.option);
  if (!fs::is_directory(status)) {
    return fail(ErrorCode::invalid_argument, folder.string() + " is a file; " + another);
  }
  WHORL_RETURN_IF_ERROR(base::check_permitted(folder));
  WHORL_ASSIGN_OR_RETURN(const bool is_of_kind, kind.bears_mark(folder));
  if (is_of_kind) return {};
  if (base::is_empty_folder(folder, error)) return {};
  if (error) {
    return fail(ErrorCode::unreadable, folder.string() + " cannot be read: " + error.message());
  }
  for (const std::string& name : base::names_in(folder)) {
    if (kind.is_remnant(name)) continue;
    return fail(ErrorCode::invalid_argument,
                folder.string() + " contains files other than " + std::string(kind.name) + ", '" +
                    name + "' for example, and is not changed; " + another + ", or empty it");
  }
  return {};
}

std::string_view made_by_whorl(const fs::path& folder) {
  if (kReport.bears_mark(folder).value_or(false)) return "the report of an earlier run";
  // Other programs may also use the name of a manifest.
  if (!is_file(folder / "store.lock")) return {};
  if (holds_a_store(folder).value_or(true)) return "a store of whorl";
  return kSweeps.bears_mark(folder).value_or(false) ? "a sweep store of whorl" : std::string_view();
}

bool is_free(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  return !fs::exists(status) || (fs::is_directory(status) && base::is_empty_folder(folder, error));
}

}  // namespace whorl::internal::base::ownership
