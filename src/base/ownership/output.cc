#include "base/ownership/output.h"

#include <span>

#include "base/file_system.h"
#include "base/ownership/ending.h"
#include "base/ownership/same_file.h"
#include "base/ownership/written_form.h"
#include "base/try.h"

namespace whorl::internal::base::ownership {
namespace {

namespace fs = std::filesystem;

Result<void> check_place(const std::string& path, const fs::file_status& status) {
  if (fs::is_directory(status)) {
    return fail(ErrorCode::invalid_argument, path + " is a folder; name a file in it");
  }
  const fs::path parent = fs::path(path).parent_path();
  std::error_code error;
  if (parent.empty() || fs::is_directory(parent, error)) return {};
  return fail(ErrorCode::not_found, path + " cannot be written: there is no folder " +
                                        parent.string() + "; make it first");
}

tl::unexpected<Error> is_read(const std::string& path) {
  return fail(ErrorCode::invalid_argument,
              path + " is an input and cannot be the output too; name another file");
}

}  // namespace

Result<void> check_output(const std::string& path, const OutputRules& rules,
                          const Recognise& is_own) {
  if (path == "-") return {};
  WHORL_RETURN_IF_ERROR(rules.workbook ? check_not_remote(path) : check_form(path));
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  WHORL_RETURN_IF_ERROR(check_place(path, status));
  if (!fs::exists(status)) return rules.workbook ? Result<void>() : check_file_ending(path);
  if (!fs::is_regular_file(status)) return {};
  const auto output = identity_of(path);
  for (const std::string& input : rules.inputs) {
    if (identity_of(input) == output) return is_read(path);
  }
  WHORL_ASSIGN_OR_RETURN(const bool own, is_own(path));
  if (own) return {};
  const fs::path whole = resolved(path);
  for (const std::string& input : rules.inputs) {
    if (fs::is_directory(input, error) && lies_in(whole, resolved(input))) return is_read(path);
  }
  if (rules.overwrite) return {};
  return fail(ErrorCode::invalid_argument, path +
                                               " exists already and was not written by whorl; name "
                                               "another file, or give --force to replace it");
}

bool is_stream(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return path == "-" || (fs::exists(status) && !fs::is_regular_file(status));
}

Result<void> check_distinct(const std::string& a, const std::string& b) {
  if (is_stream(a) || !same_place(a, b)) return {};
  return fail(ErrorCode::invalid_argument,
              a + " and " + b + " are the same file; name a different file for each output");
}

Result<bool> begins_with(const fs::path& file, std::string_view head) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  WHORL_ASSIGN_OR_RETURN(const auto in, base::FileSystem::real().read(file));
  std::string found(head.size(), '\0');
  WHORL_ASSIGN_OR_RETURN(const std::size_t got,
                         in->read(0, std::as_writable_bytes(std::span(found))));
  return got == head.size() && found == head;
}

Recognise with_head(std::string_view head) {
  return [head](const fs::path& file) { return begins_with(file, head); };
}

}  // namespace whorl::internal::base::ownership
