#include "base/ownership/written_form.h"

#include <algorithm>
#include <array>

#include "base/ascii_case.h"
#include "base/compressed_file.h"
#include "base/remote_name.h"
#include "base/try.h"

namespace whorl::internal::base::ownership {
namespace {

constexpr std::string_view kNoSpreadsheet =
    "whorl writes no spreadsheets; name the output .csv, .tsv or .jsonl";
constexpr std::string_view kNoSuchForm =
    "whorl does not write this format; name the output .jsonl, .csv or .tsv";

struct Ending {
  std::string_view ending;
  WrittenForm form;
  std::string_view refusal = {};  // for the form `none`
};

constexpr auto kEndings = std::to_array<Ending>({
    {".txt", WrittenForm::ids},
    {".warc", WrittenForm::web_archive},
    {".wet", WrittenForm::web_archive},
    {".wat", WrittenForm::web_archive},
    {".csv", WrittenForm::csv},
    {".tsv", WrittenForm::tsv},
    {".parquet", WrittenForm::parquet},
    {".xlsx", WrittenForm::none, kNoSpreadsheet},
    {".xls", WrittenForm::none, kNoSpreadsheet},
    {".ods", WrittenForm::none, kNoSpreadsheet},
    {".arrow", WrittenForm::none, kNoSuchForm},
    {".arrows", WrittenForm::none, kNoSuchForm},
    {".feather", WrittenForm::none, kNoSuchForm},
    {".ipc", WrittenForm::none, kNoSuchForm},
    {".avro", WrittenForm::none, kNoSuchForm},
    {".orc", WrittenForm::none, kNoSuchForm},
});

const Ending* ending_of(std::string_view path) {
  path.remove_suffix(packed_ending(path).size());
  const auto row = std::ranges::find_if(kEndings, [&](const Ending& known) {
    return path.size() > known.ending.size() &&
           equal_in_any_case(path.substr(path.size() - known.ending.size()), known.ending);
  });
  return row == kEndings.end() ? nullptr : &*row;
}

}  // namespace

WrittenForm form_of(std::string_view path) {
  const Ending* ending = ending_of(path);
  return ending == nullptr ? WrittenForm::json_lines : ending->form;
}

Result<void> check_not_remote(const std::string& path) {
  const std::string advice = advice_on_writing(path);
  if (advice.empty()) return {};
  return fail(ErrorCode::invalid_argument, path + ": " + advice);
}

Result<void> check_form(const std::string& path) {
  WHORL_RETURN_IF_ERROR(check_not_remote(path));
  const Ending* ending = ending_of(path);
  if (form_of(path) == WrittenForm::parquet && !packed_ending(path).empty()) {
    return fail(ErrorCode::invalid_argument,
                path + ": Parquet files are already compressed: name the output .parquet");
  }
  if (ending == nullptr || ending->form != WrittenForm::none) return {};
  return fail(ErrorCode::invalid_argument, path + ": " + std::string(ending->refusal));
}

Result<void> check_for_json_lines(const std::string& path, std::string_view what) {
  WHORL_RETURN_IF_ERROR(check_form(path));
  const WrittenForm form = form_of(path);
  if (form != WrittenForm::csv && form != WrittenForm::tsv && form != WrittenForm::parquet) {
    return {};
  }
  return fail(ErrorCode::invalid_argument,
              path + ": JSON lines are written for " + std::string(what) + "; name it .jsonl");
}

}  // namespace whorl::internal::base::ownership
