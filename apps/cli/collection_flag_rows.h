// Rows of flags for commands over collections, by purpose: the tables of cluster, dedup, sweep and
// similar commands consist of these.
#pragma once

#include "cli/flag_rows.h"

namespace whorl::cli {

inline constexpr std::string_view kInput = "What is clustered";
inline constexpr std::string_view kMethod = "How documents are compared";
inline constexpr std::string_view kSimilar = "What counts as similar";
inline constexpr std::string_view kOutput = "What is written";

inline constexpr std::string_view kLinkages = "single survivor";
inline constexpr std::string_view kSurvivors = "longest first newest field:NAME";

inline constexpr auto kOptions = &Arguments::cluster;
inline constexpr auto kInputOptions = &ClusterOptions::input;
inline constexpr auto kShingling = &ClusterOptions::shingling;
inline constexpr auto kJoin = &ClusterOptions::join;
inline constexpr auto kThresholds = &ClusterOptions::thresholds;
inline constexpr auto kLimits = &ClusterOptions::limits;

inline Result<void> set_linkage(std::string_view value, Arguments& arguments) {
  return store(parse_choice(value, kLinkages), arguments.cluster.thresholds.linkage);
}

inline Result<void> set_survivor(std::string_view value, Arguments& arguments) {
  constexpr std::string_view kField = "field:";
  ClusterThresholds& thresholds = arguments.cluster.thresholds;
  if (value.starts_with(kField) && value.size() > kField.size()) {
    thresholds.survivor = SurvivorChoice::field;
    thresholds.survivor_field = value.substr(kField.size());
    return {};
  }
  return store(parse_choice(value, kSurvivors), thresholds.survivor);
}

inline constexpr std::string_view kEntities = "entities:words";

// --front-end and --entities, which is a short form, may be given in any order, but not both.
inline Result<void> choose_front_end(std::string_view value, std::string_view beside,
                                     Arguments& arguments) {
  std::string& front_end = arguments.cluster.shingling.front_end;
  if (!front_end.empty() && front_end != value && (beside.empty() || front_end == beside)) {
    return fail(ErrorCode::invalid_argument,
                "give --entities, which is --front-end entities:words, or --front-end, not both; "
                "other symbols are --front-end entities:text and entities:consonants");
  }
  front_end = value;
  return {};
}

inline Result<void> set_front_end(std::string_view value, Arguments& arguments) {
  return choose_front_end(value, kEntities, arguments);
}

inline Result<void> set_entities(std::string_view, Arguments& arguments) {
  return choose_front_end(kEntities, "", arguments);
}

// The documents: for every command that reads a collection.
inline constexpr auto kCollectionRows = std::to_array<Flag>({
    {.name = "text",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .common = true,
     .group = kInput,
     .help = "The field or column with the text. In JSON lines, meta.text is the field text "
             "inside the field meta. In Parquet, CSV and TSV files each row is a document. "
             "Without --text a CSV or TSV file is one document.",
     .fallback = "text",
     .example = "--text content",
     .set = set_text<kOptions, kInputOptions, &CollectionInput::text_field>},
    {.name = "id",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .common = true,
     .group = kInput,
     .help = "The field or column with the name of the document. It can be inside another field, "
             "as for --text.",
     .fallback = "id, else url, else file:line",
     .example = "--id doc_id",
     .set = set_text<kOptions, kInputOptions, &CollectionInput::id_field>},
    {.name = "features",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kInput,
     .help = "Compare ready-made features instead of texts, such as features of images or "
             "packages. This field of a JSON line contains a list of strings or numbers.",
     .fallback = "texts are compared",
     .example = "--features tags",
     .set = set_text<kOptions, kInputOptions, &CollectionInput::features_field>},
    {.name = "files-from",
     .kind = ArgumentKind::path,
     .argument = "LIST",
     .group = kInput,
     .help = "Also read the paths in this file, one a line, or with NUL between them; - for "
             "standard input.",
     .example = "--files-from paths.txt",
     .set = set_text<kOptions, kInputOptions, &CollectionInput::files_from>},
    include_flag<kOptions, kInputOptions, &CollectionInput::include>(
        kInput, "Read only the files of a folder whose name matches.", "--include '*.html'"),
    exclude_flag<kOptions, kInputOptions, &CollectionInput::exclude>(
        kInput, "Leave out files and folders whose name matches.", "--exclude 'drafts/**'"),
    no_convert_flag<kOptions, kInputOptions, &CollectionInput::convert>(kInput),
});

// How a document becomes a sketch.
inline constexpr auto kSketchRows = std::to_array<Flag>({
    {.name = "front-end",
     .kind = ArgumentKind::text,
     .argument = "NAME",
     .group = kMethod,
     .help = "The tokenizer: which parts of a text count. whorl methods lists the names.",
     .fallback = "html:words for pages, words for all else",
     .example = "--front-end code:python",
     .set = set_front_end},
    {.name = "entities",
     .group = kMethod,
     .help = "Decode the entities of HTML in texts that are not pages: &amp; counts as &. The same "
             "as --front-end entities:words.",
     .set = set_entities},
    {.name = "shingle",
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .group = kMethod,
     .help = "Words in a shingle. Some tokenizers have other symbols than words.",
     .fallback = "5; of sweeps 10",
     .example = "--shingle 10",
     .set = set_count<1, 1'000, kOptions, kShingling, &ShingleMethod::shingle>},
    {.name = "sketch",
     .kind = ArgumentKind::text,
     .argument = "METHOD",
     .common = true,
     .group = kMethod,
     .help = "The shingles that find candidates. One of mod:25 (one in 25, more of small "
             "documents), min:400, vi, or all (exact).",
     .fallback = "mod:25",
     .example = "--sketch all",
     .set = set_text<kOptions, kShingling, &ShingleMethod::sketch>},
});

// How short documents become sketches.
inline constexpr auto kLetterRows = std::to_array<Flag>({
    {.name = "letters-below",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kMethod,
     .help = "Also compare documents of at most N words by shingles of ten letters. So two titles "
             "that differ in one word are similar. Up to 2 N words, fewer and fewer letters count. "
             "A short document is then not contained in a long one. 0: compare words only.",
     .fallback = "20 for dedup by resemblance only, else as many words as a shingle has",
     .example = "--letters-below 20",
     .set = set_count<0, 1'000, kOptions, kShingling, &ShingleMethod::letters_below>},
});

// How pairs are found and counted.
inline constexpr auto kCandidateRows = std::to_array<Flag>({
    {.name = "pairs",
     .kind = ArgumentKind::text,
     .argument = "METHOD",
     .group = kMethod,
     .help = "How candidates are found.",
     .details = pair_method_help,
     .fallback = "survivors for dedup by --link survivor, else exact",
     .example = "--pairs bands:14x8",
     .set = set_text<kOptions, kJoin, &JoinOptions::pairs>},
    {.name = "common",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kMethod,
     .help = "Ignore shingles that occur in more than N documents, such as those of page "
             "templates. They count neither in the search nor in any measure.",
     .fallback = "off; 1000 with --pairs classic",
     .example = "--common 1000",
     .set = set_count<1, 1'000'000'000, kOptions, kJoin, &JoinOptions::common>},
    {.name = "no-verify",
     .group = kMethod,
     .help = "Estimate from the sketches instead of counting every pair on all shingles. The store "
             "then does not contain the shingles.",
     .set = switch_off<kOptions, kJoin, &JoinOptions::verify>},
});

// `link` is the default of --link.
constexpr auto similarity_rows(std::string_view link) {
  return std::to_array<Flag>({
      {.name = "resemblance",
       .letter = 'r',
       .kind = ArgumentKind::number,
       .argument = "X",
       .common = true,
       .group = kSimilar,
       .help = "Minimum resemblance of a pair. It is the share of shingles that two "
               "documents have in common, of all shingles that either has. With 0, only "
               "containment counts.",
       .fallback = "0.5",
       .example = "--resemblance 0.8",
       .set = set_share<kOptions, kThresholds, &ClusterThresholds::resemblance>},
      {.name = "containment",
       .letter = 'c',
       .kind = ArgumentKind::number,
       .argument = "X",
       .common = true,
       .group = kSimilar,
       .help = "Minimum containment of a pair. Documents are also similar if this share "
               "of the shingles of one is in the other.",
       .fallback = "off",
       .example = "--containment 0.9",
       .set = set_share<kOptions, kThresholds, &ClusterThresholds::containment>},
      {.name = "link",
       .kind = ArgumentKind::text,
       .argument = "RULE",
       .choices = kLinkages,
       .group = kSimilar,
       .help = "How similar documents form clusters. single: similar documents are in one cluster, "
               "so a chain can join documents that are not similar. survivor: every member is "
               "similar to the kept document of its cluster.",
       .fallback = link,
       .example = "--link survivor",
       .set = set_linkage},
      {.name = "survivor",
       .kind = ArgumentKind::text,
       .argument = "WHICH",
       .choices = kSurvivors,
       .common = true,
       .group = kSimilar,
       .help = "The kept document of each cluster. field:NAME is the one with the greatest number "
               "in that field of its JSON line, or in that column.",
       .fallback = "longest",
       .example = "--survivor newest",
       .set = set_survivor},
  });
}

inline constexpr auto kRunRows = std::to_array<Flag>({
    {.name = "memory",
     .letter = 'm',
     .kind = ArgumentKind::text,
     .argument = "SIZE",
     .common = true,
     .group = kRunGroup,
     .help = "Memory to use. What does not fit is spilled to disk. A document that does not fit "
             "into a part of it is listed as too large.",
     .fallback = "2G",
     .example = "--memory 500M",
     .set = set_bytes<kOptions, kLimits, &RunLimits::memory>},
    {.name = "tmp",
     .kind = ArgumentKind::directory,
     .argument = "DIR",
     .group = kRunGroup,
     .help = "The folder for data that does not fit in memory.",
     .fallback = "in the store",
     .example = "--tmp /mnt/scratch",
     .set = set_text<kOptions, kLimits, &RunLimits::temporary>},
    threads_flag<kOptions, kLimits, &RunLimits::threads>(
        "Use N threads. The store does not depend on N."),
});

inline constexpr auto kLastRows = std::to_array<Flag>({quiet_flag(), help_flag(), help_all_flag()});

}  // namespace whorl::cli
