// The flags of `whorl cluster`, `whorl recluster` and `whorl sweep`, in the order of help.
#include "cli/flag_rows.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kInput = "What is clustered";
constexpr std::string_view kMethod = "How documents are compared";
constexpr std::string_view kAlike = "What counts as alike";
constexpr std::string_view kOutput = "What is written";
constexpr std::string_view kSweeps = "Sweeps";

constexpr std::string_view kLinkages = "single survivor";
constexpr std::string_view kSurvivors = "longest first newest field:NAME";

constexpr auto kOptions = &Arguments::cluster;
constexpr auto kDedup = &Arguments::dedup;
constexpr auto kThresholds = &ClusterOptions::thresholds;

Result<void> set_linkage(std::string_view value, Arguments& arguments) {
  return store(parse_choice(value, kLinkages), arguments.cluster.thresholds.linkage);
}

Result<void> set_survivor(std::string_view value, Arguments& arguments) {
  constexpr std::string_view kField = "field:";
  ClusterThresholds& thresholds = arguments.cluster.thresholds;
  if (value.starts_with(kField) && value.size() > kField.size()) {
    thresholds.survivor = SurvivorChoice::field;
    thresholds.survivor_field = value.substr(kField.size());
    return {};
  }
  return store(parse_choice(value, kSurvivors), thresholds.survivor);
}

// What the documents are: of every command that reads a collection.
constexpr auto kCollectionRows = std::to_array<Flag>({
    {.name = "text",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kInput,
     .help = "The field of a JSON line that holds the text.",
     .fallback = "text",
     .example = "--text content",
     .set = set_text<kOptions, &ClusterOptions::text_field>},
    {.name = "id",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kInput,
     .help = "The field of a JSON line that names the document.",
     .fallback = "id, else url, else file:line",
     .example = "--id doc_id",
     .set = set_text<kOptions, &ClusterOptions::id_field>},
    {.name = "features",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kInput,
     .help = "Compare ready-made features of anything, images or packages say, in place of "
             "texts: this field of a JSON line holds a list of strings or numbers.",
     .fallback = "texts are compared",
     .example = "--features tags",
     .set = set_text<kOptions, &ClusterOptions::features_field>},
    {.name = "files-from",
     .kind = ArgumentKind::path,
     .argument = "LIST",
     .group = kInput,
     .help = "Also read the paths in this file, one a line, or with NUL between them; - for "
             "standard input.",
     .example = "--files-from paths.txt",
     .set = set_text<kOptions, &ClusterOptions::files_from>},
    include_flag<kOptions, &ClusterOptions::include>(
        kInput, "Read only the files of a folder whose name matches.", "--include '*.html'"),
    exclude_flag<kOptions, &ClusterOptions::exclude>(
        kInput, "Leave out files and folders whose name matches.", "--exclude 'drafts/**'"),
});

constexpr auto kSketchRows = std::to_array<Flag>({
    {.name = "front-end",
     .kind = ArgumentKind::text,
     .argument = "NAME",
     .group = kMethod,
     .help = "What of a text counts; whorl methods lists the names.",
     .fallback = "html:words for pages, words for all else",
     .example = "--front-end code:python",
     .set = set_text<kOptions, &ClusterOptions::front_end>},
    {.name = "shingle",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kMethod,
     .help = "Symbols (words) in a shingle.",
     .fallback = "10",
     .example = "--shingle 5",
     .set = set_count<1, 1'000, kOptions, &ClusterOptions::shingle>},
    {.name = "sketch",
     .kind = ArgumentKind::text,
     .argument = "METHOD",
     .group = kMethod,
     .help = "Which shingles are kept to find candidates: mod:25 (one in 25, small documents "
             "more), min:400, vi, or all (exact).",
     .fallback = "mod:25",
     .example = "--sketch all",
     .set = set_text<kOptions, &ClusterOptions::sketch>},
});

constexpr auto kCandidateRows = std::to_array<Flag>({
    {.name = "pairs",
     .kind = ArgumentKind::text,
     .argument = "METHOD",
     .group = kMethod,
     .help = "How candidates are found: exact (no pair whose sketches reach the threshold is "
             "missed), classic (count all pairs of each shingle, as in 1997), supershingle[:N] "
             "(N sketch hashes in a row are shared), or bands:BxR (all R min-hashes of one of "
             "B bands agree).",
     .fallback = "exact",
     .example = "--pairs bands:14x8",
     .set = set_text<kOptions, &ClusterOptions::pairs>},
    {.name = "common",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kMethod,
     .help = "Leave shingles of more than N documents out of the search and of every measure: "
             "what templates put on every page.",
     .fallback = "off; 1000 with --pairs classic",
     .example = "--common 1000",
     .set = set_count<1, 1'000'000'000, kOptions, &ClusterOptions::common>},
    {.name = "no-verify",
     .group = kMethod,
     .help = "Estimate from the sketches instead of counting every pair on all shingles.",
     .set = switch_off<kOptions, &ClusterOptions::verify>},
});

Result<void> set_into(std::string_view value, Arguments& arguments) {
  arguments.into = true;
  arguments.cluster.store = value;
  return {};
}

// `link` is what holds where --link is not given.
constexpr auto alike_rows(std::string_view link) {
  return std::to_array<Flag>({
      {.name = "resemblance",
       .letter = 'r',
       .kind = ArgumentKind::number,
       .argument = "X",
       .group = kAlike,
       .help = "Documents are alike when the shingles they share are this share of those either "
               "has. 0 looks at containment alone.",
       .fallback = "0.5",
       .example = "--resemblance 0.8",
       .set = set_share<kOptions, kThresholds, &ClusterThresholds::resemblance>},
      {.name = "containment",
       .letter = 'c',
       .kind = ArgumentKind::number,
       .argument = "X",
       .group = kAlike,
       .help = "Or when this share of one's shingles is in the other.",
       .fallback = "not looked at",
       .example = "--containment 0.9",
       .set = set_share<kOptions, kThresholds, &ClusterThresholds::containment>},
      {.name = "link",
       .kind = ArgumentKind::text,
       .argument = "RULE",
       .choices = kLinkages,
       .group = kAlike,
       .help = "single: whoever is alike is together, so chains may join unlike documents. "
               "survivor: every member is alike the one document of its cluster that survives.",
       .fallback = link,
       .example = "--link survivor",
       .set = set_linkage},
      {.name = "survivor",
       .kind = ArgumentKind::text,
       .argument = "WHICH",
       .choices = kSurvivors,
       .group = kAlike,
       .help = "Which document of a cluster stands for it. field:NAME is the one with the greatest "
               "number in that field of its JSON line.",
       .fallback = "longest",
       .example = "--survivor newest",
       .set = set_survivor},

  });
}

constexpr auto kClusterRows = std::to_array<Flag>({
    {.name = "keep-from",
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kAlike,
     .help = "Keep pairs from this measure on, so that whorl recluster can go as low.",
     .fallback = "the thresholds",
     .example = "--keep-from 0.3",
     .set = set_share<kOptions, &ClusterOptions::keep_from>},

    {.name = "output",
     .letter = 'o',
     .kind = ArgumentKind::directory,
     .argument = "STORE",
     .group = kOutput,
     .help = "The store: clusters.jsonl, stats.json, and what later runs need. A run that was "
             "stopped goes on where it was.",
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
    {.name = "write-pairs",
     .group = kOutput,
     .help = "Also write pairs.tsv, a row a pair of alike documents.",
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

constexpr auto kRunRows = std::to_array<Flag>({
    {.name = "memory",
     .letter = 'm',
     .kind = ArgumentKind::text,
     .argument = "SIZE",
     .group = kRunGroup,
     .help = "Memory to use; what does not fit is spilled.",
     .fallback = "2G",
     .example = "--memory 500M",
     .set = set_bytes<kOptions, &ClusterOptions::memory>},
    {.name = "tmp",
     .kind = ArgumentKind::directory,
     .argument = "DIR",
     .group = kRunGroup,
     .help = "Where to spill what does not fit in memory.",
     .fallback = "in the store",
     .example = "--tmp /mnt/scratch",
     .set = set_text<kOptions, &ClusterOptions::temporary>},
    threads_flag<kOptions, &ClusterOptions::threads>(
        "Work on N threads. The store is the same at any number."),
});

constexpr auto kLastRows = std::to_array<Flag>({quiet_flag(), help_flag()});

constexpr auto kSweepRows = std::to_array<Flag>({
    {.name = "date",
     .kind = ArgumentKind::text,
     .argument = "DATE",
     .group = kSweeps,
     .help = "add: when the pages were as they are. Sweeps are added in order of date.",
     .example = "--date 2026-05-01",
     .set = set_text<&Arguments::sweep_date>},
    {.name = "resemblance",
     .letter = 'r',
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kSweeps,
     .help = "locate, drift: contents are the same page moved when the shingles they share are "
             "this share of those either has.",
     .fallback = "0.5",
     .example = "--resemblance 0.8",
     .set = set_share<kOptions, kThresholds, &ClusterThresholds::resemblance>},
    json_flag(kSweeps, "locate, drift: print the result as JSON."),
    {.name = "svg",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kSweeps,
     .help = "drift: also draw what happened as an SVG plot.",
     .example = "--svg drift.svg",
     .set = set_text<&Arguments::svg>},
});

constexpr auto kDedupRows = std::to_array<Flag>({
    {.name = "output",
     .letter = 'o',
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kOutput,
     .help = "What survives, in the order read: JSON lines as they were found, byte by byte; of "
             "other documents a line with id, url and date, or the id alone where FILE ends in "
             ".txt. Packed where it ends in .gz, .zst, .bz2 or .xz; - for standard output.",
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

constexpr auto kSummaryRows = std::to_array<Flag>({
    json_flag(kOutput, "Print the summary as JSON."),
});
constexpr auto kDedupSummaryRows = std::to_array<Flag>({
    json_flag(kOutput,
              "Print the summary as JSON; to standard error where the output goes to "
              "standard output."),
});

constexpr auto kSweepFlags = joined(kSweepRows, kCollectionRows, kSketchRows, kRunRows, kLastRows);
constexpr auto kClusterFlags =
    joined(kCollectionRows, kSketchRows, kCandidateRows, alike_rows("single"), kClusterRows,
           kSummaryRows, kRunRows, kLastRows);
constexpr auto kReclusterFlags = joined(alike_rows("single"), kSummaryRows, kLastRows);
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
constexpr auto kMergeFlags = joined(kMergeRows, kSummaryRows, kRunRows, kLastRows);
constexpr auto kDedupFlags = joined(kDedupRows, kDedupSummaryRows, kCollectionRows, kSketchRows,
                                    kCandidateRows, alike_rows("survivor"), kRunRows, kLastRows);

}  // namespace

std::span<const Flag> cluster_flags() { return kClusterFlags; }
std::span<const Flag> dedup_flags() { return kDedupFlags; }
std::span<const Flag> merge_flags() { return kMergeFlags; }
std::span<const Flag> recluster_flags() { return kReclusterFlags; }
std::span<const Flag> sweep_flags() { return kSweepFlags; }

}  // namespace whorl::cli
