#include "cli/passages.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>

#include "cli/cluster_summary.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

constexpr std::size_t kTold = 5;         // passages
constexpr std::size_t kToldWidth = 100;  // of each

constexpr auto kOfPassages =
    std::to_array<std::string_view>({"at-least", "units", "mask", "mark", "drop-above", "report"});

// What --any-ngram says already.
constexpr auto kSetByAnyNgram =
    std::to_array<std::string_view>({"at-least", "units", "mask", "drop-above"});

// What says how whole documents are compared.
constexpr auto kOfDocuments = std::to_array<std::string_view>(
    {"annotate", "store", "shingle", "sketch", "pairs", "common", "no-verify", "features",
     "resemblance", "containment", "link", "survivor"});

template <std::size_t N>
std::string_view first_of(const Arguments& arguments,
                          const std::array<std::string_view, N>& names) {
  for (const GivenFlag& flag : arguments.given) {
    if (std::ranges::find(names, flag.name) != names.end()) return flag.name;
  }
  return {};
}

bool was_given(const Arguments& arguments, std::string_view name) {
  return std::ranges::find(arguments.given, name, &GivenFlag::name) != arguments.given.end();
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string commonest_text(const RepeatSummary& s, std::uint32_t at_least) {
  if (s.commonest.empty()) return "";
  std::string out = "\nFound again most often:\n";
  const std::span told = std::span(s.commonest).first(std::min(kTold, s.commonest.size()));
  for (const RepeatedPassage& passage : told) {
    out += fmt::format("  {}, {}, first in {}: {}\n", counted(passage.times, "time", "times"),
                       counted(passage.symbols, "word", "words"), printable(passage.document),
                       shortened(printable(passage.text), kToldWidth));
  }
  if (std::ranges::min(told, {}, &RepeatedPassage::symbols).symbols < at_least) {
    out += fmt::format(
        "A passage of fewer than {} words is the rest of a longer run, whose beginning belongs to "
        "the passage before it.\n",
        at_least);
  }
  return out;
}

std::string as_text(const RepeatSummary& s, const RepeatOptions& options) {
  std::string out = fmt::format("{}, {:.1f} MB\n", counted(s.documents, "document", "documents"),
                                static_cast<double>(s.bytes) / 1e6);
  out += fmt::format("  {} found again{}, in runs of at least {} words, {:.1f} % of all words\n",
                     counted(s.repeats, "passage", "passages"),
                     options.against.empty() ? "" : " of those compared against", options.at_least,
                     percent(s.repeated_symbols, s.symbols));
  out += fmt::format("  {} {} from {}, {} left out\n", counted(s.cut_symbols, "word", "words"),
                     options.mark ? "to cut" : "cut",
                     counted(s.cut_documents, "document", "documents"), s.dropped);
  if (s.against_short > 0) {
    out += fmt::format("  {} of {} texts compared against {} fewer than {} words: not looked for\n",
                       s.against_short, s.against, s.against_short == 1 ? "has" : "have",
                       options.at_least);
  }
  out += skipped_text(s.skipped);
  out += commonest_text(s, options.at_least);
  if (options.output != "-")
    out += fmt::format("\nThe documents are in {}\n", printable(options.output));
  if (!s.removed.empty()) {
    const bool cuts = options.drop_above != 0;  // or documents go whole
    out += fmt::format("What was {}, and where it stood before, is in {}\n",
                       cuts ? "cut" : "left out", printable(s.removed));
  }
  return out;
}

RepeatOptions options_of(const Arguments& arguments) {
  RepeatOptions options = arguments.passages.options;
  const DedupOptions& dedup = arguments.dedup;
  options.input = arguments.cluster.input;
  options.input.inputs = arguments.operands;
  options.limits = arguments.cluster.limits;
  options.output = dedup.output;
  options.removed = dedup.removed;
  options.overwrite = dedup.overwrite;
  options.against = dedup.against;
  options.against_text_field = dedup.against_text_field;
  if (options.mark && was_given(arguments, "any-ngram")) options.drop_above.reset();
  if (!arguments.cluster.shingling.front_end.empty()) {
    options.front_end = arguments.cluster.shingling.front_end;
  }
  return options;
}

std::string output_objection(const RepeatOptions& options) {
  if (options.output.empty()) return "say where the documents go, e.g. -o cut.jsonl.gz, or -o -";
  return "";
}

// What is wrong with what was asked; empty: nothing.
std::string objection(const Arguments& arguments, const RepeatOptions& options) {
  if (const auto flag = first_of(arguments, kOfDocuments); !flag.empty()) {
    return fmt::format(
        "--{} is about whole documents, --passages about text inside them: run "
        "whorl dedup twice, first without --passages",
        flag);
  }
  if (options.input.inputs.empty() && options.input.files_from.empty()) {
    return "name what to read, e.g. whorl dedup --passages pages.jsonl.gz -o cut.jsonl.gz";
  }
  if (!was_given(arguments, "any-ngram")) return output_objection(options);
  if (const auto flag = first_of(arguments, kSetByAnyNgram); !flag.empty()) {
    return fmt::format(
        "--any-ngram says what is left out, and --{} something else: give one of them, or "
        "--passages --at-least N in place of --any-ngram",
        flag);
  }
  if (options.against.empty()) {
    return "--any-ngram looks for words of other texts: name them with --against benchmark.jsonl";
  }
  return output_objection(options);
}

}  // namespace

std::string_view passage_flag(const Arguments& arguments) {
  return first_of(arguments, kOfPassages);
}

int run_passages(Arguments& arguments) {
  const RepeatOptions options = options_of(arguments);
  if (const std::string wrong = objection(arguments, options); !wrong.empty()) {
    return failed({ErrorCode::invalid_argument, wrong});
  }
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto summary = cut_repeats(options, progress);
  progress.finish();
  if (!summary) return failed(summary.error());
  if (!arguments.quiet) {
    print_to(options.output == "-" ? stderr : stdout,
             arguments.json ? to_json(*summary) : as_text(*summary, options));
  }
  return skipped_any(summary->skipped) ? kInputsSkipped : kDone;
}

}  // namespace whorl::cli
