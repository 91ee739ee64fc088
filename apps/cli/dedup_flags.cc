// The flags of `whorl dedup`, in the order of help.
#include "cli/collection_flag_rows.h"

namespace whorl::cli {
namespace {

constexpr auto kDedup = &Arguments::dedup;
constexpr auto kPassages = &Arguments::passages;
constexpr auto kRepeatOptions = &PassageArguments::options;

constexpr std::string_view kRepeated = "Text repeated inside documents";
constexpr std::string_view kCutUnits = "run line paragraph";

Result<void> set_cut_unit(std::string_view value, Arguments& arguments) {
  return store(parse_choice(value, kCutUnits), arguments.passages.options.unit);
}

// A document goes as soon as it has so many symbols in a row of what it is compared against.
Result<void> set_any_ngram(std::string_view value, Arguments& arguments) {
  arguments.passages.asked = true;
  arguments.passages.options.drop_above = 0;
  return store(parse_count(value, 2, 65'536), arguments.passages.options.at_least);
}

constexpr auto kDedupRows = std::to_array<Flag>({
    {.name = "output",
     .letter = 'o',
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kOutput,
     .help = "What survives, in the order read: JSON lines as they were found, byte by byte; of "
             "other documents a line with id, url and date, or the id alone where FILE ends in "
             ".txt; of web archives the records where it ends in .warc or .wet. Packed where it "
             "ends in .gz, .zst, .bz2 or .xz; - for standard output. A folder, DIR/: a file for "
             "each file of records, named as that is. Replaces what an earlier run left there, "
             "nothing else.",
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
    {.name = "with-text",
     .group = kOutput,
     .help = "Of documents that are no JSON lines, such as the records of WET, write the text too: "
             "id, url, date and text.",
     .set = switch_on<kDedup, &DedupOptions::texts>},
    {.name = "annotate",
     .group = kOutput,
     .help = "Leave nothing out: write every document, with a member \"whorl\" in its line that "
             "says whether it would be kept, its cluster, that cluster's size, and why.",
     .set = switch_on<kDedup, &DedupOptions::annotate>},
    {.name = "against",
     .kind = ArgumentKind::path,
     .argument = "TEXTS",
     .repeats = true,
     .group = kSimilar,
     .help = "Leave out what is like one of these texts, named as inputs are, such as a "
             "benchmark's questions, and name it; they are compared by all their shingles. Or one "
             "store, whose documents are compared as it was made. Duplicates within the input are "
             "kept. With --passages what stands in the texts is cut; a store's are read again "
             "where they stood when it was made.",
     .example = "--against benchmark.jsonl --containment 0.8",
     .set = append_text<kDedup, &DedupOptions::against>},
    {.name = "against-text",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kSimilar,
     .help = "The field of a JSON line of --against that holds the text.",
     .fallback = "as of the input: --text",
     .example = "--against-text question",
     .set = set_text<kDedup, &DedupOptions::against_text_field>},
    {.name = "store",
     .kind = ArgumentKind::directory,
     .argument = "DIR",
     .group = kOutput,
     .help = "Keep the store there, for whorl query and recluster.",
     .fallback = "beside the output while it runs, then removed",
     .example = "--store crawl-store",
     .set = set_text<kOptions, &ClusterOptions::store>},
});

constexpr auto kPassageRows = std::to_array<Flag>({
    {.name = "passages",
     .group = kRepeated,
     .help = "Cut passages that stand in an earlier document, or earlier in the same one, out of "
             "all but the first: exact, for every run of --at-least words. Documents stay, unless "
             "--drop-above says otherwise.",
     .set = switch_on<kPassages, &PassageArguments::asked>},
    {.name = "at-least",
     .kind = ArgumentKind::number,
     .argument = "T",
     .group = kRepeated,
     .help = "Words in a row that make a repeat, 2 to 65536; every one of so many is found, none "
             "shorter.",
     .fallback = "50",
     .example = "--at-least 100",
     .set = set_count<2, 65'536, kPassages, kRepeatOptions, &RepeatOptions::at_least>},
    {.name = "units",
     .kind = ArgumentKind::text,
     .argument = "UNIT",
     .choices = kCutUnits,
     .group = kRepeated,
     .help = "Cut runs of words as they are, or only whole lines or paragraphs all of whose words "
             "are repeated.",
     .fallback = "run",
     .example = "--units line",
     .set = set_cut_unit},
    {.name = "mask",
     .kind = ArgumentKind::text,
     .argument = "TEXT",
     .group = kRepeated,
     .help = "Put this in the place of what is cut.",
     .fallback = "nothing",
     .example = "--mask '[repeated]'",
     .set = set_text<kPassages, kRepeatOptions, &RepeatOptions::mask>},
    {.name = "mark",
     .group = kRepeated,
     .help = "Cut nothing: write every document, with a member \"whorl\" in its line that says "
             "which bytes of its text are repeated, and where they stood first.",
     .set = switch_on<kPassages, kRepeatOptions, &RepeatOptions::mark>},
    {.name = "drop-above",
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kRepeated,
     .help = "Leave out documents of whose words more than this share is repeated. What a "
             "document that goes had first is cut from the later ones all the same.",
     .fallback = "none is left out",
     .example = "--drop-above 0.5",
     .set = set_share<kPassages, kRepeatOptions, &RepeatOptions::drop_above>},
    {.name = "any-ngram",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kRepeated,
     .help = "Leave out documents that have N words in a row of --against, anywhere, and say "
             "where: as --passages --at-least N --drop-above 0. N is from 2 to 65536. With --mark "
             "they stay, and say where.",
     .example = "--against benchmark.jsonl --any-ngram 13",
     .set = set_any_ngram},
    {.name = "report",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kRepeated,
     .help = "The hundred commonest passages, a JSON line each: how often they come again, how "
             "long they are, where they stand first, and how they begin. One of fewer words than "
             "--at-least is the rest of a run whose beginning belongs to the passage before it.",
     .example = "--report repeated.jsonl",
     .set = set_text<kPassages, kRepeatOptions, &RepeatOptions::report>},
});

constexpr auto kDedupSummaryRows = std::to_array<Flag>({
    json_flag(kOutput,
              "Print the summary as JSON; to standard error where the output goes to "
              "standard output."),
});

constexpr auto kDedupFlags =
    joined(kDedupRows, kPassageRows, kDedupSummaryRows, kCollectionRows, kSketchRows, kLetterRows,
           kCandidateRows, similarity_rows("survivor"), kRunRows, kLastRows);

}  // namespace

std::span<const Flag> dedup_flags() { return kDedupFlags; }

}  // namespace whorl::cli
