#include "serve/job_options.h"

#include <algorithm>
#include <array>

namespace whorl::serve {
namespace {

constexpr std::size_t kMostBytes = 500;
constexpr std::string_view kSwitch = R"({"type":"boolean"})";
constexpr std::string_view kCount = R"({"type":"integer","minimum":1})";

// Each is a flag of whorl compare, with a line for a blank. None names a file.
constexpr std::array kOptions = {
    Parameter{"by", "What a submission is, as --by."},
    Parameter{"layout", "How paths name student and attempt: {student}/{attempt}/**"},
    Parameter{"include", "Only files whose name matches this glob."},
    Parameter{"exclude", "No files whose name matches this glob."},
    Parameter{"language", "Of all files; otherwise each file's own."},
    Parameter{"noise", "No shorter match counts, in symbols.", kCount},
    Parameter{"guarantee", "Each match of so many symbols is found.", kCount},
    Parameter{"recipe", "How texts become fingerprints."},
    Parameter{"max_share", "A passage that more submissions share is ignored: 10 or 5%."},
    Parameter{"min_similarity", "Pairs below are not shown: 0.2 or 20%."},
    Parameter{"limit", "Pairs that are explained.", kCount},
    Parameter{"sort", "What the best pairs are."},
    Parameter{"anonymize", "Pseudonyms in place of names.", kSwitch},
};

bool is_plain(const std::string& value) {
  return !value.empty() && value.size() <= kMostBytes &&
         std::ranges::all_of(value, [](unsigned char c) { return c >= ' ' && c != 0x7f; });
}

std::string flag_of(std::string_view name) {
  std::string flag = "--" + std::string(name);
  std::ranges::replace(flag, '_', '-');
  return flag;
}

}  // namespace

std::span<const Parameter> job_options() { return kOptions; }

Result<std::vector<std::string>> job_arguments(const std::map<std::string, std::string>& query) {
  std::vector<std::string> arguments;
  for (const auto& [name, value] : query) {
    const auto row = std::ranges::find(kOptions, name, &Parameter::name);
    if (row == kOptions.end()) {
      return fail(ErrorCode::invalid_argument,
                  "a comparison has no option '" + name + "'; GET /openapi.json lists them");
    }
    if (!is_plain(value)) {
      return fail(ErrorCode::invalid_argument, "'" + name + "' is 1 to 500 plain characters");
    }
    if (row->schema != kSwitch) {
      arguments.push_back(flag_of(name) + "=" + value);
    } else if (value == "true") {
      arguments.push_back(flag_of(name));
    } else if (value != "false") {
      return fail(ErrorCode::invalid_argument, "'" + name + "' is true or false");
    }
  }
  return arguments;
}

}  // namespace whorl::serve
