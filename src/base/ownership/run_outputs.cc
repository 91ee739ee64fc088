#include "base/ownership/run_outputs.h"

#include <algorithm>

#include "base/ownership/written_record.h"

namespace whorl::internal::base::ownership {
namespace {

namespace fs = std::filesystem;

bool is_among(const std::string& input, const std::vector<FileIdentity>& files) {
  if (files.empty()) return false;
  const auto found = identity_of(input);
  return found && std::ranges::find(files, *found) != files.end();
}

tl::unexpected<Error> is_written(const std::string& input) {
  return fail(ErrorCode::invalid_argument,
              input + " is an input and would be overwritten; name another output");
}

}  // namespace

RunOutputs::RunOutputs(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (path == "-" || path.empty()) continue;
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) continue;
    const fs::path whole = resolved(path);
    if (fs::is_regular_file(status)) {
      files_.push_back(*identity_of(path));
      if (!is_as_written(path)) {
        others_.push_back(files_.back());
        continue;
      }
    } else {
      folders_.push_back(whole);
    }
    left_out_.push_back(whole.string());
  }
}

Result<void> RunOutputs::check_named(const std::string& input) const {
  const fs::path whole = resolved(input);
  const bool inside =
      std::ranges::any_of(folders_, [&](const fs::path& folder) { return lies_in(whole, folder); });
  if (inside || is_among(input, files_)) return is_written(input);
  return {};
}

Result<void> RunOutputs::check_found(const std::string& input) const {
  if (is_among(input, others_)) return is_written(input);
  return {};
}

}  // namespace whorl::internal::base::ownership
