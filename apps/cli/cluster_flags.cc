// The flags of `whorl cluster`, `whorl recluster` and `whorl merge`, in the order of help.
#include "cli/collection_flag_rows.h"

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
    {.name = "output",
     .letter = 'o',
     .kind = ArgumentKind::directory,
     .argument = "STORE",
     .group = kOutput,
     .help = "The store: clusters.jsonl, stats.json, and what later runs need. A run that was "
             "stopped goes on where it was; one of inputs that changed since is refused, and so is "
             "a folder that holds anything else.",
     .fallback = "whorl-store",
     .example = "-o crawl-store",
     .set = set_text<kOptions, &ClusterOptions::store>},
    {.name = "into",
     .kind = ArgumentKind::directory,
     .argument = "STORE",
     .group = kOutput,
     .help = "Add the input to a finished store instead. What is there is neither read nor "
             "counted again; documents are compared as the store's were.",
     .example = "--into crawl-store",
     .set = set_into},
    {.name = "positions",
     .group = kOutput,
     .help = "Keep where each shingle stands in its document, four bytes a word, so that whorl "
             "query --passages tells where in a document a part of a text stands. Not with "
             "--no-verify, --common or --features.",
     .set = switch_on<kOptions, &ClusterOptions::positions>},
    {.name = "write-pairs",
     .group = kOutput,
     .help =
         "Also write pairs.tsv, a row a pair of similar documents; a duplicate beside the one that "
         "stands for it. Later runs over the store write it anew, whorl recluster with the pairs "
         "that are similar by its own thresholds.",
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

}  // namespace

std::span<const Flag> cluster_flags() { return kClusterFlags; }
std::span<const Flag> merge_flags() { return kMergeFlags; }
std::span<const Flag> recluster_flags() { return kReclusterFlags; }

}  // namespace whorl::cli
