// whorl cluster, whorl merge and whorl recluster.
#include <fmt/core.h>
#include <unistd.h>

#include "cli/cluster_summary.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/run_progress.h"
#include "whorl/cluster.h"

namespace whorl::cli {
namespace {

int deliver(const Result<ClusterSummary>& summary, const std::string& store,
            const Arguments& arguments) {
  if (!summary) return failed(summary.error());
  if (arguments.json) {
    fmt::print("{}", to_json(*summary));
  } else if (!arguments.quiet) {
    fmt::print("{}", as_text(*summary, store));
  }
  return skipped_any(summary->skipped) ? kInputsSkipped : kDone;
}

}  // namespace

int run_cluster(Arguments& arguments) {
  ClusterOptions& options = arguments.cluster;
  options.input.inputs = arguments.operands;
  if (options.input.inputs.empty() && options.input.files_from.empty()) {
    return failed({ErrorCode::invalid_argument,
                   "name folders or files to cluster, e.g. whorl cluster pages/"});
  }
  if (options.store.empty()) options.store = "whorl-store";
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto summary =
      arguments.into ? cluster_into(options, progress) : cluster(options, progress);
  progress.finish();
  return deliver(summary, options.store, arguments);
}

int run_merge(Arguments& arguments) {
  if (arguments.operands.size() < 2 || arguments.cluster.store.empty()) {
    return failed({ErrorCode::invalid_argument,
                   "name two stores or more and the new one, e.g. whorl merge a-store b-store -o "
                   "all-store"});
  }
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto summary =
      merge({arguments.operands, arguments.cluster.store, arguments.cluster.limits}, progress);
  progress.finish();
  return deliver(summary, arguments.cluster.store, arguments);
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
  return deliver(summary, arguments.operands.front(), arguments);
}

}  // namespace whorl::cli
