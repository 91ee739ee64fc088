#include "serve/job_options.h"

#include <algorithm>
#include <array>

namespace whorl::serve {
namespace {

constexpr std::size_t kMostBytes = 500;
constexpr std::string_view kSwitch = R"({"type":"boolean"})";
constexpr std::string_view kCount = R"({"type":"integer","minimum":1})";

constexpr std::string_view kCountOrNone = R"({"type":"integer","minimum":0})";
constexpr std::string_view kAttachments = R"({"type":"string","pattern":"^[0-9a-f,]+$"})";

// The first kCompareFlags rows are flags of whorl compare, with underscores for hyphens. None of
// them names a file.
constexpr std::size_t kCompareFlags = 17;
constexpr std::array kCompareRows = {
    Parameter{"by", "What a submission is, as --by."},
    Parameter{"layout", "How paths name student and attempt: {student}/{attempt}/**"},
    Parameter{"plain_names",
              "Names of files stay: exports of Moodle, Canvas and others are not recognised.",
              kSwitch},
    Parameter{"include", "Only files whose name matches this glob."},
    Parameter{"exclude", "No files whose name matches this glob."},
    Parameter{"language", "Of all files; otherwise each file's own."},
    Parameter{"normalize", "The form in which program code is compared.",
              R"({"type":"string","enum":["plain","strong"]})"},
    Parameter{"no_convert", "PDF and PostScript are left out.", kSwitch},
    Parameter{"noise", "No shorter match counts, in symbols.", kCount},
    Parameter{"guarantee", "Each match of so many symbols is found.", kCount},
    Parameter{"recipe", "How texts become fingerprints."},
    Parameter{"max_share", "A passage that more submissions share is ignored: 10 or 5%."},
    Parameter{"min_similarity", "Pairs below are not shown: 0.2 or 20%."},
    Parameter{"limit", "Pairs that are explained; 0: all.", kCountOrNone},
    Parameter{"sort", "What the best pairs are."},
    Parameter{"anonymize", "Pseudonyms in place of names.", kSwitch},
    Parameter{"exclude_owner", "With `against`: registered documents of this owner are no hits."},
    Parameter{"base",
              "Attachments with what was handed out, which does not count: ids with commas "
              "between them.",
              kAttachments},
    Parameter{"archive",
              "Attachments with submissions of past years, which are compared with the new ones "
              "alone: ids with commas between them.",
              kAttachments},
    Parameter{"metadata",
              "An attachment that names students and groups: a CSV file with columns filename, "
              "label, full_name, created_at.",
              kAttachments},
    Parameter{"against",
              "Look each file up in the registry, too, as far as the token may; needs the role "
              "search.",
              kSwitch},
    Parameter{"name",
              "What the report is called in lists and titles, such as the name of the folder that "
              "is sent; at most 200 characters."},
    Parameter{"review", "A job whose verdicts are carried over; needs the role judge."},
};

static_assert(kCompareRows[kCompareFlags].name == "base");

// Parameters of whorl registry pairs.
constexpr std::array kPairOptions = {
    Parameter{"top", "Pairs that are listed, the best ones; 100 where it is not given.", kCount},
    Parameter{"exact", "Of them, those whose overlap is counted on their texts; 20.", kCountOrNone},
    Parameter{"scheme", "What is kept of a document: se, koala or passages.",
              R"({"type":"string","enum":["se","koala","passages"]})"},
    Parameter{"recipe", "How texts become fingerprints."},
    Parameter{"include", "Only files whose name matches this glob."},
    Parameter{"exclude", "No files whose name matches this glob."},
};

bool is_plain(const std::string& value) {
  return !value.empty() && value.size() <= kMostBytes &&
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
      return fail(ErrorCode::invalid_argument, "'" + name + "' is 1 to 500 plain characters");
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
