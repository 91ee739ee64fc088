// whorl cluster and whorl recluster.
#include <fmt/core.h>
#include <unistd.h>

#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/run_progress.h"
#include "cli/text.h"
#include "whorl/cluster.h"

namespace whorl::cli {
namespace {

constexpr std::size_t kSkippedShown = 10;

void show_summary(const ClusterSummary& s, const std::string& store) {
  fmt::print("{} documents, {:.1f} MB\n", s.documents, static_cast<double>(s.bytes) / 1e6);
  fmt::print("  {} identical, {} the same text, {} the same sketch as an earlier one\n",
             s.identical, s.lexical, s.same_sketch);
  fmt::print("  {} pairs alike of {} candidates\n", s.pairs, s.candidates);
  fmt::print("  {} clusters of {} documents\n\n", s.clusters, s.clustered);
  for (const auto& phase : s.phases) {
    fmt::print("  {:<18}{:8.2f} s{:12.1f} MB\n", phase.name, phase.seconds,
               static_cast<double>(phase.bytes) / 1e6);
  }
  for (std::size_t i = 0; i < std::min(s.skipped.size(), kSkippedShown); ++i) {
    fmt::print("\nskipped {}: {}", printable(s.skipped[i].path), printable(s.skipped[i].reason));
  }
  if (s.skipped.size() > kSkippedShown) {
    fmt::print("\n… and {} more, listed in stats.json", s.skipped.size() - kSkippedShown);
  }
  fmt::print("\nThe clusters are in {}/clusters.jsonl\n", printable(store));
}

int deliver(const Result<ClusterSummary>& summary, const std::string& store, bool quiet) {
  if (!summary) return failed(summary.error());
  if (!quiet) show_summary(*summary, store);
  return skipped_any(summary->skipped) ? kInputsSkipped : kDone;
}

}  // namespace

int run_cluster(Arguments& arguments) {
  ClusterOptions& options = arguments.cluster;
  options.inputs = arguments.operands;
  if (options.inputs.empty() && options.files_from.empty()) {
    return failed({ErrorCode::invalid_argument,
                   "name folders or files to cluster, e.g. whorl cluster pages/"});
  }
  if (options.store.empty()) options.store = "whorl-store";
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto summary = cluster(options, progress);
  progress.finish();
  return deliver(summary, options.store, arguments.quiet);
}

int run_recluster(Arguments& arguments) {
  if (arguments.operands.size() != 1) {
    return failed({ErrorCode::invalid_argument,
                   "name one store, e.g. whorl recluster whorl-store --resemblance 0.8"});
  }
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto summary =
      recluster(arguments.operands.front(), arguments.cluster.thresholds, progress);
  progress.finish();
  return deliver(summary, arguments.operands.front(), arguments.quiet);
}

}  // namespace whorl::cli
