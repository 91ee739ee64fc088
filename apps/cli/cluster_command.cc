// whorl cluster, whorl merge and whorl recluster.

#include <fmt/core.h>
#include <unistd.h>

#include "cli/collection_flag_rows.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/run_progress.h"
#include "cli/summary.h"
#include "whorl/cluster.h"

namespace whorl::cli {
namespace {

Result<void> set_into(std::string_view value, Arguments& arguments) {
  arguments.into = true;
  arguments.cluster.store = value;
  return {};
}

constexpr auto kClusterRows = std::to_array<Flag>({
    {.name = "keep-from",
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kSimilar,
     .help = "Keep pairs from this measure on, so that whorl recluster can go as low.",
     .fallback = "the thresholds",
     .example = "--keep-from 0.3",
     .set = set_share<kOptions, kJoin, &JoinOptions::keep_from>},
    {.name = "candidates",
     .kind = ArgumentKind::path,
     .argument = "PAIRS",
     .group = kMethod,
     .help = "Count only the pairs of this file, which another tool found: two ids a line, with a "
             "tab between them; it may be packed. Ids that no document has are listed. Equal "
             "documents are in one cluster anyhow.",
     .fallback = "whorl seeks the pairs",
     .example = "--candidates pairs.tsv",
     .set = set_text<kOptions, kJoin, &JoinOptions::candidates>},
    {.name = "output",
     .letter = 'o',
     .kind = ArgumentKind::directory,
     .argument = "STORE",
     .common = true,
     .group = kOutput,
     .help = "The folder of the store. It contains clusters.jsonl, stats.json, and what later "
             "runs need. A run that was stopped continues. whorl refuses a store whose inputs "
             "changed, and a folder with other contents.",
     .fallback = "whorl-store",
     .example = "-o crawl-store",
     .set = set_text<kOptions, &ClusterOptions::store>},
    {.name = "into",
     .kind = ArgumentKind::directory,
     .argument = "STORE",
     .common = true,
     .group = kOutput,
     .help = "Add the input to a finished store instead. The stored documents are not read or "
             "counted again. New documents are compared as the store's were.",
     .example = "--into crawl-store",
     .set = set_into},
    {.name = "positions",
     .group = kOutput,
     .help = "Store the position of each shingle in its document, four bytes a word. whorl query "
             "--passages then reports positions in the stored documents. Not with --no-verify, "
             "--common or --features.",
     .set = switch_on<kOptions, &ClusterOptions::positions>},
    {.name = "write-pairs",

     .common = true,
     .group = kOutput,
     .help = "Also write the similar pairs to pairs.tsv. A duplicate is in a row with the document "
             "that represents it. Later runs on the store write it again; whorl recluster writes "
             "the pairs that reach its own thresholds.",
     .set = switch_on<kOptions, &ClusterOptions::write_pairs>},
    {.name = "audit",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kOutput,
     .help = "Check the pairs of N random documents by counting each with all others, and say "
             "what recall and precision they show.",
     .fallback = "off",
     .example = "--audit 1000",
     .set = set_count<1, 1'000'000, kOptions, &ClusterOptions::audit>},
});

constexpr auto kMergeRows = std::to_array<Flag>({
    {.name = "output",
     .letter = 'o',
     .kind = ArgumentKind::directory,
     .argument = "STORE",
     .common = true,
     .group = kOutput,
     .help = "The new store.",
     .example = "-o all-store",
     .set = set_text<kOptions, &ClusterOptions::store>},
});

constexpr auto kSummaryRows = std::to_array<Flag>({
    json_flag(kOutput, "Print the summary as JSON."),
});

constexpr auto kClusterFlags =
    joined(kCollectionRows, kSketchRows, kLetterRows, kCandidateRows, similarity_rows("single"),
           kClusterRows, kSummaryRows, kRunRows, kLastRows);
constexpr auto kReclusterFlags = joined(similarity_rows("single"), kSummaryRows, kLastRows);
constexpr auto kMergeFlags = joined(kMergeRows, kSummaryRows, kRunRows, kLastRows);

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

std::span<const Flag> cluster_flags() { return kClusterFlags; }
std::span<const Flag> merge_flags() { return kMergeFlags; }
std::span<const Flag> recluster_flags() { return kReclusterFlags; }

}  // namespace whorl::cli
