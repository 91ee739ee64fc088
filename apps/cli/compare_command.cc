// whorl compare.
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/known_files.h"
#include "cli/outcome.h"
#include "cli/run_description.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/summary.h"
#include "cli/text.h"
#include "cli/timings.h"

namespace whorl::cli {
namespace {

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

// What an earlier run like this one has left is no submission.
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

// The format that goes to standard output; null: none.
const OutputFormat* shown_format(const ReportFiles& files) {
  const auto shown = [&](const OutputFormat& format) {
    return format.standard_output && files.*format.path == kStandardOutput;
  };
  const auto row = std::ranges::find_if(kOutputFormats, shown);
  return row == std::end(kOutputFormats) ? nullptr : row;
}

// Those that go to files.
ReportFiles without_shown(ReportFiles files) {
  if (const OutputFormat* format = shown_format(files)) (files.*format->path).clear();
  return files;
}

// All that is read, and must not be written over.
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
                fmt::format("--guarantee {} is under --noise {}: a match that short is noise; "
                            "raise the one or lower the other",
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

// Writes everything that was asked for. Returns the files.
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
