// The flags of `whorl cluster` and `whorl recluster`, in the order of help.
#include "cli/flags.h"
#include "cli/setters.h"
#include "cli/values.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kInput = "What is clustered";
constexpr std::string_view kMethod = "How documents are compared";
constexpr std::string_view kAlike = "What counts as alike";
constexpr std::string_view kOutput = "What is written";
constexpr std::string_view kRun = "The run itself";

constexpr std::string_view kLinkages = "single survivor";
constexpr std::string_view kSurvivors = "longest first newest";

template <auto Field>
Result<void> set_text(std::string_view value, Arguments& arguments) {
  arguments.cluster.*Field = value;
  return {};
}

template <auto Field>
Result<void> append_text(std::string_view value, Arguments& arguments) {
  (arguments.cluster.*Field).emplace_back(value);
  return {};
}

template <auto Field, std::uint64_t Least, std::uint64_t Most>
Result<void> set_count(std::string_view value, Arguments& arguments) {
  return store(parse_count(value, Least, Most), arguments.cluster.*Field);
}

template <auto Field>
Result<void> set_threshold(std::string_view value, Arguments& arguments) {
  return store(parse_share(value), arguments.cluster.thresholds.*Field);
}

Result<void> set_keep_from(std::string_view value, Arguments& arguments) {
  return store(parse_share(value), arguments.cluster.keep_from);
}

Result<void> set_linkage(std::string_view value, Arguments& arguments) {
  return store(parse_choice(value, kLinkages), arguments.cluster.thresholds.linkage);
}

Result<void> set_survivor(std::string_view value, Arguments& arguments) {
  return store(parse_choice(value, kSurvivors), arguments.cluster.thresholds.survivor);
}

Result<void> set_memory(std::string_view value, Arguments& arguments) {
  return store(parse_bytes(value), arguments.cluster.memory);
}

Result<void> no_verify(std::string_view, Arguments& arguments) {
  arguments.cluster.verify = false;
  return {};
}

Result<void> with_pairs(std::string_view, Arguments& arguments) {
  arguments.cluster.write_pairs = true;
  return {};
}

constexpr Flag kResemblance{
    .name = "resemblance",
    .letter = 'r',
    .kind = ArgumentKind::number,
    .argument = "X",
    .group = kAlike,
    .help =
        "Documents are alike when the shingles they share are this share of those either "
        "has. 0 looks at containment alone.",
    .fallback = "0.5",
    .example = "--resemblance 0.8",
    .set = set_threshold<&ClusterThresholds::resemblance>};

constexpr Flag kContainment{.name = "containment",
                            .letter = 'c',
                            .kind = ArgumentKind::number,
                            .argument = "X",
                            .group = kAlike,
                            .help = "Or when this share of one's shingles is in the other.",
                            .fallback = "not looked at",
                            .example = "--containment 0.9",
                            .set = set_threshold<&ClusterThresholds::containment>};

constexpr Flag kLink{
    .name = "link",
    .kind = ArgumentKind::text,
    .argument = "RULE",
    .choices = kLinkages,
    .group = kAlike,
    .help =
        "single: whoever is alike is together, so chains may join unlike documents. "
        "survivor: every member is alike the one document of its cluster that survives.",
    .fallback = "single",
    .example = "--link survivor",
    .set = set_linkage};

constexpr Flag kSurvivor{.name = "survivor",
                         .kind = ArgumentKind::text,
                         .argument = "WHICH",
                         .choices = kSurvivors,
                         .group = kAlike,
                         .help = "Which document of a cluster stands for it.",
                         .fallback = "longest",
                         .example = "--survivor newest",
                         .set = set_survivor};

constexpr Flag kQuiet{.name = "quiet",
                      .letter = 'q',
                      .group = kRun,
                      .help = "No progress and no summary; only errors.",
                      .set = switch_on<&Arguments::quiet>};

constexpr Flag kHelp{.name = "help",
                     .letter = 'h',
                     .group = kRun,
                     .help = "Show this help.",
                     .set = switch_on<&Arguments::help>};

constexpr Flag kClusterFlags[] = {
    {.name = "text",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kInput,
     .help = "The field of a JSON line that holds the text.",
     .fallback = "text",
     .example = "--text content",
     .set = set_text<&ClusterOptions::text_field>},
    {.name = "id",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kInput,
     .help = "The field of a JSON line that names the document.",
     .fallback = "id, else url, else file:line",
     .example = "--id doc_id",
     .set = set_text<&ClusterOptions::id_field>},
    {.name = "include",
     .kind = ArgumentKind::text,
     .argument = "GLOB",
     .repeats = true,
     .group = kInput,
     .help = "Read only the files of a folder whose name matches.",
     .example = "--include '*.html'",
     .set = append_text<&ClusterOptions::include>},
    {.name = "exclude",
     .kind = ArgumentKind::text,
     .argument = "GLOB",
     .repeats = true,
     .group = kInput,
     .help = "Leave out files and folders whose name matches.",
     .example = "--exclude 'drafts/**'",
     .set = append_text<&ClusterOptions::exclude>},

    {.name = "front-end",
     .kind = ArgumentKind::text,
     .argument = "NAME",
     .group = kMethod,
     .help = "What of a text counts; whorl methods lists the names.",
     .fallback = "html:words for pages, words for all else",
     .example = "--front-end code:python",
     .set = set_text<&ClusterOptions::front_end>},
    {.name = "shingle",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kMethod,
     .help = "Symbols (words) in a shingle.",
     .fallback = "10",
     .example = "--shingle 5",
     .set = set_count<&ClusterOptions::shingle, 1, 1'000>},
    {.name = "sketch",
     .kind = ArgumentKind::text,
     .argument = "METHOD",
     .group = kMethod,
     .help = "Which shingles are kept to find candidates: mod:25 (one in 25, small documents "
             "more), min:400, vi, or all (exact).",
     .fallback = "mod:25",
     .example = "--sketch all",
     .set = set_text<&ClusterOptions::sketch>},
    {.name = "common",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kMethod,
     .help = "Leave shingles of more than N documents out of the search for candidates: what "
             "templates put on every page.",
     .fallback = "off",
     .example = "--common 1000",
     .set = set_count<&ClusterOptions::common, 1, 1'000'000'000>},
    {.name = "no-verify",
     .group = kMethod,
     .help = "Estimate from the sketches instead of counting every pair on all shingles.",
     .set = no_verify},

    kResemblance,
    kContainment,
    kLink,
    kSurvivor,
    {.name = "keep-from",
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kAlike,
     .help = "Keep pairs from this measure on, so that whorl recluster can go as low.",
     .fallback = "the thresholds",
     .example = "--keep-from 0.3",
     .set = set_keep_from},

    {.name = "output",
     .letter = 'o',
     .kind = ArgumentKind::directory,
     .argument = "STORE",
     .group = kOutput,
     .help = "The store: clusters.jsonl, stats.json, and what later runs need. A run that was "
             "stopped goes on where it was.",
     .fallback = "whorl-store",
     .example = "-o crawl-store",
     .set = set_text<&ClusterOptions::store>},
    {.name = "write-pairs",
     .group = kOutput,
     .help = "Also write pairs.tsv, a row a pair of alike documents.",
     .set = with_pairs},

    {.name = "memory",
     .letter = 'm',
     .kind = ArgumentKind::text,
     .argument = "SIZE",
     .group = kRun,
     .help = "Memory to use; what does not fit is spilled into the store.",
     .fallback = "2G",
     .example = "--memory 500M",
     .set = set_memory},
    {.name = "threads",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kRun,
     .help = "Work on N threads. The store is the same at any number.",
     .fallback = "one a core",
     .example = "--threads 4",
     .set = set_count<&ClusterOptions::threads, 1, 1024>},
    kQuiet,
    kHelp,
};

constexpr Flag kReclusterFlags[] = {kResemblance, kContainment, kLink, kSurvivor, kQuiet, kHelp};

}  // namespace

std::span<const Flag> cluster_flags() { return kClusterFlags; }
std::span<const Flag> recluster_flags() { return kReclusterFlags; }

}  // namespace whorl::cli
