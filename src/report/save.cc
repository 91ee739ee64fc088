// Saving: all files of a report, or none.
#include <fmt/core.h>

#include <filesystem>
#include <span>

#include "base/guard.h"
#include "base/new_file.h"
#include "base/try.h"
#include "read/report_folder.h"
#include "whorl/writers.h"

namespace whorl {

using namespace internal;

namespace {

namespace fs = std::filesystem;

using Writer = void (*)(const CompareReport&, Sink&);

struct Output {
  std::string path;
  Writer write;
};

constexpr const char* kPage = "report.html";
constexpr const char* kJson = "report.json";
constexpr const char* kPairs = "pairs.csv";
constexpr const char* kSkipped = "skipped.csv";

std::vector<Output> outputs_of(const CompareReport& report, const ReportFiles& files) {
  std::vector<Output> outputs;
  const bool skipped = !report.skipped.empty();
  if (!files.directory.empty()) {
    const fs::path directory = files.directory;
    outputs.push_back({directory / kPage, write_html});
    outputs.push_back({directory / kJson, write_json});
    outputs.push_back({directory / kPairs, write_pairs_csv});
    if (skipped) outputs.push_back({directory / kSkipped, write_skipped_csv});
  }
  if (!files.json.empty()) outputs.push_back({files.json, write_json});
  if (!files.csv.empty()) {
    outputs.push_back({files.csv, write_pairs_csv});
    if (skipped) outputs.push_back({files.csv + ".skipped.csv", write_skipped_csv});
  }
  if (!files.sarif.empty()) outputs.push_back({files.sarif, write_sarif});
  return outputs;
}

Result<void> check_directory(const fs::path& directory) {
  std::error_code error;
  const fs::file_status status = fs::status(directory, error);
  if (!fs::exists(status)) return {};
  if (!fs::is_directory(status)) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} is a file; choose another folder for the report with --output",
                            directory.string()));
  }
  if (fs::is_empty(directory, error) || read::is_report_folder(directory.string())) return {};
  if (error) {
    return fail(ErrorCode::unreadable,
                fmt::format("{} cannot be read: {}", directory.string(), error.message()));
  }
  return fail(ErrorCode::invalid_argument,
              fmt::format("{} holds other things than a report and is left alone; choose another "
                          "folder with --output, or empty it",
                          directory.string()));
}

Result<void> check_file(const std::string& path) {
  if (path.empty()) return {};
  std::error_code error;
  if (fs::is_directory(path, error)) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} is a folder; name a file in it", path));
  }
  const fs::path parent = fs::path(path).parent_path();
  if (parent.empty() || fs::is_directory(parent, error)) return {};
  return fail(ErrorCode::not_found,
              fmt::format("{} cannot be written: there is no folder {}; make it first", path,
                          parent.string()));
}

// A directory that is made for the report, and goes again if the report does not come.
class NewDirectory {
 public:
  Result<void> make(const std::string& path) {
    std::error_code error;
    if (path.empty() || fs::is_directory(path, error)) return {};
    fs::create_directories(path, error);
    if (error) {
      return fail(ErrorCode::io, fmt::format("{} cannot be made: {}", path, error.message()));
    }
    made_ = path;
    return {};
  }
  void keep() { made_.clear(); }
  ~NewDirectory() {
    std::error_code error;
    if (!made_.empty()) fs::remove(made_, error);
  }

 private:
  fs::path made_;  // which is made while there is memory
};

// Takes what is written of a file, until it fails or the run is to stop.
class FileSink final : public Sink {
 public:
  FileSink(base::NewFile& file, const std::string& path, const Progress& progress)
      : file_(file), path_(path), progress_(progress) {}

  void put(std::string_view bytes) override {
    if (!status_) return;
    status_ = progress_.cancelled() ? stopped() : file_.append(std::as_bytes(std::span(bytes)));
  }
  // All is on the disk.
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

// Whole files, none in its place yet.
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

// Of an earlier report, when this one skipped nothing.
void remove_stale(const CompareReport& report, const ReportFiles& files) {
  std::error_code error;
  if (!files.directory.empty() && report.skipped.empty()) {
    fs::remove(fs::path(files.directory) / kSkipped, error);
  }
}

}  // namespace

Result<void> check_targets(const ReportFiles& files) try {
  if (!files.directory.empty()) {
    WHORL_RETURN_IF_ERROR(check_directory(files.directory));
  }
  for (const std::string* path : {&files.json, &files.csv, &files.sarif}) {
    WHORL_RETURN_IF_ERROR(check_file(*path));
  }
  return {};
} catch (...) {
  return internal::base::caught();
}

Result<std::vector<std::string>> save(const CompareReport& report, const ReportFiles& files,
                                      Progress& progress) try {
  WHORL_RETURN_IF_ERROR(check_targets(files));
  const std::vector<Output> outputs = outputs_of(report, files);
  progress.phase("writing the report", outputs.size());
  NewDirectory directory;
  WHORL_RETURN_IF_ERROR(directory.make(files.directory));
  WHORL_ASSIGN_OR_RETURN(auto pending, write_all(report, outputs, progress));
  for (base::NewFile& file : pending) {
    WHORL_RETURN_IF_ERROR(file.finish());
  }
  directory.keep();
  remove_stale(report, files);
  std::vector<std::string> written;
  for (const Output& output : outputs) written.push_back(output.path);
  return written;
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
