// whorl query.

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "cli/flag_rows.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/outcome.h"
#include "cli/parse.h"
#include "cli/run_progress.h"
#include "cli/streams.h"
#include "cli/summary.h"
#include "cli/text.h"
#include "serve/collection_json.h"
#include "serve/json_text.h"
#include "whorl/store.h"

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
     .common = true,
     .group = kQuestion,
     .help = "Show the cluster of the document with this URL or id. With --resemblance, "
             "--containment or --limit, show the documents most similar to it, in its cluster or "
             "not.",
     .example = "--url http://example.org/faq",
     .set = set_text<kQuery, &QueryArguments::url>},
    {.name = "cluster",
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .group = kQuestion,
     .help = "Show the documents of the cluster with this number. clusters.jsonl has the "
             "numbers.",
     .example = "--cluster 12",
     .set = set_text<kQuery, &QueryArguments::cluster>},
    {.name = "group",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .group = kQuestion,
     .help = "Group a ranked list of URLs or ids by cluster. FILE has one name a line; - is "
             "standard input. Each group has the position of its best name.",
     .example = "--group results.txt",
     .set = set_text<kQuery, &QueryArguments::group>},
    {.name = "batch",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .repeats = true,
     .common = true,
     .group = kQuestion,
     .help = "Look up each document of FILE. It contains JSON lines; a folder, a web archive, "
             "Parquet or, with --text, CSV is possible too. - is JSON lines on standard input. "
             "Answers are in order, and all threads work. A document that cannot be read or "
             "compared is answered with the reason.",
     .example = "--batch questions.jsonl",
     .set = append_text<kQuery, &QueryArguments::batch, &BatchOptions::input,
                        &CollectionInput::inputs>},
    {.name = "passages",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .group = kQuestion,
     .help = "List the parts of FILE that occur in stored documents. - is standard input. A "
             "store made with --positions also gives the position in each. A store made with "
             "--sketch all misses none.",
     .example = "--passages draft.txt",
     .set = set_text<kQuery, &QueryArguments::passages_of>},
    {.name = "at-least",
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .group = kQuestion,
     .help = "With --passages: least length of a part in symbols. A symbol is a word, for "
             "example.",
     .fallback = "50",
     .example = "--at-least 13",
     .set =
         set_count<1, 65'536, kQuery, &QueryArguments::passages, &StoredPassageOptions::at_least>},
    {.name = "near",
     .kind = ArgumentKind::number,
     .argument = "X",
     .group = kQuestion,
     .help = "With --passages: also list parts in which at least this share of the words is equal, "
             "0.6 to below 1. Equal words count in runs as long as a shingle of the store, or "
             "longer. Their order in the document counts if the store was made with --positions.",
     .fallback = "all words are equal",
     .example = "--passages draft.txt --near 0.85",
     .set = set_share<kQuery, &QueryArguments::passages, &StoredPassageOptions::near>},
    {.name = "text",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .common = true,
     .group = kQuestion,
     .help = "With --batch: the field or column with the text. In Parquet, CSV and TSV files "
             "each row is a document.",
     .fallback = "text",
     .example = "--text content",
     .set = set_text<kQuery, &QueryArguments::batch, &BatchOptions::input,
                     &CollectionInput::text_field>},
    {.name = "id",
     .kind = ArgumentKind::text,
     .argument = "FIELD",
     .group = kQuestion,
     .help = "With --batch: the field or column with the name.",
     .fallback = "id, then url, else the file and the line",
     .example = "--id uuid",
     .set = set_text<kQuery, &QueryArguments::batch, &BatchOptions::input,
                     &CollectionInput::id_field>},

    {.name = "resemblance",
     .letter = 'r',
     .kind = ArgumentKind::number,
     .argument = "X",
     .common = true,
     .group = kAnswer,
     .help = "Show only documents with at least this resemblance. Used with FILE and --url.",
     .fallback = "whatever shares a shingle",
     .example = "--resemblance 0.5",
     .set = set_share<kQuery, kMatch, &MatchOptions::resemblance>},
    {.name = "containment",
     .letter = 'c',
     .kind = ArgumentKind::number,
     .argument = "X",
     .common = true,
     .group = kAnswer,
     .help = "Also show documents that contain this share of FILE, and those that FILE "
             "contains to this share. Used with FILE and --url.",
     .example = "--containment 0.9",
     .set = set_share<kQuery, kMatch, &MatchOptions::containment>},
    {.name = "limit",
     .letter = 'n',
     .kind = ArgumentKind::number,
     .argument = "N",
     .common = true,
     .group = kAnswer,
     .help = "Show at most N documents, the most similar first. Used with FILE and --url.",
     .fallback = "10",
     .example = "--limit 100",
     .set = set_count<1, 1'000'000, kQuery, kMatch, &MatchOptions::limit>},
    no_convert_flag<kQuery, kMatch, &MatchOptions::convert>(kQuestion),
    json_flag(kAnswer,
              "Print a JSON line for each answer. That is a document, a group, or a question of a "
              "batch."),
    help_flag(kAnswer),
    help_all_flag(kAnswer),
};

using Json = nlohmann::ordered_json;

constexpr std::size_t kToldColumns = 76;  // the width of a printed passage
constexpr std::size_t kToldPlaces = 3;    // printed places per document

void print_line(const Json& object) { fmt::print("{}\n", serve::json_text(object)); }

std::string shown(const StoredDocument& d) {
  return printable(d.url.empty() || d.url == d.id ? d.id : d.id + "  " + d.url);
}

void print_cluster(const StoredCluster& c, bool json) {
  if (json) {
    for (const ComparedDocument& member : c.members) {
      Json line = serve::shown(member);
      line["survivor"] = c.survivor;
      print_line(line);
    }
    return;
  }
  if (!c.number) {
    fmt::print("{} is in no cluster\n", shown(c.members.front().document));
    return;
  }
  fmt::print("cluster {}: {} documents, kept document {}\n", *c.number, c.members.size(),
             printable(c.survivor));
  fmt::print("  resemblance  in kept doc  of kept doc  kind\n");
  for (const ComparedDocument& m : c.members) {
    fmt::print("  {:11.4f}  {:11.4f}  {:11.4f}  {:<10} {}\n", m.resemblance, m.contained,
               m.contains, to_string(m.kind), shown(m.document));
  }
}

int show_clusters(const Result<std::vector<StoredCluster>>& clusters, bool json) {
  if (!clusters) return failed(clusters.error());
  for (const StoredCluster& c : *clusters) print_cluster(c, json);
  return kDone;
}

int show_matches(const Result<std::vector<ComparedDocument>>& found, const Arguments& arguments) {
  if (!found) return failed(found.error());
  if (arguments.json) {
    for (const ComparedDocument& d : *found) print_line(serve::shown(d));
    return kDone;
  }
  if (found->empty()) {
    fmt::print("nothing in the store is similar to it\n");
    return kDone;
  }
  const std::string_view asked = arguments.query.url.empty() ? "file" : "page";
  fmt::print("resemblance  it has of {0}  {0} has of it  cluster (size)\n", asked);
  for (const ComparedDocument& d : *found) {
    const std::string cluster =
        d.cluster ? fmt::format("{} ({})", *d.cluster, d.cluster_size) : "alone";
    fmt::print("{:11.4f}  {:14.4f}  {:14.4f}  {:<14} {}\n", d.resemblance, d.contains, d.contained,
               cluster, shown(d.document));
  }
  return kDone;
}

// The first places of the passage in its first document; empty if the store keeps no positions.
std::string places_of(const StoredPassage& p) {
  const std::size_t told = std::min(kToldPlaces, p.places.size());
  std::string places;
  for (std::size_t i = 0; i < told; ++i) {
    const ByteRange& bytes = p.places[i].bytes;
    places += fmt::format("{}{}-{}", i == 0 ? " (bytes " : ", ", bytes.begin, bytes.end);
  }
  if (p.times > told) places += fmt::format(" and {} more", p.times - told);
  return places.empty() ? places : places + ")";
}

int show_passages(const StoreReader& store, const Arguments& arguments) {
  StoredPassageOptions options = arguments.query.passages;
  options.convert = arguments.query.match.convert;
  const auto found = store.passages_of_file(arguments.query.passages_of, options);
  if (!found) return failed(found.error());
  if (arguments.json) {
    for (const StoredPassage& p : *found) print_line(serve::shown(p));
    return kDone;
  }
  if (found->empty()) {
    fmt::print("no part of it {} in the store\n", options.near ? "nearly occurs" : "occurs");
  }
  for (const StoredPassage& p : *found) {
    fmt::print("bytes {}-{}, {} symbols{}: {}{}{}\n  {}\n", p.bytes.begin, p.bytes.end, p.symbols,
               p.equal ? fmt::format(", {} equal", *p.equal) : "", shown(p.document), places_of(p),
               p.documents > 1 ? fmt::format(" and {} more", p.documents - 1) : "",
               shortened(printable(p.text), kToldColumns));
  }
  return kDone;
}

void print_answer(const BatchAnswer& answer, const Arguments& arguments) {
  if (arguments.json) {
    Json matches = Json::array();
    if (answer.matches) {
      for (const ComparedDocument& d : *answer.matches) matches.push_back(serve::shown(d));
    }
    print_line({{"query", answer.query},
                {"matches", std::move(matches)},
                {"error", answer.matches ? Json(nullptr) : Json(answer.matches.error().message)}});
    return;
  }
  fmt::print("{}\n", printable(answer.query));
  show_matches(answer.matches, arguments);
}

// A document that cannot be compared, for example because it is too short, counts as a skipped
// input.
int show_batch(const StoreReader& store, const Arguments& arguments) {
  BatchOptions batch = arguments.query.batch;
  batch.match = arguments.query.match;
  batch.input.convert = batch.match.convert;
  bool all = true;
  std::exception_ptr unwritten;  // why standard output could not be written
  const auto take = [&](const BatchAnswer& answer) -> Result<bool> {
    all = all && answer.matches.has_value();
    try {
      print_answer(answer, arguments);
    } catch (const std::system_error&) {
      unwritten = std::current_exception();
    }
    return !unwritten && interrupted() == 0;
  };
  catch_interrupts();
  RunProgress progress(false);
  const auto skipped = store.matches_each(batch, take, progress);
  if (interrupted() != 0) return 128 + interrupted();
  if (unwritten) std::rethrow_exception(unwritten);
  if (!skipped) return failed(skipped.error());
  tell("{}", skipped_summary(*skipped));
  return all && !skipped_any(*skipped) ? kDone : kInputsSkipped;
}

// The names in a file, one per line, without empty lines.
std::vector<std::string> names_in(std::istream& in) {
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) names.push_back(line);
  }
  return names;
}

void print_group(const NameGroup& group, bool json) {
  if (json) {
    print_line(serve::shown(group));
    return;
  }
  for (const RankedName& n : group.names) {
    const bool first = &n == &group.names.front();
    fmt::print("{:6}  {}{}{}\n", n.rank, first ? "" : "    ", printable(n.name),
               n.known ? "" : "  (not in the store)");
  }
}

int show_groups(const StoreReader& store, const std::string& list, bool json) {
  std::ifstream file;
  if (list != "-") {
    file.open(list);
    if (!file) return failed({ErrorCode::not_found, list + ": cannot be read"});
  }
  const auto groups = store.group(names_in(list == "-" ? std::cin : file));
  if (!groups) return failed(groups.error());
  for (const NameGroup& group : *groups) print_group(group, json);
  return kDone;
}

// A stored document is shown with its cluster, unless a flag says what counts as a match.
bool wants_matches(const Arguments& arguments) {
  return std::ranges::any_of(arguments.given, [](const GivenFlag& flag) {
    return flag.name == "resemblance" || flag.name == "containment" || flag.name == "limit";
  });
}

int wrong_question() {
  return failed({ErrorCode::invalid_argument,
                 "name one store and one question: whorl query STORE FILE, --url NAME, --cluster "
                 "N, --group FILE, --passages FILE or --batch FILE"});
}

}  // namespace

int run_query(Arguments& arguments) {
  const QueryArguments& query = arguments.query;
  const std::size_t operands = arguments.operands.size();
  const bool file = operands == 2;
  const bool batch = !query.batch.input.inputs.empty();
  if (operands < 1 || operands > 2 ||
      file + batch + !query.url.empty() + !query.cluster.empty() + !query.group.empty() +
              !query.passages_of.empty() !=
          1) {
    return wrong_question();
  }
  if (query.passages.near && query.passages_of.empty()) {
    return failed(
        {ErrorCode::invalid_argument, "--near applies to parts of a text: add --passages FILE"});
  }
  const auto store = StoreReader::open(arguments.operands[0]);
  if (!store) return failed(store.error());
  if (file) return show_matches(store->matches_file(arguments.operands[1], query.match), arguments);
  if (batch) return show_batch(*store, arguments);
  if (!query.passages_of.empty()) return show_passages(*store, arguments);
  if (!query.url.empty() && wants_matches(arguments)) {
    return show_matches(store->matches_of(query.url, query.match), arguments);
  }
  if (!query.group.empty()) return show_groups(*store, query.group, arguments.json);
  if (!query.url.empty()) return show_clusters(store->clusters_of(query.url), arguments.json);
  const auto number = parse_count(query.cluster, 0, UINT32_MAX);
  if (!number) return failed(number.error());
  const auto cluster = store->cluster(*number);
  if (!cluster) return failed(cluster.error());
  print_cluster(*cluster, arguments.json);
  return kDone;
}

std::span<const Flag> query_flags() { return kQueryFlags; }

}  // namespace whorl::cli
