// The flags of `whorl query`.
#include "cli/flag_rows.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kQuestion = "What is asked";
constexpr std::string_view kAnswer = "What is shown";

constexpr auto kQuery = &Arguments::query;
constexpr auto kMatch = &QueryArguments::match;

constexpr Flag kQueryFlags[] = {
    {.name = "url",
     .kind = ArgumentKind::text,
     .argument = "NAME",
     .group = kQuestion,
     .help =
         "The cluster of the document with this URL or id; with --resemblance, --containment or "
         "--limit the documents most similar to it, in its cluster or not.",
     .example = "--url http://example.org/faq",
     .set = set_text<kQuery, &QueryArguments::url>},
    {.name = "cluster",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kQuestion,
     .help = "The documents of the cluster of this number in clusters.jsonl.",
     .example = "--cluster 12",
     .set = set_text<kQuery, &QueryArguments::cluster>},
    {.name = "group",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kQuestion,
     .help = "Group a ranked list of URLs or ids, one a line, by cluster; - for standard input. "
             "Groups stand where their best name stood.",
     .example = "--group results.txt",
     .set = set_text<kQuery, &QueryArguments::group>},
    {.name = "batch",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .repeats = true,
     .group = kQuestion,
     .help = "What is most similar to each document of a FILE of JSON lines, in order, on all "
             "threads; a "
             "folder or a web archive too, and - for JSON lines on standard input. What cannot be "
             "read or compared is answered in its place, with the reason.",
     .example = "--batch questions.jsonl",
     .set = append_text<kQuery, &QueryArguments::batch, &BatchOptions::input,
                        &CollectionInput::inputs>},
    {.name = "passages",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kQuestion,
     .help = "Which parts of FILE, or of standard input with -, stand in documents of the store, "
             "and in which; of a store made with --positions also where in them. A store made with "
             "--sketch all misses none.",
     .example = "--passages draft.txt",
     .set = set_text<kQuery, &QueryArguments::passages_of>},
    {.name = "at-least",
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kQuestion,
     .help = "With --passages: parts of so many symbols, words say, or more.",
     .fallback = "50",
     .example = "--at-least 13",
     .set =
         set_count<1, 65'536, kQuery, &QueryArguments::passages, &StoredPassageOptions::at_least>},
    {.name = "text",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kQuestion,
     .help = "With --batch: the field of a JSON line that holds the text.",
     .fallback = "text",
     .example = "--text content",
     .set = set_text<kQuery, &QueryArguments::batch, &BatchOptions::input,
                     &CollectionInput::text_field>},
    {.name = "id",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kQuestion,
     .help = "With --batch: the field of a JSON line that names the document.",
     .fallback = "id, then url, else the file and the line",
     .example = "--id uuid",
     .set = set_text<kQuery, &QueryArguments::batch, &BatchOptions::input,
                     &CollectionInput::id_field>},

    {.name = "resemblance",
     .letter = 'r',
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kAnswer,
     .help = "Of a FILE or with --url: only documents of this resemblance.",
     .fallback = "whatever shares a shingle",
     .example = "--resemblance 0.5",
     .set = set_share<kQuery, kMatch, &MatchOptions::resemblance>},
    {.name = "containment",
     .letter = 'c',
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kAnswer,
     .help =
         "Of a FILE or with --url: or documents of which this share is in it, or that hold this "
         "share of it.",
     .example = "--containment 0.9",
     .set = set_share<kQuery, kMatch, &MatchOptions::containment>},
    {.name = "limit",
     .letter = 'n',
     .kind = ArgumentKind::number,
     .argument = "N",
     .group = kAnswer,
     .help = "Of a FILE or with --url: show so many documents, the most similar.",
     .fallback = "10",
     .example = "--limit 100",
     .set = set_count<1, 1'000'000, kQuery, kMatch, &MatchOptions::limit>},
    no_convert_flag<kQuery, kMatch, &MatchOptions::convert>(kQuestion),
    json_flag(kAnswer, "Print a JSON line for each document, group or question of a batch."),
    help_flag(kAnswer),
};

}  // namespace

std::span<const Flag> query_flags() { return kQueryFlags; }

}  // namespace whorl::cli
