// Where reports may be written.
#include <filesystem>

#include "base/guard.h"
#include "base/new_file.h"
#include "base/try.h"
#include "claim/folder.h"
#include "claim/output.h"
#include "whorl/writers.h"

namespace whorl {

using namespace internal;

namespace {

namespace fs = std::filesystem;

// The file that says of itself, by how it begins, that whorl wrote it.
Result<void> check_file(const std::string& path, std::string_view begins,
                        const claim::OutputRules& rules) {
  return claim::check_output(path, rules, claim::with_head(begins));
}

Result<void> check_directory(const ReportFiles& files, const claim::OutputRules& rules) {
  WHORL_RETURN_IF_ERROR(claim::check_folder(files.directory, claim::kReport));
  for (const OutputFormat& format : kOutputFormats) {
    const fs::path path = fs::path(files.directory) / format.file;
    std::error_code error;
    if (format.file.empty() || !fs::exists(path, error)) continue;
    WHORL_RETURN_IF_ERROR(check_file(path.string(), format.begins, rules));
  }
  return {};
}

// Two outputs of one name would be written into each other.
Result<void> check_distinct(const std::vector<std::string>& paths) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      WHORL_RETURN_IF_ERROR(claim::check_distinct(paths[j], paths[i]));
    }
  }
  return {};
}

}  // namespace

Result<void> check_targets(const ReportFiles& files) try {
  const claim::OutputRules rules{files.inputs, files.overwrite};
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
    WHORL_RETURN_IF_ERROR(check_file(paths.back(), format.begins, rules));
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
