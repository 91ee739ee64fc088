#include "input/paths/names.h"

#include <algorithm>
#include <filesystem>

#include "base/remote_name.h"
#include "base/utf8.h"

namespace whorl::internal::input {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() != fs::file_type::not_found;
}

}  // namespace

std::string display_name(std::string_view raw) {
  return base::escape_broken_utf8(raw, base::HexDigits::upper);
}

std::string why_unreadable(const std::string& path, std::error_code error) {
  if (std::string advice = base::advice_on_reading(path); !advice.empty()) return advice;
  std::error_code failed;
  fs::path missing = fs::absolute(path, failed).lexically_normal();
  if (!missing.has_filename()) missing = missing.parent_path();
  if (failed || error != std::errc::no_such_file_or_directory || is_there(missing)) {
    return error.message();
  }
  while (missing.has_relative_path() && !is_there(missing.parent_path())) {
    missing = missing.parent_path();
  }
  return error.message() + ": " + display_name(missing.parent_path().string()) + " has no " +
         display_name(missing.filename().string());
}

std::string member_name(std::string_view raw) {
  std::string out;
  while (!raw.empty()) {
    const std::size_t slash = std::min(raw.find('/'), raw.size());
    const std::string_view part = raw.substr(0, slash);
    if (!part.empty() && part != "." && part != "..") {
      if (!out.empty()) out += '/';
      out += display_name(part);
    }
    raw.remove_prefix(std::min(slash + 1, raw.size()));
  }
  return out;
}

std::string_view base_name(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  return slash == name.npos ? name : name.substr(slash + 1);
}

std::string extension(std::string_view name) {
  const std::string_view base = base_name(name);
  const std::size_t dot = base.rfind('.');
  if (dot == base.npos || dot == 0) return {};
  std::string out(base.substr(dot));
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

void make_names_unique(std::vector<Document>& documents) {
  make_names_unique(documents, [](const std::string&) { return false; });
}

}  // namespace whorl::internal::input
