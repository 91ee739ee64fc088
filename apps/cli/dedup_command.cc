// whorl dedup.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "cli/arguments.h"
#include "cli/collection_flag_rows.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/summary.h"
#include "cli/text.h"
#include "whorl/dedup.h"

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

// Makes dedup remove every document that shares at least this many consecutive symbols with the
// texts of --against.
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
     .common = true,
     .group = kOutput,
     .help = "Write the kept documents to FILE, in the order read. JSON lines are copied byte by "
             "byte. Other documents become a line with id, url and date, or the id alone if FILE "
             "ends in .txt. Web archives become records if it ends in .warc or .wet. CSV becomes "
             "the header and rows if it ends in .csv or .tsv, and one Parquet file its rows if "
             "it ends in .parquet. The output is compressed if FILE ends in .gz, .zst, .bz2 or "
             ".xz; - is standard output. If FILE is a folder, DIR/, whorl writes one output file "
             "per input file, with the same name. Only the output of an earlier run is replaced.",
     .example = "-o kept.jsonl.zst",
     .set = set_text<kDedup, &DedupOptions::output>},
    {.name = "removed",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .group = kOutput,
     .help = "Write a JSON line for each removed document to FILE. It has the id, the reason, "
             "the kept document, the resemblance, and which share of either is in the other.",
     .fallback = "beside the output: kept.removed.jsonl.zst",
     .example = "--removed duplicates.jsonl",
     .set = set_text<kDedup, &DedupOptions::removed>},
    force_flag<kDedup, &DedupOptions::overwrite>(kOutput),
    {.name = "with-text",
     .group = kOutput,
     .help = "Also write the text of documents that are not JSON lines, such as the records of "
             "WET: id, url, date and text.",
     .set = switch_on<kDedup, &DedupOptions::texts>},
    {.name = "annotate",

     .common = true,
     .group = kOutput,
     .help = "Remove nothing; mark each document instead. The member \"whorl\" of its line says "
             "whether it would be kept, its cluster, the size of that cluster, and why.",
     .set = switch_on<kDedup, &DedupOptions::annotate>},
    {.name = "against",
     .kind = ArgumentKind::path,
     .argument = "TEXTS",
     .repeats = true,
     .common = true,
     .group = kSimilar,
     .help =
         "Remove documents that are similar to these texts. TEXTS has the forms of an INPUT, for "
         "example a file with the questions of a benchmark. These texts are compared by all their "
         "shingles. TEXTS can be one store; its documents are compared with its settings. "
         "Duplicates within the input are kept. With --passages, passages of these texts are cut. "
         "For a store, whorl reads the texts again from the files that it was built from.",
     .example = "--against benchmark.jsonl --containment 0.8",
     .set = append_text<kDedup, &DedupOptions::against>},
    {.name = "against-text",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kSimilar,
     .help = "The field of a JSON line of --against, or the column of a table, with the text.",
     .fallback = "that of --text",
     .example = "--against-text question",
     .set = set_text<kDedup, &DedupOptions::against_text_field>},
    {.name = "within",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kSimilar,
     .help = "Compare only documents with the same value in this field of their JSON lines, or in "
             "this column: a dump, a language, a site. Documents without a value are compared with "
             "each other.",
     .fallback = "all documents are compared",
     .example = "--within lang",
     .set = set_text<kOptions, kInputOptions, &CollectionInput::group_field>},
    {.name = "keep",
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .group = kSimilar,
     .help = "Keep the N best documents of each cluster. Their order is that of --survivor.",
     .fallback = "1",
     .example = "--keep 3",
     .set = set_count<1, 1'000'000'000, kDedup, &DedupOptions::keep>},
    {.name = "drop-clusters-over",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kSimilar,
     .help = "Leave out all documents of a cluster with more than N members. The list of removed "
             "documents gives the reason large-cluster.",
     .fallback = "no cluster is left out",
     .example = "--drop-clusters-over 1000",
     .set = set_count<1, 1'000'000'000, kDedup, &DedupOptions::drop_clusters_over>},
    {.name = "weight",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kOutput,
     .help = "Add a member with this name to each line that is written: the size of the document's "
             "cluster, 1 if it is alone. The output is JSON lines.",
     .example = "--weight copies",
     .set = set_text<kDedup, &DedupOptions::weight>},
    {.name = "store",
     .kind = ArgumentKind::directory,
     .argument = "DIR",
     .group = kOutput,
     .help = "Keep the store in DIR, for whorl query and recluster.",
     .fallback = "beside the output while it runs, then removed",
     .example = "--store crawl-store",
     .set = set_text<kOptions, &ClusterOptions::store>},
});

constexpr auto kPassageRows = std::to_array<Flag>({
    {.name = "passages",

     .common = true,
     .group = kRepeated,
     .help = "Cut passages that occur earlier, in any document. The first occurrence stays. Finds "
             "every run of --at-least words. No document is removed, unless --drop-above is given.",
     .set = switch_on<kPassages, &PassageArguments::asked>},
    {.name = "at-least",
     .kind = ArgumentKind::number,
     .argument = "T",
     .common = true,
     .group = kRepeated,
     .help = "Shortest repeat, in words, 2 to 65536. Finds every repeat of at least this length, "
             "and none that is shorter.",
     .fallback = "50",
     .example = "--at-least 100",
     .set = set_count<2, 65'536, kPassages, kRepeatOptions, &RepeatOptions::at_least>},
    {.name = "near",
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kRepeated,
     .help = "Also find passages in which at least this share of the words is equal, 0.6 to below "
             "1. Equal words count in runs of three or more. Add --passages or --any-ngram.",
     .fallback = "all words are equal",
     .example = "--passages --near 0.9",
     .set = set_share<kPassages, kRepeatOptions, &RepeatOptions::near>},
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
    {.name = "share",
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kRepeated,
     .help = "With --units paragraph: cut a paragraph if at least this share of its n-grams of "
             "--at-least words was seen before. A paragraph of fewer words is cut if all of them "
             "are repeated.",
     .fallback = "all words are repeated",
     .example = "--units paragraph --at-least 13 --share 0.5",
     .set = set_share<kPassages, kRepeatOptions, &RepeatOptions::share>},
    {.name = "mask",
     .kind = ArgumentKind::text,
     .argument = "TEXT",
     .group = kRepeated,
     .help = "Replace each cut passage with this text.",
     .fallback = "nothing",
     .example = "--mask '[repeated]'",
     .set = set_text<kPassages, kRepeatOptions, &RepeatOptions::mask>},
    {.name = "mark",
     .group = kRepeated,
     .help = "Cut nothing; mark the repeated parts instead. The member \"whorl\" of each line "
             "says which bytes of its text are repeated, and where they occurred first.",
     .set = switch_on<kPassages, kRepeatOptions, &RepeatOptions::mark>},
    {.name = "drop-above",
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kRepeated,
     .help = "Leave out documents if more than this share of their words is repeated. A passage "
             "first seen in a removed document is still cut from later ones.",
     .fallback = "none is left out",
     .example = "--drop-above 0.5",
     .set = set_share<kPassages, kRepeatOptions, &RepeatOptions::drop_above>},
    {.name = "any-ngram",
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .group = kRepeated,
     .help = "Remove documents with N words in a row of --against. The list of removed documents "
             "says where. Equivalent to --passages --at-least N --drop-above 0. N is from 2 to "
             "65536. With --mark the documents stay, and say where.",
     .example = "--against benchmark.jsonl --any-ngram 13",
     .set = set_any_ngram},
    {.name = "report",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kRepeated,
     .help = "The hundred commonest passages, a JSON line each: how often they are repeated, how "
             "long they are, where they first occur, and how they begin. A passage shorter than "
             "--at-least is the rest of a longer run; the passage before it has the beginning.",
     .example = "--report repeated.jsonl",
     .set = set_text<kPassages, kRepeatOptions, &RepeatOptions::report>},
});

constexpr auto kDedupSummaryRows = std::to_array<Flag>({
    json_flag(kOutput,
              "Print the summary as JSON. It goes to standard error if the output goes to "
              "standard output."),
});

constexpr auto kDedupFlags =
    joined(kDedupRows, kPassageRows, kDedupSummaryRows, kCollectionRows, expert(kSketchRows),
           kLetterRows, kCandidateRows, similarity_rows("survivor"), kRunRows, kLastRows);

// whorl dedup --passages.

constexpr std::size_t kTold = 5;         // how many passages the summary prints
constexpr std::size_t kToldWidth = 100;  // code points of each
constexpr auto kOfPassages = std::to_array<std::string_view>(
    {"at-least", "near", "units", "share", "mask", "mark", "drop-above", "report"});

// --any-ngram sets these itself.
constexpr auto kSetByAnyNgram =
    std::to_array<std::string_view>({"at-least", "units", "share", "mask", "drop-above"});

// These say how whole documents are compared.
constexpr auto kOfDocuments =
    std::to_array<std::string_view>({"annotate", "store", "shingle", "sketch", "pairs", "common",
                                     "no-verify", "features", "resemblance", "containment", "link",
                                     "survivor", "within", "keep", "drop-clusters-over", "weight"});

template <std::size_t N>
std::string_view first_of(const Arguments& arguments,
                          const std::array<std::string_view, N>& names) {
  for (const GivenFlag& flag : arguments.given) {
    if (std::ranges::find(names, flag.name) != names.end()) return flag.name;
  }
  return {};
}

bool was_given(const Arguments& arguments, std::string_view name) {
  return std::ranges::find(arguments.given, name, &GivenFlag::name) != arguments.given.end();
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string commonest_text(const RepeatSummary& s, std::uint32_t at_least) {
  if (s.commonest.empty()) return "";
  std::string out = "\nRepeated most often:\n";
  const std::span told = std::span(s.commonest).first(std::min(kTold, s.commonest.size()));
  for (const RepeatedPassage& passage : told) {
    out += fmt::format("  {}, {}, first in {}: {}\n", counted(passage.times, "time", "times"),
                       counted(passage.symbols, "word", "words"), printable(passage.document),
                       shortened(printable(passage.text), kToldWidth));
  }
  if (std::ranges::min(told, {}, &RepeatedPassage::symbols).symbols < at_least) {
    out += fmt::format(
        "A passage of fewer than {} words is the rest of a longer run. The passage before it has "
        "the beginning.\n",
        at_least);
  }
  return out;
}

std::string as_text(const RepeatSummary& s, const RepeatOptions& options) {
  std::string out = fmt::format("{}, {:.1f} MB\n", counted(s.documents, "document", "documents"),
                                static_cast<double>(s.bytes) / 1e6);
  out += fmt::format("  {} found again{}, in runs of at least {} words, {:.1f} % of all words\n",
                     counted(s.repeats, "passage", "passages"),
                     options.against.empty() ? "" : " in the texts compared against",
                     options.at_least, percent(s.repeated_symbols, s.symbols));
  out += fmt::format("  {} {} from {}, {} left out\n", counted(s.cut_symbols, "word", "words"),
                     options.mark ? "to cut" : "cut",
                     counted(s.cut_documents, "document", "documents"), s.dropped);
  if (s.against_short > 0) {
    out += fmt::format("  {} of {} texts compared against {} fewer than {} words: skipped\n",
                       s.against_short, s.against, s.against_short == 1 ? "has" : "have",
                       options.at_least);
  }
  out += skipped_text(s.skipped);
  out += commonest_text(s, options.at_least);
  if (options.output != "-")
    out += fmt::format("\nThe documents are in {}\n", printable(options.output));
  if (!s.removed.empty()) {
    const bool cuts = options.drop_above != 0;  // false: whole documents are left out
    out += fmt::format("The list of what was {}, with earlier positions, is in {}\n",
                       cuts ? "cut" : "left out", printable(s.removed));
  }
  return out;
}

RepeatOptions options_of(const Arguments& arguments) {
  RepeatOptions options = arguments.passages.options;
  const DedupOptions& dedup = arguments.dedup;
  options.input = arguments.cluster.input;
  options.input.inputs = arguments.operands;
  options.limits = arguments.cluster.limits;
  options.output = dedup.output;
  options.removed = dedup.removed;
  options.overwrite = dedup.overwrite;
  options.against = dedup.against;
  options.against_text_field = dedup.against_text_field;
  if (options.mark && was_given(arguments, "any-ngram")) options.drop_above.reset();
  if (!arguments.cluster.shingling.front_end.empty()) {
    options.front_end = arguments.cluster.shingling.front_end;
  }
  return options;
}

std::string output_objection(const RepeatOptions& options) {
  if (options.output.empty())
    return "name the output, e.g. -o cut.jsonl.gz, or -o - for standard output";
  return "";
}

// Why the options do not fit together; empty if they do.
std::string objection(const Arguments& arguments, const RepeatOptions& options) {
  if (const auto flag = first_of(arguments, kOfDocuments); !flag.empty()) {
    return fmt::format(
        "--{} applies to whole documents, --passages to text inside them: run whorl dedup twice, "
        "first without --passages",
        flag);
  }
  if (options.input.inputs.empty() && options.input.files_from.empty()) {
    return "name an input, e.g. whorl dedup --passages pages.jsonl.gz -o cut.jsonl.gz";
  }
  if (!was_given(arguments, "any-ngram")) return output_objection(options);
  if (const auto flag = first_of(arguments, kSetByAnyNgram); !flag.empty()) {
    return fmt::format(
        "--any-ngram and --{} exclude each other: give one of them, or --passages --at-least N "
        "instead of --any-ngram",
        flag);
  }
  if (options.against.empty()) {
    return "--any-ngram searches for words of other texts: name them with --against "
           "benchmark.jsonl";
  }
  return output_objection(options);
}

// The first given flag that only concerns passages; empty if none was given.
std::string_view passage_flag(const Arguments& arguments) {
  return first_of(arguments, kOfPassages);
}

int run_passages(Arguments& arguments) {
  const RepeatOptions options = options_of(arguments);
  if (const std::string wrong = objection(arguments, options); !wrong.empty()) {
    return failed({ErrorCode::invalid_argument, wrong});
  }
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto summary = cut_repeats(options, progress);
  progress.finish();
  if (!summary) return failed(summary.error());
  if (!arguments.quiet) {
    print_to(options.output == "-" ? stderr : stdout,
             arguments.json ? to_json(*summary) : as_text(*summary, options));
  }
  return skipped_any(summary->skipped) ? kInputsSkipped : kDone;
}

std::string survivors_text(const DedupSummary& s, const DedupOptions& options) {
  const std::string where = printable(options.output);
  if (options.output == "-") return "";
  if (s.documents == 0) return fmt::format("\nNo document was read, so {} is empty\n", where);
  return fmt::format("\n{} are in {}\n", options.annotate ? "All documents" : "The kept documents",
                     where);
}

std::string as_text(const DedupSummary& s, const DedupOptions& options) {
  std::string out = fmt::format("{}, {:.1f} MB\n", counted(s.documents, "document", "documents"),
                                static_cast<double>(s.found.bytes) / 1e6);
  out += revisits_text(s.found.revisits);
  out += shingles_text(s.found);
  out += fmt::format("  {} {}\n", s.kept, options.annotate ? "would be kept" : "kept");
  out +=
      fmt::format("  {} left out: {} identical, {} the same text, {} the same sketch, {} similar",
                  s.left_out(), s.identical, s.lexical, s.same_sketch, s.similar);
  if (options.drop_clusters_over > 0) {
    out += fmt::format(", {} in clusters of more than {}", s.large_cluster,
                       options.drop_clusters_over);
  }
  out += "\n";
  out += skipped_text(s.found.skipped);
  out += survivors_text(s, options);
  if (!s.removed.empty()) {
    out += fmt::format("The removed documents, with reasons, are in {}\n", printable(s.removed));
  }
  return out;
}

}  // namespace

void prepare_dedup(Arguments& arguments) {
  arguments.cluster.thresholds.linkage = Linkage::survivor;
}

int run_dedup(Arguments& arguments) {
  if (arguments.passages.asked) return run_passages(arguments);
  if (const auto flag = passage_flag(arguments); !flag.empty()) {
    return failed({ErrorCode::invalid_argument,
                   fmt::format("--{} applies to repeated passages: add --passages", flag)});
  }
  DedupOptions options = arguments.dedup;
  options.cluster = arguments.cluster;
  options.cluster.input.inputs = arguments.operands;
  if (options.cluster.input.inputs.empty() && options.cluster.input.files_from.empty()) {
    return failed({ErrorCode::invalid_argument,
                   "name an input, e.g. whorl dedup pages.jsonl.gz -o kept.jsonl.gz"});
  }
  if (options.output.empty()) {
    return failed({ErrorCode::invalid_argument,
                   "name the output, e.g. -o kept.jsonl.gz, or -o - for standard output"});
  }
  catch_interrupts();
  RunProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  const auto summary = dedup(options, progress);
  progress.finish();
  if (!summary) return failed(summary.error());
  if (!arguments.quiet) {
    print_to(options.output == "-" ? stderr : stdout,
             arguments.json ? to_json(*summary) : as_text(*summary, options));
  }
  return skipped_any(summary->found.skipped) ? kInputsSkipped : kDone;
}

std::span<const Flag> dedup_flags() { return kDedupFlags; }

}  // namespace whorl::cli
