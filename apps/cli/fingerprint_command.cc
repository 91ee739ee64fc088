// whorl fingerprint.

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>

#include "cli/flag_rows.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/summary.h"
#include "cli/text.h"
#include "whorl/fingerprint_job.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kFingerprintInput = "What is fingerprinted";
constexpr std::string_view kFingerprintOutput = "What comes out";
constexpr auto kFingerprintOptions = &Arguments::fingerprint;

constexpr Flag kFingerprintFlags[] = {
    {.name = "recipe",
     .kind = ArgumentKind::text,
     .argument = "RECIPE",
     .common = true,
     .group = kFingerprintInput,
     .help = "The method: tokenizer, noise threshold k and selector. Or tokenizer, chunks and "
             "culling. `whorl methods` lists all of them.",
     .fallback = "text/k=50/robust:w=100",
     .example = "--recipe code:java/k=12/winnow:w=14",
     .set = set_text<kFingerprintOptions, &FingerprintOptions::recipe>},
    include_flag<kFingerprintOptions, &FingerprintOptions::include>(
        kFingerprintInput, "Read only files whose path matches one of these.", "--include '*.txt'"),
    exclude_flag<kFingerprintOptions, &FingerprintOptions::exclude>(
        kFingerprintInput, "Leave out files whose path matches one of these, also when included.",
        "--exclude 'LICENSE*'"),
    no_convert_flag<kFingerprintOptions, &FingerprintOptions::convert>(kFingerprintInput),

    {.name = "output",
     .letter = 'o',
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .group = kFingerprintOutput,
     .help = "Write the fingerprints into a segment file.",
     .example = "-o rfc.whorl",
     .set = set_text<kFingerprintOptions, &FingerprintOptions::output>},
    force_flag<kFingerprintOptions, &FingerprintOptions::overwrite>(kFingerprintOutput),
    {.name = "jsonl",

     .common = true,
     .group = kFingerprintOutput,
     .help = "Print a line of JSON for each document. It has the fingerprints and their "
             "positions, or the chunks and their bytes. The statistics then go to standard "
             "error.",
     .set = switch_on<&Arguments::jsonl>},
    {.name = "stats",

     .common = true,
     .group = kFingerprintOutput,
     .help = "Print the statistics, also with --quiet. They are bytes, symbols, fingerprints, "
             "density and the longest gap.",
     .set = switch_on<&Arguments::stats>},
    json_flag(kFingerprintOutput, "Print the statistics as JSON."),

    memory_flag<kFingerprintOptions, &FingerprintOptions::memory>(
        "Memory to use. A file that is too large for a part of it is listed as skipped. Plain text "
        "is read in blocks and may have any size."),
    threads_flag<kFingerprintOptions, &FingerprintOptions::threads>(
        "Use N threads. The fingerprints do not depend on N."),
    quiet_flag("Print errors only, and with --stats the statistics."),
    help_flag(),
    help_all_flag(),
};

std::string statistics(const FingerprintStats& stats) {
  std::string out = fmt::format("recipe        {}\n", printable(stats.recipe));
  out += fmt::format("kernels       {}\n", stats.kernels);
  out += fmt::format("documents     {}\n", stats.documents);
  out += fmt::format("bytes         {}\n", stats.bytes);
  out += fmt::format("symbols       {}\n", stats.symbols);
  if (stats.chunks) {
    return out + fmt::format("chunks        {} kept of {}\n", stats.fingerprints, stats.hashes) +
           skipped_summary(stats.skipped);
  }
  out += fmt::format("fingerprints  {} of {} k-grams\n", stats.fingerprints, stats.hashes);
  out += fmt::format("density       {:.4f}", stats.density);
  if (stats.expected_density > 0) {
    out += fmt::format(", {:.4f} on random input", stats.expected_density);
  }
  out += fmt::format("\nlongest gap   {} k-grams\n", stats.longest_gap);
  return out + skipped_summary(stats.skipped);
}

// Prints one line per document; false when standard output takes no more.
bool print_line(const FingerprintedDocument& document) {
  const std::string line = json_line(document) + '\n';
  return std::fwrite(line.data(), 1, line.size(), stdout) == line.size();
}

}  // namespace

int run_fingerprint(Arguments& arguments) {
  FingerprintOptions& options = arguments.fingerprint;
  options.paths = arguments.operands;
  if (options.paths.empty()) {
    return failed({ErrorCode::invalid_argument,
                   "name files, folders or archives, e.g. whorl fingerprint texts/"});
  }
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const FingerprintSink sink = arguments.jsonl ? FingerprintSink(print_line) : FingerprintSink();
  const Result<FingerprintStats> stats = fingerprint(options, sink, progress);
  progress.finish();
  if (!stats) return failed(stats.error());
  if (std::fflush(stdout) != 0) return failed({ErrorCode::io, "standard output cannot be written"});
  if (!arguments.quiet || arguments.stats) {
    print_to(arguments.jsonl ? stderr : stdout,
             arguments.json ? to_json(*stats) + "\n" : statistics(*stats));
  }
  return skipped_any(stats->skipped) ? kInputsSkipped : kDone;
}

std::span<const Flag> fingerprint_flags() { return kFingerprintFlags; }

}  // namespace whorl::cli
