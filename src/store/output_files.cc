#include "store/output_files.h"

#include <algorithm>
#include <filesystem>

#include "base/folder.h"
#include "base/ownership/same_file.h"
#include "base/ownership/written_form.h"
#include "base/ownership/written_record.h"
#include "base/try.h"
#include "input/tables/helper.h"
#include "input/tables/parquet.h"

namespace whorl::internal::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRecordEnd = "\r\n\r\n";

// The common parent folder of all files.
fs::path common_folder(const std::vector<input::InputIdentity>& files) {
  fs::path common = fs::path(files.front().path).parent_path();
  for (const input::InputIdentity& file : files) {
    while (!base::ownership::lies_in(file.path, common)) common = common.parent_path();
  }
  return common;
}

// "cc/0001.warc.gz" and "jsonl" → "cc/0001.jsonl.gz".
std::string with_ending(const std::string& whole, std::string_view ending) {
  const std::string_view packed = base::packed_ending(whole);
  fs::path plain(whole.substr(0, whole.size() - packed.size()));
  return plain.replace_extension(ending).string() + std::string(packed);
}

// The inputs with their resolved paths.
Result<std::vector<input::InputIdentity>> files_of(const input::Collection& inputs,
                                                   const std::string& output) {
  std::vector<input::InputIdentity> files;
  WHORL_RETURN_IF_ERROR(
      inputs.for_each_input([&](const input::InputIdentity& input) -> Result<void> {
        if (input.path.empty() || input.path == "-") {
          return fail(ErrorCode::invalid_argument,
                      input.name + " has no name that can be used for a file in " + output +
                          "/; name a file as the output");
        }
        if (!input.has_records) {
          return fail(ErrorCode::invalid_argument,
                      input.name +
                          " is one document; a folder as the output takes a file for each file of "
                          "records (.jsonl, .warc, .parquet, and .csv with --text COLUMN): name a "
                          "file");
        }
        files.push_back(input);
        files.back().path = base::ownership::resolved(input.path);
        return {};
      }));
  return files;
}

// Called before the work, so that an output that cannot be written is reported early.
Result<void> check_parquet(const std::string& path) {
  const auto helper = input::parquet_helper();
  if (!helper) return fail(helper.error().code, path + ": " + helper.error().message);
  return {};
}

}  // namespace

bool OutputPlan::writes_tables() const {
  return is_folder() ? std::ranges::all_of(shards, input::is_parquet) : input::is_parquet(output);
}

bool names_folder(const std::string& output) {
  std::error_code error;
  return output.ends_with('/') || (output != "-" && fs::is_directory(output, error));
}

bool takes_rows(std::string_view output) {
  const auto form = base::ownership::form_of(output);
  return form == base::ownership::WrittenForm::csv || form == base::ownership::WrittenForm::tsv;
}

std::string without_slash(std::string output) {
  while (output.size() > 1 && output.ends_with('/')) output.pop_back();
  return output;
}

std::string list_beside(const std::string& output, bool is_folder) {
  if (is_folder) return output + ".removed.jsonl";
  return base::ownership::is_stream(output) ? "" : with_ending(output, "removed.jsonl");
}

Result<OutputPlan> plan_shards(const std::string& output, const input::Collection& inputs,
                               OutputForm form, const base::ownership::OutputRules& rules) {
  OutputPlan plan{without_slash(output), {}};
  WHORL_ASSIGN_OR_RETURN(plan.tables, files_of(inputs, plan.output));
  if (plan.tables.empty()) return plan;
  const fs::path common = common_folder(plan.tables);
  for (const input::InputIdentity& file : plan.tables) {
    const fs::path path = file.path;
    fs::path name = path.lexically_relative(common);
    const bool parquet = input::is_parquet(path.string());
    const bool other = parquet || input::is_web_archive(path.string()) || takes_rows(path.string());
    if (form == OutputForm::lines && other) {
      name = with_ending(name.string(), "jsonl");
    } else if (parquet) {
      WHORL_RETURN_IF_ERROR(check_parquet(path.string()));
    }
    plan.shards.push_back((fs::path(plan.output) / name).string());
    // The file must not exist in an earlier folder of the output; here only its contents are
    // checked.
    std::error_code error;
    if (!fs::exists(plan.shards.back(), error)) continue;
    WHORL_RETURN_IF_ERROR(
        base::ownership::check_output(plan.shards.back(), rules, base::ownership::is_as_written));
  }
  std::vector<std::string> sorted = plan.shards;
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return plan;
  return fail(ErrorCode::invalid_argument,
              *twice + " would be the output of two inputs; name each input once");
}

Result<OutputPlan> plan_parquet(const std::string& output, const input::Collection& inputs) {
  OutputPlan plan{output, {}};
  bool all_tables = true;
  WHORL_RETURN_IF_ERROR(
      inputs.for_each_input([&](const input::InputIdentity& input) -> Result<void> {
        all_tables = all_tables && input::is_parquet(input.path);
        plan.tables.push_back(input);
        return {};
      }));
  if (!all_tables || plan.tables.size() != 1) {
    return fail(ErrorCode::invalid_argument,
                output +
                    ": a Parquet file takes the rows of one Parquet file; name a folder for "
                    "a file of each, e.g. -o clean/, or .jsonl");
  }
  WHORL_RETURN_IF_ERROR(check_parquet(output));
  return plan;
}

Result<OutputFiles> OutputFiles::open(base::FileSystem& file_system, OutputPlan plan,
                                      const Progress& progress) {
  OutputFiles files(file_system, std::move(plan), progress);
  if (!files.plan_.is_folder()) WHORL_RETURN_IF_ERROR(files.begin(0));
  return files;
}

Result<void> OutputFiles::append(std::uint32_t input, std::string_view line) {
  WHORL_RETURN_IF_ERROR(begin(input));
  return file_->append(line);
}

Result<void> OutputFiles::append_record(const input::CollectionRecord& record) {
  if (record.archived.empty()) {
    return fail(ErrorCode::invalid_argument,
                name_of(record.input) + ": " + record.place +
                    " is not a record of a web archive; name the output .jsonl");
  }
  WHORL_RETURN_IF_ERROR(begin(record.input));
  WHORL_RETURN_IF_ERROR(file_->begin_member());
  WHORL_RETURN_IF_ERROR(file_->append(record.archived));
  return file_->append(kRecordEnd);
}

Result<void> OutputFiles::keep_row(const input::CollectionRecord& record) {
  WHORL_RETURN_IF_ERROR(begin(record.input));
  return rows_->keep(record.number);
}

const std::string& OutputFiles::name_of(std::uint32_t input) const {
  return plan_.is_folder() ? plan_.shards[input] : plan_.output;
}

Result<void> OutputFiles::finish() {
  if (plan_.is_folder()) WHORL_RETURN_IF_ERROR(begin(plan_.shards.size() - 1));
  return end();
}

// Also writes earlier shards that got no document.
Result<void> OutputFiles::begin(std::size_t input) {
  const std::size_t last = plan_.is_folder() ? input : 0;
  for (; next_ <= last; ++next_) {
    WHORL_RETURN_IF_ERROR(end());
    const std::string& name = name_of(static_cast<std::uint32_t>(next_));
    if (plan_.is_folder()) {
      WHORL_RETURN_IF_ERROR(base::make_folder(fs::path(name).parent_path()));
    }
    WHORL_ASSIGN_OR_RETURN(auto file, base::CompressedFile::open(*file_system_, name));
    file_.emplace(std::move(file));
    if (input::is_parquet(name)) {
      WHORL_ASSIGN_OR_RETURN(auto rows, ParquetRows::of(plan_.tables[next_]));
      rows_.emplace(std::move(rows));
    }
    if (next_ < plan_.heads.size()) WHORL_RETURN_IF_ERROR(file_->append(plan_.heads[next_]));
  }
  return {};
}

Result<void> OutputFiles::end() {
  if (!file_) return {};
  if (rows_) {
    const bool any = rows_->any();
    auto written = rows_->write(*file_, *progress_);
    rows_.reset();
    // A table that could not be read at all is listed as skipped, and has no output.
    if (!written && !any && written.error().code == ErrorCode::corrupt) {
      file_.reset();
      return {};
    }
    WHORL_RETURN_IF_ERROR(written);
  }
  WHORL_RETURN_IF_ERROR(
      base::ownership::finish_output(*file_, name_of(static_cast<std::uint32_t>(next_ - 1))));
  file_.reset();
  return {};
}

}  // namespace whorl::internal::store
