// whorl fingerprint.
#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>

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

// Prints a line a document; false once standard output takes no more.
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

}  // namespace whorl::cli
