// Saves all files of a report, or none.

#include <fmt/core.h>
#include <filesystem>
#include <span>

#include "base/draft.h"
#include "base/folder.h"
#include "base/guard.h"
#include "base/new_file.h"
#include "base/ownership/folder.h"
#include "base/ownership/output.h"
#include "base/try.h"
#include "base/utf8.h"
#include "input/skip_log.h"
#include "whorl/writers.h"

namespace whorl {

using namespace internal;

namespace {

namespace fs = std::filesystem;

// The first bytes of the file show that whorl wrote it.
Result<void> check_file(const std::string& path, std::string_view begins,
                        const base::ownership::OutputRules& rules) {
  // Earlier versions wrote tables without the mark.
  const bool marked = begins.starts_with(base::kUtf8Bom);
  const auto plain = marked ? begins.substr(base::kUtf8Bom.size()) : begins;
  const auto is_own = [&](const fs::path& file) {
    return base::ownership::begins_with(file, begins).and_then([&](bool own) -> Result<bool> {
      return own ? Result<bool>(true) : base::ownership::begins_with(file, plain);
    });
  };
  return base::ownership::check_output(path, rules, is_own);
}

Result<void> check_format(const std::string& path, const OutputFormat& format,
                          const base::ownership::OutputRules& rules) {
  if (format.is_own == nullptr) return check_file(path, format.begins, rules);
  base::ownership::OutputRules of_workbook = rules;
  of_workbook.workbook = true;
  return base::ownership::check_output(
      path, of_workbook,
      [&](const fs::path& file) -> Result<bool> { return format.is_own(file.string()); });
}

Result<void> check_directory(const ReportFiles& files, const base::ownership::OutputRules& rules) {
  WHORL_RETURN_IF_ERROR(base::ownership::check_folder(files.directory, base::ownership::kReport));
  for (const OutputFormat& format : kOutputFormats) {
    const fs::path path = fs::path(files.directory) / format.file;
    std::error_code error;
    if (format.file.empty() || !fs::exists(path, error)) continue;
    WHORL_RETURN_IF_ERROR(check_format(path.string(), format, rules));
  }
  return {};
}

// Two outputs with one name would be mixed.
Result<void> check_distinct(const std::vector<std::string>& paths) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      WHORL_RETURN_IF_ERROR(base::ownership::check_distinct(paths[j], paths[i]));
    }
  }
  return {};
}

namespace fs = std::filesystem;

struct Output {
  std::string path;
  void (*write)(const CompareReport&, Sink&);
};

// The page comes first.
std::vector<Output> outputs_of(const CompareReport& report, const ReportFiles& files) {
  std::vector<Output> outputs;
  for (const OutputFormat& format : kOutputFormats) {
    if (files.directory.empty() || format.file.empty() || !format.wanted(report)) continue;
    outputs.push_back({fs::path(files.directory) / format.file, format.write});
  }
  for (const OutputFormat& format : kOutputFormats) {
    if (!format.path || (files.*format.path).empty() || !format.wanted(report)) continue;
    outputs.push_back({files.*format.path + std::string(format.suffix), format.write});
  }
  return outputs;
}

// Writes to a file, until that fails or the run is to stop.
class FileSink final : public Sink {
 public:
  FileSink(base::NewFile& file, const std::string& path, const Progress& progress)
      : file_(file), path_(path), progress_(progress) {}

  void put(std::string_view bytes) override {
    if (!status_) return;
    status_ = progress_.cancelled() ? stopped() : file_.append(std::as_bytes(std::span(bytes)));
  }
  // When this returns, all is on the disk.
  Result<void> finish() {
    if (status_ && progress_.cancelled()) status_ = stopped();
    return status_ ? file_.sync() : status_;
  }

 private:
  Result<void> stopped() const {
    return fail(ErrorCode::cancelled, fmt::format("{}: stopped before it was complete", path_));
  }

  base::NewFile& file_;
  const std::string& path_;
  const Progress& progress_;
  Result<void> status_;
};

// Writes all files completely, still under other names.
Result<std::vector<base::NewFile>> write_all(const CompareReport& report,
                                             const std::vector<Output>& outputs,
                                             Progress& progress) {
  std::vector<base::NewFile> files;
  for (const Output& output : outputs) {
    WHORL_ASSIGN_OR_RETURN(auto file,
                           base::NewFile::open_named(base::FileSystem::real(), output.path));
    files.push_back(std::move(file));
    FileSink sink(files.back(), output.path, progress);
    output.write(report, sink);
    WHORL_RETURN_IF_ERROR(sink.finish());
    progress.advance(1);
  }
  return files;
}

// Removes files of an earlier report that this one does not write, and those that killed runs left.
void remove_stale(const CompareReport& report, const ReportFiles& files) {
  if (files.directory.empty()) return;
  for (const OutputFormat& format : kOutputFormats) {
    if (format.file.empty()) continue;
    const fs::path path = fs::path(files.directory) / format.file;
    base::remove_dead_drafts(path);
    std::error_code error;
    if (!format.wanted(report)) fs::remove(path, error);
  }
}

// An empty report must not replace another.
Result<void> check_submissions(const CompareReport& report, const std::vector<Output>& outputs) {
  if (report.submissions.size() > 1) return {};
  if (report.submissions.empty()) return input::nothing_read(report.skipped);
  for (const Output& output : outputs) {
    std::error_code error;
    if (!fs::is_regular_file(output.path, error)) continue;
    const std::string lost = input::first_of(report.skipped);
    return fail(ErrorCode::invalid_argument,
                fmt::format("only one submission was found, and a comparison needs two; {} was not "
                            "changed; name a folder that contains several, or several paths{}{}",
                            output.path, lost.empty() ? "" : "; not read: ", lost));
  }
  return {};
}

// The folder's marker comes first, so that a folder is recognised even if the run is killed.
Result<void> put_in_place(std::vector<base::NewFile>& files, const std::vector<Output>& outputs) {
  const auto is_mark = [](const Output& output) { return output.write == write_json; };
  for (const bool marks : {true, false}) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (is_mark(outputs[i]) != marks) continue;
      WHORL_RETURN_IF_ERROR(files[i].finish());
    }
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> save(const CompareReport& report, const ReportFiles& files,
                                      Progress& progress) try {
  WHORL_RETURN_IF_ERROR(check_targets(files));
  const std::vector<Output> outputs = outputs_of(report, files);
  WHORL_RETURN_IF_ERROR(check_submissions(report, outputs));
  progress.phase("writing the report", outputs.size());
  base::NewFolder folder(files.directory);
  if (!files.directory.empty()) WHORL_RETURN_IF_ERROR(folder.make());
  WHORL_ASSIGN_OR_RETURN(auto pending, write_all(report, outputs, progress));
  WHORL_RETURN_IF_ERROR(put_in_place(pending, outputs));
  remove_stale(report, files);
  std::vector<std::string> written;
  for (const Output& output : outputs) written.push_back(output.path);
  return written;
} catch (...) {
  return internal::base::caught();
}

using namespace internal;

Result<void> check_targets(const ReportFiles& files) try {
  const base::ownership::OutputRules rules{files.inputs, files.overwrite};
  if (!files.directory.empty()) {
    WHORL_RETURN_IF_ERROR(check_directory(files, rules));
  }
  std::vector<std::string> paths;
  for (const OutputFormat& format : kOutputFormats) {
    if (!files.directory.empty() && !format.file.empty()) {
      paths.push_back(fs::path(files.directory) / format.file);
    }
    if (!format.path || (files.*format.path).empty()) continue;
    paths.push_back(files.*format.path + std::string(format.suffix));
    WHORL_RETURN_IF_ERROR(check_format(paths.back(), format, rules));
  }
  return check_distinct(paths);
} catch (...) {
  return internal::base::caught();
}

Result<void> check_output(const OutputFile& file) try {
  return check_file(file.path, file.begins, {file.inputs, file.overwrite});
} catch (...) {
  return internal::base::caught();
}

Result<void> save_output(const OutputFile& file, std::string_view contents) try {
  WHORL_RETURN_IF_ERROR(check_output(file));
  WHORL_ASSIGN_OR_RETURN(auto out, base::NewFile::open_named(base::FileSystem::real(), file.path));
  WHORL_RETURN_IF_ERROR(out.append(std::as_bytes(std::span(contents))));
  return out.finish();
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
