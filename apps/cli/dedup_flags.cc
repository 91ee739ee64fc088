// The flags of `whorl dedup`, in the order of help.
#include "cli/collection_flag_rows.h"

namespace whorl::cli {
namespace {

constexpr auto kDedup = &Arguments::dedup;

constexpr auto kDedupRows = std::to_array<Flag>({
    {.name = "output",
     .letter = 'o',
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kOutput,
     .help = "What survives, in the order read: JSON lines as they were found, byte by byte; of "
             "other documents a line with id, url and date, or the id alone where FILE ends in "
             ".txt. Packed where it ends in .gz, .zst, .bz2 or .xz; - for standard output. "
             "Replaces what an earlier run "
             "left there, nothing else.",
     .example = "-o kept.jsonl.zst",
     .set = set_text<kDedup, &DedupOptions::output>},
    {.name = "removed",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kOutput,
     .help = "A JSON line for each document left out: id, reason, survivor, resemblance, and "
             "which share of either is in the other.",
     .fallback = "beside the output: kept.removed.jsonl.zst",
     .example = "--removed duplicates.jsonl",
     .set = set_text<kDedup, &DedupOptions::removed>},
    force_flag<kDedup, &DedupOptions::overwrite>(kOutput),
    {.name = "annotate",
     .group = kOutput,
     .help = "Leave nothing out: write every document, with a member \"whorl\" in its line that "
             "says whether it would be kept, its cluster, that cluster's size, and why.",
     .set = switch_on<kDedup, &DedupOptions::annotate>},
    {.name = "against",
     .kind = ArgumentKind::directory,
     .argument = "STORE",
     .group = kAlike,
     .help = "Leave out what is like a document of this store, such as a benchmark's questions, "
             "and name that document. Likeness within the input does not count, and documents "
             "are compared as the store's were.",
     .example = "--against benchmark-store --containment 0.8",
     .set = set_text<kDedup, &DedupOptions::against>},
    {.name = "store",
     .kind = ArgumentKind::directory,
     .argument = "DIR",
     .group = kOutput,
     .help = "Keep the store there, for whorl query and recluster.",
     .fallback = "beside the output while it runs, then removed",
     .example = "--store crawl-store",
     .set = set_text<kOptions, &ClusterOptions::store>},
});

constexpr auto kDedupSummaryRows = std::to_array<Flag>({
    json_flag(kOutput,
              "Print the summary as JSON; to standard error where the output goes to "
              "standard output."),
});

constexpr auto kDedupFlags = joined(kDedupRows, kDedupSummaryRows, kCollectionRows, kSketchRows,
                                    kCandidateRows, alike_rows("survivor"), kRunRows, kLastRows);

}  // namespace

std::span<const Flag> dedup_flags() { return kDedupFlags; }

}  // namespace whorl::cli
