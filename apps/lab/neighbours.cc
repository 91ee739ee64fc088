// Finkel 2002 §4.2, Table 3: the nearest text by statistics, found with k-d trees on disk.
#include <algorithm>
#include <map>

#include "base/folder.h"
#include "base/go_on.h"
#include "base/guard.h"
#include "base/try.h"
#include "lab/experiments.h"
#include "lab/finkel_tables.h"
#include "lab/inputs.h"
#include "methods/kd_tree.h"
#include "methods/resolved.h"
#include "methods/style.h"

namespace whorl::internal::lab {
namespace {

using methods::KdTree;
using methods::Neighbour;
using methods::ResolvedMethod;
using Entry = KdTree::Entry;

Result<std::vector<Entry>> vectors_of(const std::vector<methods::Text>& texts,
                                      std::string_view name) {
  WHORL_ASSIGN_OR_RETURN(const auto method, ResolvedMethod::parse(name, ""));
  std::vector<Entry> out;
  for (const methods::Text& text : texts) {
    WHORL_ASSIGN_OR_RETURN(const auto kept, method.keep(text.bytes));
    out.push_back({text.name, *static_cast<const std::vector<double>*>(kept.state.get())});
  }
  return out;
}

bool is_same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, [](double x, double y) { return x == y || (x != x && y != y); });
}

// Keeps texts that an earlier run added. A text with a name that is present must be equal to it.
Result<void> add_new(KdTree& tree, const std::vector<Entry>& entries) {
  WHORL_ASSIGN_OR_RETURN(const auto there, tree.entries());
  std::map<std::string, std::vector<double>> known;
  for (const Entry& entry : there) known.emplace(entry.name, entry.vector);
  for (const auto& [name, vector] : entries) {
    const auto [at, fresh] = known.try_emplace(name, vector);
    if (fresh) {
      WHORL_RETURN_IF_ERROR(tree.add(name, vector));
    } else if (!is_same(at->second, vector)) {
      return fail(ErrorCode::invalid_argument,
                  name + ": the tree has another text of this name; use a new file");
    }
  }
  return {};
}

std::optional<Neighbour> nearest_of_all(const std::vector<Entry>& all, const Entry& query) {
  std::optional<Neighbour> best;
  for (const auto& [name, vector] : all) {
    const auto far = methods::distance(query.vector, vector);
    if (!far || name == query.name) continue;
    if (!best || std::tie(*far, name) < std::tie(best->distance, best->name)) {
      best = Neighbour{name, *far};
    }
  }
  return best;
}

struct Found {
  std::string name;
  std::optional<Neighbour> nearest;
};

// Each text with its nearest text by the tree. `about` also compares the tree with a full scan.
struct Neighbours {
  std::vector<Found> found;
  std::vector<LabCell> about;  // a row of the table about trees
};

Result<Neighbours> neighbours_by(KdTree tree, std::string name, const std::vector<Entry>& entries,
                                 Progress& progress) {
  WHORL_RETURN_IF_ERROR(add_new(tree, entries));
  WHORL_ASSIGN_OR_RETURN(const auto all, tree.entries());
  Neighbours out;
  std::uint64_t different = 0;
  for (const Entry& entry : entries) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    WHORL_ASSIGN_OR_RETURN(auto nearest, tree.nearest(entry.name, entry.vector));
    const auto expected = nearest_of_all(all, entry);
    const auto name_of = [](const auto& one) { return one ? one->name : std::string(); };
    different += name_of(nearest) != name_of(expected);
    out.found.push_back({entry.name, std::move(nearest)});
    progress.advance(1);
  }
  const auto searches = static_cast<double>(std::max<std::size_t>(entries.size(), 1));
  out.about = {std::move(name),
               std::uint64_t{all.size()},
               std::uint64_t{entries.empty() ? 0 : entries.front().vector.size()},
               static_cast<double>(tree.visited()) / searches,
               different,
               tree.bytes()};
  std::ranges::stable_sort(out.found, {}, [](const Found& one) {
    return one.nearest ? one.nearest->distance : std::numeric_limits<double>::infinity();
  });
  return out;
}

// Compares two of the texts by signature extraction.
class Signatures {
 public:
  static Result<Signatures> of(const std::vector<methods::Text>& texts) {
    WHORL_ASSIGN_OR_RETURN(auto method, ResolvedMethod::parse("se", ""));
    Signatures out(std::move(method));
    for (const methods::Text& text : texts) {
      WHORL_ASSIGN_OR_RETURN(auto kept, out.method_.keep(text.bytes));
      out.kept_.emplace(text.name, std::move(kept));
    }
    return out;
  }

  Result<LabCell> similarity(const std::string& a, const std::string& b) const {
    const auto x = kept_.find(a), y = kept_.find(b);
    if (x == kept_.end() || y == kept_.end()) return LabCell();
    WHORL_ASSIGN_OR_RETURN(const auto figures, method_.compare(x->second, y->second));
    return LabCell(figures.both->value);
  }

 private:
  explicit Signatures(ResolvedMethod method) : method_(std::move(method)) {}

  ResolvedMethod method_;
  std::map<std::string, methods::Kept> kept_;
};

std::string nearest_of(const std::vector<Found>& found, const std::string& name) {
  const auto at = std::ranges::find(found, name, &Found::name);
  return at != found.end() && at->nearest ? at->nearest->name : std::string();
}

// A row: text, nearest text, distance, whether they are each other's nearest, and their similarity
// by signatures.
Result<std::vector<LabCell>> row_of(const Found& one, const std::vector<Found>& all,
                                    const Signatures& signatures) {
  if (!one.nearest) return std::vector<LabCell>{one.name, {}, {}, {}, {}};
  const auto& [nearest, distance] = *one.nearest;
  WHORL_ASSIGN_OR_RETURN(const LabCell similarity, signatures.similarity(one.name, nearest));
  const bool mutual = nearest_of(all, nearest) == one.name;
  return std::vector<LabCell>{one.name, nearest, distance, mutual ? "yes" : "no", similarity};
}

std::string rfc(int number) { return "rfc" + std::to_string(number) + ".txt"; }

Result<LabTable> four_words(const std::vector<Found>& found, const Signatures& signatures) {
  LabTable table{"the, and, but, so",
                 {"text", "nearest", "distance", "mutual", "SE", "10⁸ squared", "paper nearest",
                  "paper distance", "paper SE"},
                 {}};
  for (const Found& one : found) {
    WHORL_ASSIGN_OR_RETURN(auto row, row_of(one, found, signatures));
    row.push_back(one.nearest ? LabCell(finkel_distance(one.nearest->distance)) : LabCell());
    if (const FinkelNeighbour* paper = finkel_neighbour(one.name)) {
      row.insert(row.end(), {rfc(paper->nearest), paper->distance, paper->signatures / 100.0});
    } else {
      row.resize(table.columns.size());
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Result<LabTable> styles(const std::vector<Found>& found, const Signatures& signatures) {
  LabTable table{"style", {"text", "nearest", "distance", "mutual", "SE"}, {}};
  for (const Found& one : found) {
    WHORL_ASSIGN_OR_RETURN(auto row, row_of(one, found, signatures));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Result<LabReport> neighbours(const LabOptions& options, Progress& progress) try {
  WHORL_ASSIGN_OR_RETURN(const auto texts, texts_of(options, progress));
  WHORL_ASSIGN_OR_RETURN(const auto words, vectors_of(texts.texts, "statistics"));
  WHORL_ASSIGN_OR_RETURN(const auto style, vectors_of(texts.texts, "style"));
  WHORL_ASSIGN_OR_RETURN(const auto signatures, Signatures::of(texts.texts));
  WHORL_ASSIGN_OR_RETURN(const auto folder, base::TemporaryFolder::make("whorl-lab-"));
  const std::string kept = options.tree.empty() ? (folder.path() / "style").string() : options.tree;
  progress.phase("neighbours", 2 * texts.texts.size());
  WHORL_ASSIGN_OR_RETURN(auto words_tree,
                         KdTree::open((folder.path() / "words").string(),
                                      static_cast<std::uint32_t>(words.front().vector.size())));
  WHORL_ASSIGN_OR_RETURN(
      auto style_tree,
      KdTree::open(kept, static_cast<std::uint32_t>(methods::style_names().size())));
  WHORL_ASSIGN_OR_RETURN(
      auto by_words, neighbours_by(std::move(words_tree), "the, and, but, so", words, progress));
  WHORL_ASSIGN_OR_RETURN(auto by_style,
                         neighbours_by(std::move(style_tree), "style", style, progress));
  LabReport report;
  report.experiment = "neighbours";
  report.settings = {{"texts", std::to_string(texts.texts.size())}};
  report.tables.resize(3);
  WHORL_ASSIGN_OR_RETURN(report.tables[0], four_words(by_words.found, signatures));
  WHORL_ASSIGN_OR_RETURN(report.tables[1], styles(by_style.found, signatures));
  report.tables[2] = {
      "trees",
      {"tree", "vectors", "dimensions", "looked at a search", "other than of all", "bytes"},
      {by_words.about, by_style.about}};
  report.notes = {
      "Neighbours are mutual if each is the nearest of the other. SE is the symmetric similarity "
      "of signature extraction, 1 for equal texts.",
      "The paper says that its distances are scaled by 10⁷, but does not define the distance. Its "
      "values are squared distances of shares, times 10⁸.",
      "\"other than of all\" counts neighbours that differ from those of a comparison with every "
      "vector; it has to be 0."};
  report.skipped = texts.skipped;
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
