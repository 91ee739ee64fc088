// The flags of `whorl compare`, in the order of help.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii_case.h"
#include "cli/flag_rows.h"
#include "cli/text.h"
#include "whorl/methods.h"
#include "whorl/pair_scores.h"

namespace whorl::cli {
namespace {

constexpr std::uint64_t kMostSymbols = 1'000'000;

constexpr auto kCompareOptions = &Arguments::compare;
constexpr auto kReportFiles = &Arguments::report;

template <auto... Way>
Result<void> set_symbols(std::string_view value, Arguments& arguments) {
  std::uint32_t count = 0;
  const Result<void> stored = store(parse_count(value, 1, kMostSymbols), count);
  if (stored) member<Way...>(arguments) = count;
  return stored;
}

constexpr std::string_view kCompareInput = "What is compared";
constexpr std::string_view kCompareMethod = "How it is compared";
constexpr std::string_view kCompareResult = "What is reported";
constexpr std::string_view kCompareOutput = "Where the report goes";

constexpr std::string_view kSubmissionUnits = "auto file dir";
constexpr std::string_view kNormalizations = "plain strong";

// One word of each measure, joined by the separator. Measures with the same sort key are neighbours
// in the table, and only the first one is used.
std::string words_of_measures(std::string_view separator, std::string_view PairMeasure::*word) {
  std::string words;
  std::string_view last;
  for (const PairMeasure& measure : whorl::measures()) {
    if (measure.sort == last) continue;
    last = measure.sort;
    if (!words.empty()) words += separator;
    words += measure.*word;
  }
  return words;
}

// Texts that are made from tables are made at their first use. The table of commands is built while
// the program starts, and the linker chooses the order of such initializers.
const std::string& sort_keys() {
  static const std::string keys = words_of_measures(" ", &PairMeasure::sort);
  return keys;
}

std::string language_names() {
  std::vector<std::string_view> names;
  const Methods all = methods();
  for (const LanguageMethod& language : all.languages) names.push_back(language.name);
  return join(names, " ");
}

// An unknown name is refused here, where a similar one can be proposed.
Result<void> set_language(std::string_view value, Arguments& arguments) {
  const Methods all = methods();
  std::vector<std::string_view> names;
  for (const LanguageMethod& language : all.languages) {
    names.push_back(language.name);
    for (const std::string_view alias : split(language.aliases, ' ')) names.push_back(alias);
  }
  const std::string asked = internal::base::lower_case(value);
  if (std::ranges::find(names, asked) == names.end()) {
    const std::string_view near = nearest(asked, names);
    return fail(ErrorCode::invalid_argument,
                fmt::format("there is no language '{}'{}; `whorl methods` lists the languages",
                            printable(value),
                            near.empty() ? "" : fmt::format(" (did you mean {}?)", near)));
  }
  arguments.compare.matching.language = value;
  return {};
}

// The words as "a, b LAST c".
std::string enumeration(const std::vector<std::string>& words, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? fmt::format(" {} ", last) : ", ";
    out += words[i];
  }
  return out;
}

std::vector<std::string> output_flags() {
  std::vector<std::string> flags;
  for (const OutputFormat& format : kOutputFormats) {
    if (!format.example.empty()) flags.push_back(fmt::format("--{}", format.name));
  }
  return flags;
}

std::string folder_help() {
  std::vector<std::string> names;
  for (const OutputFormat& format : kOutputFormats) {
    if (format.suffix.empty() && !format.file.empty()) names.emplace_back(format.file);
  }
  return fmt::format(
      "Write the report into DIR. Its files are {}. Without -o, {} writes its file alone. An "
      "earlier "
      "report in DIR is replaced. If DIR contains anything else, whorl refuses to write.",
      enumeration(names, "and"), enumeration(output_flags(), "or"));
}

Result<void> set_submission_unit(std::string_view value, Arguments& arguments) {
  return store(parse_choice(value, kSubmissionUnits), arguments.compare.input.by);
}

Result<void> set_normalize(std::string_view value, Arguments& arguments) {
  return store(parse_choice(value, kNormalizations), arguments.compare.matching.normalize);
}

Result<void> set_sort(std::string_view value, Arguments& arguments) {
  const Result<std::size_t> known = parse_choice(value, sort_keys());
  if (!known) return tl::unexpected(known.error());
  arguments.compare.ranking.sort = value;
  return {};
}

Result<void> set_max_share(std::string_view value, Arguments& arguments) {
  return store(parse_max_share(value), arguments.compare.matching.max_share);
}

constexpr Flag kCompareFlags[] = {
    {.name = "by",
     .kind = ArgumentKind::text,
     .argument = "UNIT",
     .choices = kSubmissionUnits,
     .common = true,
     .group = kCompareInput,
     .help = "What one submission is. With auto and one PATH, each folder, archive and file in "
             "it is a submission if it contains a folder or an archive. Otherwise each file is "
             "one. Of several PATHs each is a submission. If they contain only folders (years, "
             "courses), each folder in them is one.",
     .fallback = "auto",
     .example = "--by dir",
     .set = set_submission_unit},
    {.name = "layout",
     .kind = ArgumentKind::text,
     .argument = "PATTERN",
     .common = true,
     .group = kCompareInput,
     .help =
         "How paths name student, attempt and group. A pattern describes paths below PATH. "
         "Attempts of one student are never compared with each other. {student}, {attempt}, "
         "{group} and {assignment} match one or more characters except the slash, {file} one or "
         "more of any. * matches any characters except the slash, ** any characters.",
     .example = "--layout '{student}/{attempt}/**'",
     .set = set_text<kCompareOptions, &CompareOptions::input, &SubmissionInput::layout>},
    {.name = "metadata",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kCompareInput,
     .help = "A CSV file with columns filename, label, full_name, created_at as Dolos writes it: "
             "names students and groups. With --by auto, what it does not list is skipped.",
     .example = "--metadata info.csv",
     .set = set_text<kCompareOptions, &CompareOptions::input, &SubmissionInput::metadata>},
    {.name = "plain-names",
     .group = kCompareInput,
     .help = "Keep the names of files and folders. Otherwise whorl recognises exports of Moodle, "
             "Canvas, Gradescope, Blackboard, GitHub Classroom and Dolos, and shows the students' "
             "names.",
     .set = switch_on<kCompareOptions, &CompareOptions::input, &SubmissionInput::plain_names>},
    {.name = "base",
     .letter = 'b',
     .kind = ArgumentKind::path,
     .argument = "PATH",
     .repeats = true,
     .common = true,
     .group = kCompareInput,
     .help = "Code that was handed out; it does not count. PATH is a file, directory or archive. "
             "What matches it counts neither as copied nor in the totals.",
     .example = "--base template/",
     .set = append_text<kCompareOptions, &CompareOptions::input, &SubmissionInput::base>},
    {.name = "archive",
     .letter = 'a',
     .kind = ArgumentKind::path,
     .argument = "PATH",
     .repeats = true,
     .common = true,
     .group = kCompareInput,
     .help = "Submissions of past years. They are compared with the new ones, never among "
             "themselves.",
     .example = "--archive 2024/ --archive 2025/",
     .set = append_text<kCompareOptions, &CompareOptions::input, &SubmissionInput::archives>},
    usual(include_flag<kCompareOptions, &CompareOptions::input, &SubmissionInput::include>(
        kCompareInput,
        "Read only files that match. * matches any characters except the slash, ** any "
        "characters. A pattern without a slash is compared with the file name alone.",
        "--include '*.java'")),
    usual(exclude_flag<kCompareOptions, &CompareOptions::input, &SubmissionInput::exclude>(
        kCompareInput, "Skip files whose path matches, also when included.",
        "--exclude '**/node_modules/**'")),
    no_convert_flag<kCompareOptions, &CompareOptions::input, &SubmissionInput::convert>(
        kCompareInput),

    {.name = "language",
     .letter = 'l',
     .kind = ArgumentKind::text,
     .argument = "NAME",
     .words = language_names,
     .common = true,
     .group = kCompareMethod,
     .help = "Read every file as this language, or as text. `whorl methods` lists the languages. "
             "Without it, whorl decides by name and content.",
     .fallback = "detected for each file by name and content",
     .example = "--language java",
     .set = set_language},
    {.name = "normalize",
     .kind = ArgumentKind::text,
     .argument = "FORM",
     .choices = kNormalizations,
     .common = true,
     .group = kCompareMethod,
     .help = "The form in which program code is compared. With strong, all loops are the same, "
             "as are a condition and its opposite and all comparisons. Steps of counters and "
             "declarations of constants are left out. It finds copies disguised in these ways, "
             "and more matches by chance in short programs. Languages without such a form are "
             "compared as they are, and the report says so. `whorl methods` lists those that "
             "have one.",
     .fallback = "plain",
     .example = "--normalize strong",
     .set = set_normalize},
    {.name = "noise",
     .letter = 'k',
     .kind = ArgumentKind::number,
     .argument = "K",
     .group = kCompareMethod,
     .help = "Ignore matches shorter than K symbols. A symbol is a token of source code or a "
             "letter of text. A lower K finds more, and more by chance.",
     .fallback = "that of the tokenizer, see `whorl methods`",
     .example = "--noise 12",
     .set = set_symbols<kCompareOptions, &CompareOptions::matching, &MatchingOptions::noise>},
    {.name = "guarantee",
     .letter = 't',
     .kind = ArgumentKind::number,
     .argument = "T",
     .common = true,
     .group = kCompareMethod,
     .help = "Find every match of at least T tokens. Two submissions are a pair if they share "
             "such a match. Their shorter matches then count too. T is at least the noise "
             "threshold.",
     .fallback = "that of the tokenizer, see `whorl methods`",
     .example = "--guarantee 25",
     .set = set_symbols<kCompareOptions, &CompareOptions::matching, &MatchingOptions::guarantee>},
    {.name = "recipe",
     .kind = ArgumentKind::text,
     .argument = "RECIPE",
     .group = kCompareMethod,
     .help = "The whole method in one word: tokenizer, noise threshold and selector. Overrides "
             "--language, --noise and --guarantee.",
     .example = "--recipe code:java/k=12/winnow:w=14",
     .set = set_text<kCompareOptions, &CompareOptions::matching, &MatchingOptions::recipe>},
    {.name = "max-share",
     .kind = ArgumentKind::text,
     .argument = "N|P%",
     .common = true,
     .group = kCompareMethod,
     .help = "Ignore passages that more than N students share. P% is a percentage of the "
             "students. Submissions that are equal as a whole are still reported.",
     .fallback = "off: a passage that many share counts less",
     .example = "--max-share 10",
     .set = set_max_share},

    {.name = "min-similarity",
     .letter = 'm',
     .kind = ArgumentKind::number,
     .argument = "X",
     .common = true,
     .group = kCompareResult,
     .help = "Leave out pairs below this similarity. X is a share or a percentage. The report "
             "says how many were left out.",
     .fallback = "0",
     .example = "--min-similarity 30%",
     .set = set_share<kCompareOptions, &CompareOptions::ranking, &RankingOptions::min_similarity>},
    {.name = "limit",
     .letter = 'n',
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .group = kCompareResult,
     .help = "Report the N best pairs, 0 for all. The report says how many were left out.",
     .fallback = "500",
     .example = "--limit 0",
     .set = set_count<0, UINT32_MAX, kCompareOptions, &CompareOptions::ranking,
                      &RankingOptions::limit>},
};

constexpr Flag kMoreFlags[] = {
    {.name = "against",
     .kind = ArgumentKind::directory,
     .argument = "DIR",
     .group = kCompareResult,
     .help = "Also look each file up in this registry. The report shows the result beside the "
             "pairs. Base code does not count.",
     .example = "--against archive",
     .set = set_text<&Arguments::registry, &RegistryArguments::folder>},
    {.name = "key",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kCompareResult,
     .help = "The key of the registry.",
     .example = "--key /etc/whorl/registry.key",
     .set = set_text<&Arguments::registry, &RegistryArguments::key>},
    {.name = "exclude-owner",
     .kind = ArgumentKind::text,
     .argument = "CODE",
     .group = kCompareResult,
     .help = "Skip registered documents of this owner.",
     .example = "--exclude-owner cs101",
     .set = set_text<&Arguments::registry, &RegistryArguments::search,
                     &RegistrySearchOptions::exclude_owner>},
    {.name = "only-owner",
     .kind = ArgumentKind::text,
     .argument = "CODE",
     .group = kCompareResult,
     .help = "Search only registered documents of this owner.",
     .example = "--only-owner physics",
     .set = set_text<&Arguments::registry, &RegistryArguments::search,
                     &RegistrySearchOptions::only_owner>},
    {.name = "review",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kCompareResult,
     .help = "Verdicts and notes saved from an earlier report: they are shown again beside "
             "their pairs.",
     .example = "--review verdicts.json",
     .set = set_text<kCompareOptions, &CompareOptions::review>},
    {.name = "anonymize",

     .group = kCompareResult,
     .help = "Replace names by pseudonyms in every output. Submissions and files become s001 …, in "
             "an order that does not depend on the names. Students' names and the words of review "
             "notes are left out. The texts do not change: a name in a comment stays.",
     .set = switch_on<&Arguments::anonymize>},
};

constexpr Flag kRunFlags[] = {
    force_flag<kReportFiles, &ReportFiles::overwrite>(kCompareOutput),
    {.name = "timings",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kCompareOutput,
     .help = "Write how long each phase took and the peak of memory, as JSON.",
     .example = "--timings timings.json",
     .set = set_text<&Arguments::timings>},

    memory_flag<kCompareOptions, &CompareOptions::memory>(
        "Memory to use. A file that is too large for a part of it is listed as skipped. The run "
        "stops with an error if all files together are too large."),
    threads_flag<kCompareOptions, &CompareOptions::threads>(
        "Use N threads. The report does not depend on N."),
    {.name = "progress-json",
     .group = kRunGroup,
     .help =
         "Write progress to standard error as lines of JSON, for a program: phase, done, total.",
     .set = switch_on<&Arguments::progress_json>},
    quiet_flag(),
    help_flag(),
    help_all_flag(),
};

Flag sort_flag() {
  static const std::string help =
      "The measure that orders the pairs. The best pairs are first: by " +
      words_of_measures("; by ", &PairMeasure::finds) + ".";
  return Flag{.name = "sort",
              .kind = ArgumentKind::text,
              .argument = "KEY",
              .choices = sort_keys(),
              .common = true,
              .group = kCompareResult,
              .help = help,
              .fallback = "score",
              .example = "--sort containment",
              .set = set_sort};
}

Flag folder_flag() {
  static const std::string help = folder_help();
  return Flag{.name = "output",
              .letter = 'o',
              .kind = ArgumentKind::directory,
              .argument = "DIR",
              .common = true,
              .group = kCompareOutput,
              .help = help,
              .fallback = "whorl-report",
              .example = "-o reports/week3",
              .set = set_text<kReportFiles, &ReportFiles::directory>};
}

// Adds the flag of a row of the table of output formats, if the row has one.
template <std::size_t kRow>
void add_output_flag(std::vector<Flag>& flags) {
  if constexpr (!kOutputFormats[kRow].example.empty()) {
    flags.push_back({.name = kOutputFormats[kRow].name,
                     .kind = ArgumentKind::path,
                     .argument = "FILE",
                     .common = kOutputFormats[kRow].name == "json",
                     .group = kCompareOutput,
                     .help = kOutputFormats[kRow].shows,
                     .example = kOutputFormats[kRow].example,
                     .set = set_text<kReportFiles, kOutputFormats[kRow].path>});
  }
}

template <std::size_t... kRows>
std::vector<Flag> all_flags(std::index_sequence<kRows...>) {
  std::vector<Flag> flags(std::begin(kCompareFlags), std::end(kCompareFlags));
  flags.push_back(sort_flag());
  flags.insert(flags.end(), std::begin(kMoreFlags), std::end(kMoreFlags));
  flags.push_back(folder_flag());
  (add_output_flag<kRows>(flags), ...);
  flags.insert(flags.end(), std::begin(kRunFlags), std::end(kRunFlags));
  return flags;
}

}  // namespace

std::span<const Flag> compare_flags() {
  static const auto flags = all_flags(std::make_index_sequence<std::size(kOutputFormats)>());
  return flags;
}

bool shapes_result(const Flag& compare_flag) {
  return compare_flag.group != kCompareOutput && compare_flag.group != kRunGroup;
}

}  // namespace whorl::cli
