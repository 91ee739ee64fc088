#include "serve/job_options.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/utf8.h"

namespace whorl::serve {
namespace {

constexpr std::ptrdiff_t kMostCharacters = 500;
constexpr std::string_view kPlain =
    R"({"type":"string","maxLength":500,"pattern":"^[^\\u0000-\\u001f\\u007f]+$"})";
constexpr std::string_view kSwitch = R"({"type":"boolean"})";
constexpr std::string_view kCount = R"({"type":"integer","minimum":1})";

constexpr std::string_view kCountOrNone = R"({"type":"integer","minimum":0})";
constexpr std::string_view kAttachments = R"({"type":"string","pattern":"^[0-9a-f,]+$"})";

// The first kCompareFlags rows are flags of whorl compare, with underscores for hyphens. None of
// them names a file.
constexpr std::size_t kCompareFlags = 17;
constexpr std::array kCompareRows = {
    Parameter{"by", "What one submission is, as in --by.", kPlain},
    Parameter{"layout", "How paths name student and attempt: {student}/{attempt}/**", kPlain},
    Parameter{"plain_names",
              "Keep the names of files: do not recognise exports of Moodle, Canvas and others.",
              kSwitch},
    Parameter{"include", "Only files whose name matches this glob.", kPlain},
    Parameter{"exclude", "No files whose name matches this glob.", kPlain},
    Parameter{"language", "Language of all files; default: detected for each file.", kPlain},
    Parameter{"normalize", "The form in which program code is compared.",
              R"({"type":"string","enum":["plain","strong"]})"},
    Parameter{"no_convert", "Skip PDF and PostScript.", kSwitch},
    Parameter{"noise", "Shortest match that counts, in symbols.", kCount},
    Parameter{"guarantee", "Find every match of this many symbols.", kCount},
    Parameter{"recipe", "How texts become fingerprints.", kPlain},
    Parameter{"max_share", "A passage that more submissions share is ignored: 10 or 5%.", kPlain},
    Parameter{"min_similarity", "Leave out pairs below this similarity: 0.2 or 20%.", kPlain},
    Parameter{"limit", "Maximum number of pairs in the report; 0: all.", kCountOrNone},
    Parameter{"sort", "Measure that orders the pairs.", kPlain},
    Parameter{"anonymize", "Pseudonyms in place of names.", kSwitch},
    Parameter{"exclude_owner", "With `against`: skip registered documents of this owner.", kPlain},
    Parameter{"base", "Attachments with base code, which does not count: ids separated by commas.",
              kAttachments},
    Parameter{"archive",
              "Attachments with submissions of past years, compared only with the new ones: ids "
              "separated by commas.",
              kAttachments},
    Parameter{"metadata",
              "An attachment that names students and groups: a CSV file with columns filename, "
              "label, full_name, created_at.",
              kAttachments},
    Parameter{"against",
              "Also look up each file in the registry, as far as the token permits; needs the role "
              "search.",
              kSwitch},
    Parameter{"name",
              "Name of the report in lists and titles, such as the name of the uploaded folder; at "
              "most 200 characters."},
    Parameter{"review", "A job whose verdicts are carried over; needs the role judge."},
};

static_assert(kCompareRows[kCompareFlags].name == "base");

// Parameters of whorl registry pairs.
constexpr std::array kPairOptions = {
    Parameter{"top", "Number of best pairs to list; default 100.", kCount},
    Parameter{"exact",
              "Number of listed pairs whose overlap is counted on their texts; default 20.",
              kCountOrNone},
    Parameter{"scheme", "Scheme of the fingerprints: se, koala or passages.",
              R"({"type":"string","enum":["se","koala","passages"]})"},
    Parameter{"recipe", "How texts become fingerprints.", kPlain},
    Parameter{"include", "Only files whose name matches this glob.", kPlain},
    Parameter{"exclude", "No files whose name matches this glob.", kPlain},
};

bool is_plain(const std::string& value) {
  return !value.empty() &&
         std::ranges::count_if(value, std::not_fn(internal::base::is_utf8_continuation)) <=
             kMostCharacters &&
         std::ranges::all_of(value, [](unsigned char c) { return c >= ' ' && c != 0x7f; });
}

bool is_number(std::string_view schema) { return schema == kCount || schema == kCountOrNone; }

bool is_whole(const std::string& value) {
  return std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; });
}

std::string flag_of(std::string_view name) {
  std::string flag = "--" + std::string(name);
  std::ranges::replace(flag, '_', '-');
  return flag;
}

}  // namespace

std::span<const Parameter> compare_options() { return kCompareRows; }
std::span<const Parameter> compare_flags() { return std::span(kCompareRows).first(kCompareFlags); }
std::span<const Parameter> pair_options() { return kPairOptions; }

Result<std::vector<std::string>> job_arguments(const std::map<std::string, std::string>& query,
                                               std::span<const Parameter> options) {
  std::vector<std::string> arguments;
  for (const auto& [name, value] : query) {
    const auto row = std::ranges::find(options, name, &Parameter::name);
    if (row == options.end()) {
      return fail(ErrorCode::invalid_argument,
                  "this job has no option '" + name + "'; GET /openapi.json lists them");
    }
    if (!is_plain(value)) {
      return fail(ErrorCode::invalid_argument, "'" + name + "' must be 1 to 500 plain characters");
    }
    if (is_number(row->schema) && !is_whole(value)) {
      return fail(ErrorCode::invalid_argument, "'" + name + "' is a whole number");
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
