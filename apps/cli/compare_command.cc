// whorl compare.

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/summary.h"
#include "cli/text.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::cli {
namespace {

// The circumstances of a run of compare: the date, command and options in its report.

// The time for a reproducible build.
std::optional<std::time_t> given_time() {
  const char* text = std::getenv("SOURCE_DATE_EPOCH");
  if (text == nullptr) return std::nullopt;
  const std::string_view digits(text);
  std::int64_t seconds = 0;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
  if (end.ec != std::errc() || end.ptr != digits.data() + digits.size()) return std::nullopt;
  return static_cast<std::time_t>(seconds);
}

// Quoted for a shell.
std::string quoted_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

bool shapes_result(const GivenFlag& given) {
  const auto flag = std::ranges::find(compare_flags(), given.name, &Flag::name);
  return flag != compare_flags().end() && shapes_result(*flag);
}

// Without the outputs and the flags that do not affect results: two runs to two folders have the
// same text.
std::string command_line(const Arguments& arguments) {
  std::string line = "whorl compare";
  for (const std::string& operand : arguments.operands) line += ' ' + quoted_word(operand);
  for (const GivenFlag& flag : arguments.given) {
    if (!shapes_result(flag)) continue;
    for (const std::string& value : flag.values) {
      line += fmt::format(" --{}", flag.name);
      if (!value.empty()) line += ' ' + quoted_word(value);
    }
  }
  return line;
}

std::string joined_values(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) out += (out.empty() ? "" : ", ") + value;
  return out;
}

// Paths, globs and layouts may contain names of people.
bool may_name_somebody(const Flag& flag) {
  return flag.kind != ArgumentKind::none && flag.kind != ArgumentKind::number &&
         flag.choices.empty();
}

RunOption option_of(const Flag& flag, const Arguments& arguments) {
  const auto given = std::ranges::find(arguments.given, flag.name, &GivenFlag::name);
  if (given == arguments.given.end()) {
    return {std::string(flag.name), std::string(flag.fallback), false};
  }
  if (flag.kind == ArgumentKind::none) return {std::string(flag.name), "yes", true};
  const bool hidden = arguments.anonymize && may_name_somebody(flag);
  return {std::string(flag.name), hidden ? "…" : joined_values(given->values), true};
}

// Names and paths are omitted if the report is anonymous. The date is that of SOURCE_DATE_EPOCH if
// it is set; then the command line is omitted, so that the same input and options give the same
// bytes.
RunDescription describe_run(const Arguments& arguments) {
  const std::optional<std::time_t> time = given_time();
  RunDescription run;
  run.version = WHORL_VERSION;
  run.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(time.value_or(std::time(nullptr))));
  if (!time && !arguments.anonymize) run.command = command_line(arguments);
  for (const Flag& flag : compare_flags()) {
    if (shapes_result(flag)) run.options.push_back(option_of(flag, arguments));
  }
  return run;
}

// --against: text of the compared files that a registry contains.

constexpr std::size_t kShown = 5;

KnownSource source_of(const RegistryHit& hit) {
  const DocumentCodes& codes = hit.document.codes;
  KnownSource source{codes.owner,         codes.group,        codes.name,   codes.date, codes.url,
                     hit.contained.value, hit.contains.value, hit.evidence, {}};
  for (const KnownRange& range : hit.ranges) {
    source.lines.push_back({range.first_line, range.last_line});
  }
  return source;
}

RegistryInput base_of(const Arguments& arguments) {
  const SubmissionInput& read = arguments.compare.input;
  RegistryInput input;
  input.paths = read.base;
  input.leave_out = read.outputs;
  input.convert = read.convert;
  input.threads = arguments.compare.threads;
  input.memory = arguments.compare.memory;
  return input;
}

// Without files of past years.
std::vector<std::uint32_t> files_handed_in(const CompareReport& report) {
  std::vector<std::uint32_t> files;
  for (const Submission& submission : report.submissions) {
    if (submission.archived) continue;
    files.insert(files.end(), submission.files.begin(), submission.files.end());
  }
  return files;
}

// Fails, before anything is read, if --against and its options contradict other options.
Result<void> check_against(const Arguments& arguments) {
  const RegistryArguments& asked = arguments.registry;
  const RegistrySearchOptions& search = asked.search;
  if (asked.folder.empty() &&
      (!asked.key.empty() || !search.exclude_owner.empty() || !search.only_owner.empty())) {
    return fail(
        ErrorCode::invalid_argument,
        "--key, --exclude-owner and --only-owner apply to a registry: name it with --against");
  }
  if (!asked.folder.empty() && arguments.anonymize) {
    return fail(ErrorCode::invalid_argument,
                "--against shows names of registered documents, and --anonymize hides names: leave "
                "out one of them");
  }
  return {};
}

// Files of the report that share text with registered documents, the largest share first; without
// files of past years.
Result<std::vector<KnownFile>> known_files(const CompareReport& report, const Arguments& arguments,
                                           Progress& progress) {
  const RegistryArguments& asked = arguments.registry;
  auto registry = Registry::read(asked.folder, asked.key);
  if (!registry) return tl::unexpected(registry.error());
  RegistrySearchOptions search = asked.search;
  if (!arguments.compare.input.base.empty()) {
    auto hashes = registry->base_of(base_of(arguments), progress);
    if (!hashes) return tl::unexpected(hashes.error());
    search.base = *std::move(hashes);
  }
  const std::vector<std::uint32_t> handed_in = files_handed_in(report);
  std::vector<std::string_view> texts;
  for (const std::uint32_t file : handed_in) texts.push_back(report.files[file].text);
  progress.phase("documents", texts.size());
  const auto answers = registry->search(texts, search, arguments.compare.threads, progress);
  if (!answers) return tl::unexpected(answers.error());
  std::vector<KnownFile> known;
  for (std::size_t i = 0; i < answers->size(); ++i) {
    const RegistryAnswer& answer = (*answers)[i];
    if (answer.hits.empty()) continue;
    KnownFile& file =
        known.emplace_back(KnownFile{report.files[handed_in[i]].path, answer.global.value, {}});
    for (const RegistryHit& hit : answer.hits) file.sources.push_back(source_of(hit));
  }
  std::ranges::stable_sort(known, std::ranges::greater(), &KnownFile::known);
  return known;
}

// The number of known files and the best of them, one a line.
std::string known_summary(const std::vector<KnownFile>& files, const std::string& registry) {
  if (files.empty()) return fmt::format("\nNo part of any file is in {}\n", printable(registry));
  std::string out = fmt::format("\n{} knows a part of {}:\n", printable(registry),
                                counted(files.size(), "file", "files"));
  for (std::size_t i = 0; i < files.size() && i < kShown; ++i) {
    const KnownSource& best = files[i].sources.front();
    const std::string group = best.group.empty() ? "" : printable(best.group) + " ";
    out += fmt::format("  {:4.0f} %  {}  {}{}\n", 100 * files[i].known, printable(files[i].path),
                       group, printable(best.name));
  }
  if (files.size() > kShown) out += fmt::format("  and {} more\n", files.size() - kShown);
  return out;
}

constexpr std::string_view kStandardOutput = "-";

class StandardOutput final : public Sink {
 public:
  void put(std::string_view bytes) override {
    fine_ = fine_ && std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
  }
  bool finish() { return std::fflush(stdout) == 0 && fine_; }

 private:
  bool fine_ = true;
};

// Outputs of an earlier run like this one are no submissions.
std::vector<std::string> outputs_of(const Arguments& arguments) {
  const ReportFiles& files = arguments.report;
  std::vector<std::string> outputs = {files.directory, arguments.timings};
  for (const OutputFormat& format : kOutputFormats) {
    if (!format.path || (files.*format.path).empty()) continue;
    if (files.*format.path == kStandardOutput) continue;
    outputs.push_back(files.*format.path + std::string(format.suffix));
  }
  return outputs;
}

// The format for standard output; null if there is none.
const OutputFormat* shown_format(const ReportFiles& files) {
  const auto shown = [&](const OutputFormat& format) {
    return format.standard_output && files.*format.path == kStandardOutput;
  };
  const auto row = std::ranges::find_if(kOutputFormats, shown);
  return row == std::end(kOutputFormats) ? nullptr : row;
}

// The formats for files.
ReportFiles without_shown(ReportFiles files) {
  if (const OutputFormat* format = shown_format(files)) (files.*format->path).clear();
  return files;
}

// All inputs, which must not be overwritten.
std::vector<std::string> inputs_of(const Arguments& arguments) {
  const CompareOptions& options = arguments.compare;
  std::vector<std::string> inputs = options.input.paths;
  for (const auto* more : {&options.input.archives, &options.input.base}) {
    inputs.insert(inputs.end(), more->begin(), more->end());
  }
  for (const std::string& file :
       {options.input.metadata, options.review, arguments.registry.folder}) {
    if (!file.empty()) inputs.push_back(file);
  }
  return inputs;
}

OutputFile timings_file(const Arguments& arguments) {
  return {arguments.timings, kTimingsBegin, arguments.report.overwrite, arguments.report.inputs};
}

Result<void> checked(Arguments& arguments) {
  CompareOptions& options = arguments.compare;
  options.input.paths = arguments.operands;
  if (options.input.paths.empty()) {
    return fail(ErrorCode::invalid_argument,
                "name a folder, files or archives to compare, e.g. whorl compare homework/");
  }
  const MatchingOptions& matching = options.matching;
  if (matching.noise && matching.guarantee && *matching.guarantee < *matching.noise) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("--guarantee {} is below --noise {}: matches that short are ignored; "
                            "raise the guarantee or lower the noise threshold",
                            *matching.guarantee, *matching.noise));
  }
  if (const auto fine = check_against(arguments); !fine) return fine;
  ReportFiles& files = arguments.report;
  bool any = !files.directory.empty();
  for (const OutputFormat& format : kOutputFormats) {
    if (!format.path) continue;
    any = any || !(files.*format.path).empty();
    if (format.standard_output || files.*format.path != kStandardOutput) continue;
    return fail(
        ErrorCode::invalid_argument,
        fmt::format("--{} needs a file; only --json writes to standard output", format.name));
  }
  if (!any) files.directory = "whorl-report";
  options.input.outputs = outputs_of(arguments);
  files.inputs = inputs_of(arguments);
  return check_targets(without_shown(files)).and_then([&] {
    return arguments.timings.empty() ? Result<void>{} : check_output(timings_file(arguments));
  });
}

std::size_t terminal_width(int descriptor) {
  winsize size = {};
  const bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? std::max<std::size_t>(size.ws_col, 60) : 100;
}

void show_summary(const CompareReport& report, const std::vector<std::string>& written,
                  std::FILE* stream) {
  print_to(stream, summary(report, terminal_width(fileno(stream))));
  if (!written.empty())
    print_to(stream, fmt::format("\nThe report is in {}\n", printable(written.front())));
}

// Writes all requested outputs. Returns the files.
Result<std::vector<std::string>> deliver(const CompareReport& report, const Arguments& arguments,
                                         Progress& progress) {
  const OutputFormat* shown = shown_format(arguments.report);
  auto written = save(report, without_shown(arguments.report), progress);
  if (!written || !shown) return written;
  StandardOutput output;
  shown->write(report, output);
  if (!output.finish()) return fail(ErrorCode::io, "standard output cannot be written");
  return written;
}

ProgressStyle progress_style(const Arguments& arguments) {
  if (arguments.progress_json) return ProgressStyle::json;
  return !arguments.quiet && isatty(STDERR_FILENO) != 0 ? ProgressStyle::line : ProgressStyle::none;
}

}  // namespace

int run_compare(Arguments& arguments) {
  const Clock::time_point begin = Clock::now();
  if (const Result<void> fine = checked(arguments); !fine) return failed(fine.error());

  catch_interrupts();
  RunProgress progress(progress_style(arguments));
  Result<CompareReport> report = compare(arguments.compare, progress);
  if (!report) {
    progress.finish();
    return failed(report.error());
  }
  if (const std::string& registry = arguments.registry.folder; !registry.empty()) {
    auto known = known_files(*report, arguments, progress);
    if (!known) {
      progress.finish();
      return failed(known.error());
    }
    report->known = *std::move(known);
  }
  if (arguments.anonymize) *report = anonymize(*std::move(report));
  report->run = describe_run(arguments);
  const auto written = deliver(*report, arguments, progress);
  progress.finish();
  if (!written) return failed(written.error());

  if (!arguments.timings.empty()) {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const auto done =
        save_output(timings_file(arguments), timings_json(progress.phases(), seconds));
    if (!done) return failed(done.error());
  }
  if (!arguments.quiet) {
    std::FILE* const stream = shown_format(arguments.report) ? stderr : stdout;
    if (report->known) print_to(stream, known_summary(*report->known, arguments.registry.folder));
    show_summary(*report, *written, stream);
  }
  return skipped_any(report->skipped) ? kInputsSkipped : kDone;
}

}  // namespace whorl::cli
