// The forms in which documents are written, by the endings of file names.
#pragma once

#include <string>
#include <string_view>

#include "whorl/result.h"

namespace whorl::internal::base::ownership {

enum class WrittenForm {
  json_lines,  // also for unknown endings
  ids,
  web_archive,
  csv,
  tsv,
  parquet,
  none,  // whorl writes no such file
};

// An ending for compression does not count.
WrittenForm form_of(std::string_view path);

// Refuses a name on another machine. The message names the remedy, here and below.
Result<void> check_not_remote(const std::string& path);

// The same, and refuses a file of the form `none`.
Result<void> check_form(const std::string& path);

// Refuses a file that is not for JSON lines; `what` is written there: "the list of removed
// documents".
Result<void> check_for_json_lines(const std::string& path, std::string_view what);

}  // namespace whorl::internal::base::ownership
