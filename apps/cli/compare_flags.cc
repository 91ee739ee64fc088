// The flags of `whorl compare`, in the order of help.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/flag_rows.h"
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

// The table of measures as choices and as a sentence.
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

// Texts that follow from tables are made at first use: the table of commands is put together while
// the program starts, in whatever order the linker chose.
const std::string& sort_keys() {
  static const std::string keys = words_of_measures(" ", &PairMeasure::sort);
  return keys;
}

// "a, b LAST c" of words.
std::string enumeration(const std::vector<std::string>& words, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? fmt::format(" {} ", last) : ", ";
    out += words[i];
  }
  return out;
}

std::string folder_help() {
  std::vector<std::string> names;
  for (const OutputFormat& format : kOutputFormats) {
    if (format.suffix.empty() && !format.file.empty()) names.emplace_back(format.file);
  }
  return fmt::format(
      "Write {} into DIR. An earlier report there is replaced; anything else is not touched, and "
      "the run refuses.",
      enumeration(names, "and"));
}

std::string folder_fallback() {
  std::vector<std::string> flags;
  for (const OutputFormat& format : kOutputFormats) {
    if (!format.example.empty()) flags.push_back(fmt::format("--{}", format.name));
  }
  return fmt::format("whorl-report, unless {} says what is wanted", enumeration(flags, "or"));
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
     .group = kCompareInput,
     .help = "What one submission is: each file, or each folder and archive. With auto, one PATH "
             "gives each folder, archive and file directly in it where there is any folder or "
             "archive, else each file; of several PATHs each is a submission, or, where they hold "
             "folders only (years, courses), each folder in them.",
     .fallback = "auto",
     .example = "--by dir",
     .set = set_submission_unit},
    {.name = "layout",
     .kind = ArgumentKind::text,
     .argument = "PATTERN",
     .group = kCompareInput,
     .help = "How paths below PATH name student, attempt and group. Attempts of one student are "
             "never compared with each other. {student}, {attempt}, {group}, {assignment} and "
             "{file} each stand for one or more characters but the slash, * for any but the "
             "slash, ** for any.",
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
    {.name = "base",
     .letter = 'b',
     .kind = ArgumentKind::path,
     .argument = "PATH",
     .repeats = true,
     .group = kCompareInput,
     .help = "Code that was handed out: a file, directory or archive. What matches it counts "
             "neither as copied nor in the totals.",
     .example = "--base template/",
     .set = append_text<kCompareOptions, &CompareOptions::input, &SubmissionInput::base>},
    {.name = "archive",
     .letter = 'a',
     .kind = ArgumentKind::path,
     .argument = "PATH",
     .repeats = true,
     .group = kCompareInput,
     .help = "Submissions of past years: compared with the new ones, never among themselves.",
     .example = "--archive 2024/ --archive 2025/",
     .set = append_text<kCompareOptions, &CompareOptions::input, &SubmissionInput::archives>},
    include_flag<kCompareOptions, &CompareOptions::input, &SubmissionInput::include>(
        kCompareInput,
        "Read only files whose path matches one of these. * stands for any characters but "
        "the slash, ** for any; a pattern without a slash is held against the file's own "
        "name.",
        "--include '*.java'"),
    exclude_flag<kCompareOptions, &CompareOptions::input, &SubmissionInput::exclude>(
        kCompareInput, "Leave out files whose path matches one of these, also when included.",
        "--exclude '**/node_modules/**'"),
    no_convert_flag<kCompareOptions, &CompareOptions::input, &SubmissionInput::convert>(
        kCompareInput),

    {.name = "language",
     .letter = 'l',
     .kind = ArgumentKind::text,
     .argument = "NAME",
     .group = kCompareMethod,
     .help = "Read every file as this language (`whorl methods` lists them), or as text, instead "
             "of telling by name and content.",
     .fallback = "told file by file",
     .example = "--language java",
     .set = set_text<kCompareOptions, &CompareOptions::matching, &MatchingOptions::language>},
    {.name = "normalize",
     .kind = ArgumentKind::text,
     .argument = "FORM",
     .choices = kNormalizations,
     .group = kCompareMethod,
     .help = "The form in which program code is compared. With strong, all loops are the same, as "
             "are a condition and its opposite and all comparisons, and steps of counters and "
             "declarations of constants are left out: it finds copies disguised so, and in short "
             "programs more by chance. Languages without such a form (`whorl methods` lists "
             "those that have one) are compared as they are, and the report says so.",
     .fallback = "plain",
     .example = "--normalize strong",
     .set = set_normalize},
    {.name = "noise",
     .letter = 'k',
     .kind = ArgumentKind::number,
     .argument = "K",
     .group = kCompareMethod,
     .help = "No match shorter than K symbols counts; a symbol is a token of source code or a "
             "letter of text. Lower finds more, and more by chance.",
     .fallback = "the front end's own, see `whorl methods`",
     .example = "--noise 12",
     .set = set_symbols<kCompareOptions, &CompareOptions::matching, &MatchingOptions::noise>},
    {.name = "guarantee",
     .letter = 't',
     .kind = ArgumentKind::number,
     .argument = "T",
     .group = kCompareMethod,
     .help = "Every match of at least T tokens is found, and two submissions are a pair when they "
             "share one; their shorter matches count beside it. At least the noise threshold.",
     .fallback = "the front end's own, see `whorl methods`",
     .example = "--guarantee 25",
     .set = set_symbols<kCompareOptions, &CompareOptions::matching, &MatchingOptions::guarantee>},
    {.name = "recipe",
     .kind = ArgumentKind::text,
     .argument = "RECIPE",
     .group = kCompareMethod,
     .help = "The whole method in one word: front end, noise threshold and selector. Overrides "
             "--language, --noise and --guarantee.",
     .example = "--recipe code:java/k=12/winnow:w=14",
     .set = set_text<kCompareOptions, &CompareOptions::matching, &MatchingOptions::recipe>},
    {.name = "max-share",
     .kind = ArgumentKind::text,
     .argument = "N|P%",
     .group = kCompareMethod,
     .help = "Ignore passages that occur among more than N students, or P percent of them. "
             "Submissions that are equal as a whole are reported all the same.",
     .fallback = "off: a passage that many share counts less, but counts",
     .example = "--max-share 10",
     .set = set_max_share},

    {.name = "min-similarity",
     .letter = 'm',
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kCompareResult,
     .help = "Leave out pairs under this similarity, a share or a percentage. The report says "
             "how many were left out.",
     .fallback = "0",
     .example = "--min-similarity 30%",
     .set = set_share<kCompareOptions, &CompareOptions::ranking, &RankingOptions::min_similarity>},
    {.name = "limit",
     .letter = 'n',
     .kind = ArgumentKind::number,
     .argument = "N",
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
     .help =
         "Look each file up in a registry, too: what it knows of the files stands in the report, "
         "beside the pairs. Base code does not count.",
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
     .help = "Registered documents of this owner are no hits.",
     .example = "--exclude-owner cs101",
     .set = set_text<&Arguments::registry, &RegistryArguments::search,
                     &RegistrySearchOptions::exclude_owner>},
    {.name = "only-owner",
     .kind = ArgumentKind::text,
     .argument = "CODE",
     .group = kCompareResult,
     .help = "Registered documents of this owner alone are hits.",
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
     .help = "Replace names of submissions and files by pseudonyms (s001 …) in every output, in "
             "an order that says nothing of the names, and leave out students' names and the "
             "words of review notes. The texts themselves are not changed: a name in a comment "
             "stays.",
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
        "Memory to use. A file that a part of it cannot hold is listed as too large; where all "
        "files together are too much, the run refuses."),
    threads_flag<kCompareOptions, &CompareOptions::threads>(
        "Work on N threads. The report is the same at any number."),
    {.name = "progress-json",
     .group = kRunGroup,
     .help = "Tell progress on standard error as lines of JSON, for a program: phase, done, total.",
     .set = switch_on<&Arguments::progress_json>},
    quiet_flag(),
    help_flag(),
};

Flag sort_flag() {
  static const std::string help =
      "What the best pairs are: by " + words_of_measures(", by ", &PairMeasure::finds) + ".";
  return Flag{.name = "sort",
              .kind = ArgumentKind::text,
              .argument = "KEY",
              .choices = sort_keys(),
              .group = kCompareResult,
              .help = help,
              .fallback = "score",
              .example = "--sort containment",
              .set = set_sort};
}

Flag folder_flag() {
  static const std::string help = folder_help();
  static const std::string fallback = folder_fallback();
  return Flag{.name = "output",
              .letter = 'o',
              .kind = ArgumentKind::directory,
              .argument = "DIR",
              .group = kCompareOutput,
              .help = help,
              .fallback = fallback,
              .example = "-o reports/week3",
              .set = set_text<kReportFiles, &ReportFiles::directory>};
}

// The flag of a row of the table of output formats, if it has one.
template <std::size_t kRow>
void add_output_flag(std::vector<Flag>& flags) {
  if constexpr (!kOutputFormats[kRow].example.empty()) {
    flags.push_back({.name = kOutputFormats[kRow].name,
                     .kind = ArgumentKind::path,
                     .argument = "FILE",
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
