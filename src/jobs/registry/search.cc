#include "jobs/registry/search.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include "base/try.h"
#include "fingerprints/select/select.h"
#include "fingerprints/sketch/measure.h"
#include "jobs/registry/candidates.h"
#include "jobs/registry/index.h"
#include "jobs/registry/lookup.h"
#include "jobs/registry/ranges.h"
#include "jobs/registry/scheme.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {
namespace {

// The order of hits.

// The greater the better. If equally many fingerprints are stored for each document, the match
// ratio is a better measure than rarity (Heintze 1996): the document itself has all.
std::pair<double, double> rank_of(const RegistryHit& hit, const Scheme& scheme) {
  if (scheme.info.stored > 0) return {hit.symmetric, hit.evidence};
  return {hit.evidence, std::max(hit.contained.value, hit.contains.value)};
}

// Joins the answers for two keys while a new key replaces another.

// Which hits are wanted, and how many.
struct HitsWanted {
  const Scheme& scheme;
  std::uint64_t limit = 0;
};

std::vector<KnownRange> united(std::vector<KnownRange> a, const std::vector<KnownRange>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::ranges::sort(a, {}, &KnownRange::first);
  std::vector<KnownRange> out;
  for (const KnownRange& range : a) {
    if (out.empty() || range.first > out.back().end) {
      out.push_back(range);
    } else if (range.end > out.back().end) {
      out.back().end = range.end;
      out.back().bytes.end = range.bytes.end;
      out.back().last_line = range.last_line;
    }
  }
  return out;
}

// By chance, a document may share a short fingerprint under the key that it is not stored with.
std::vector<RegistryHit> best_of(std::vector<RegistryHit> a, std::vector<RegistryHit> b,
                                 const HitsWanted& wanted) {
  a.insert(a.end(), std::make_move_iterator(b.begin()), std::make_move_iterator(b.end()));
  std::ranges::stable_sort(a, std::ranges::greater(),
                           [&](const RegistryHit& hit) { return rank_of(hit, wanted.scheme); });
  std::set<std::uint32_t> numbers;
  std::erase_if(a, [&](const RegistryHit& h) { return !numbers.insert(h.document.number).second; });
  if (a.size() > wanted.limit) a.resize(wanted.limit);
  return a;
}

// Each document is stored with one of the keys, so each hit comes from one of the answers. The
// answer of the current key describes the query. The share of the text that any document contains
// is the larger of the two shares. It is a lower bound if some parts are known only with one key.
RegistryAnswer joined_answers(RegistryAnswer present, RegistryAnswer former,
                              const HitsWanted& wanted) {
  present.hits = best_of(std::move(present.hits), std::move(former.hits), wanted);
  present.ranges = united(std::move(present.ranges), former.ranges);
  present.found += former.found;
  present.hidden += former.hidden;
  present.too_short = present.too_short && former.too_short;
  if (former.global.value > present.global.value) present.global = former.global;
  return present;
}

// Searches only for documents of some owners.

using Numbers = std::vector<std::uint32_t>;

Matches without(const Matches& found, auto goes) {
  Matches kept;
  for (const Matches::OfHash& hash : found.hashes) {
    const std::size_t begin = kept.documents.size();
    std::ranges::remove_copy_if(found.of(hash), std::back_inserter(kept.documents), goes);
    if (kept.documents.size() == begin) continue;
    kept.hashes.push_back({hash.query, begin, kept.documents.size()});
  }
  return kept;
}

bool has(const Numbers& numbers, std::uint32_t document) {
  return std::ranges::binary_search(numbers, document);
}

// Keeps only matches in documents of the owners that the options select. Returns the number of
// their documents in the registry. No value of an answer that is computed from both depends on the
// registrations of other owners. O(matches * log(documents)).
Result<std::uint64_t> keep_owners(const Index& index, const RegistrySearchOptions& options,
                                  Matches& found) {
  const std::string& only = options.only_owner;
  const std::string& except = options.exclude_owner;
  if (!only.empty() && only == except) {
    found = {};
    return 0;
  }
  if (!only.empty()) {
    WHORL_ASSIGN_OR_RETURN(const Numbers* const own, index.documents_of(only));
    found = without(found, [&](std::uint32_t document) { return !has(*own, document); });
    return own->size();
  }
  std::uint64_t documents = index.facts().documents;
  if (except.empty()) return documents;
  WHORL_ASSIGN_OR_RETURN(const Numbers* const others, index.documents_of(except));
  found = without(found, [&](std::uint32_t document) { return has(*others, document); });
  return documents - std::min<std::uint64_t>(documents, others->size());
}

constexpr double kUnreliable = 4;  // times as long
// A text with fewer fingerprints can share a single one with a document that contains all of it.
constexpr std::size_t kShort = 30;
// Documents with most evidence that are examined if not all are wanted.
constexpr std::size_t kMostLookedAt = 10'000;
// Factor by which that number grows while too few are found.
constexpr std::size_t kTimesMore = 10;
// Additional documents with most evidence that are examined if the order is another.
constexpr std::size_t kMoreLookedAt = 50;

// A full count has no interval; but a registry counts fingerprints instead of k-grams.
Estimate share_of(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return {};
  const auto n = static_cast<double>(whole);
  return sketch::wilson(static_cast<double>(part) / n, n);
}

bool is_wanted(const DocumentCodes& codes, const RegistrySearchOptions& options) {
  if (options.except && name_key(*options.except) == name_key(codes)) return false;
  return options.since.empty() || codes.date >= options.since;
}

class Search {
 public:
  Search(const Index& index, const Method& method, Query query,
         const RegistrySearchOptions& options)
      : index_(index),
        method_(method),
        query_(std::move(query)),
        options_(options),
        looked_up_(query_.looked_up) {}

  Result<RegistryAnswer> run() {
    answer_.bytes = query_.bytes;
    answer_.too_short = query_.features.list.empty();
    hashes_ = query_.features.distinct();
    answer_.fingerprints = hashes_.size();
    leave_out_base();
    keep_smallest();
    WHORL_ASSIGN_OR_RETURN(auto found, look_up(index_, hashes_));
    WHORL_ASSIGN_OR_RETURN(documents_, keep_owners(index_, options_, found));
    for (std::size_t most = most_looked_at();; most *= kTimesMore) {
      WHORL_ASSIGN_OR_RETURN(Looked looked, look_at(found, most));
      if (looked.hits.size() < options_.limit && wants_some() && !looked.all) continue;
      WHORL_RETURN_IF_ERROR(add_best(looked.known, std::move(looked.hits)));
      return std::move(answer_);
    }
  }

 private:
  struct Measured {
    RegistryHit hit;
    std::vector<std::uint32_t> queries;
    double share() const { return std::max(hit.contained.value, hit.contains.value); }
  };

  struct Looked {
    std::vector<Measured> hits;
    std::vector<bool> known;  // for each hash: a hit has it, or, if all may be hits, any document
    bool all = false;         // no other document shares a hash
  };

  // Examines the `most` documents with most evidence.
  Result<Looked> look_at(const Matches& found, std::size_t most) {
    Candidates candidates =
        best_candidates(found, hashes_.size(), rule(), documents_, {most, singles()});
    Looked looked;
    looked.all = candidates.documents <= most && candidates.singles <= most;
    answer_.common = candidates.common;
    WHORL_ASSIGN_OR_RETURN(looked.hits, measured(std::move(candidates.best)));
    looked.known = wants_some() ? known_by(looked.hits) : std::move(candidates.known);
    WHORL_ASSIGN_OR_RETURN(auto short_ones, measured(std::move(candidates.single)));
    std::erase_if(short_ones, [&](const Measured& one) { return !is_short(one.hit.document); });
    answer_.found = candidates.documents + short_ones.size();
    answer_.hidden = candidates.singles - short_ones.size();
    add_known(short_ones, looked.known);
    std::ranges::move(short_ones, std::back_inserter(looked.hits));
    return looked;
  }

  void leave_out_base() {
    std::vector<std::uint64_t> kept;
    std::ranges::set_difference(hashes_, options_.base, std::back_inserter(kept));
    answer_.base = hashes_.size() - kept.size();
    hashes_ = std::move(kept);
  }

  void keep_smallest() {
    if (options_.smallest == 0 || options_.smallest >= hashes_.size()) return;
    looked_up_ *= static_cast<double>(options_.smallest) / static_cast<double>(hashes_.size());
    hashes_.resize(options_.smallest);
    answer_.fingerprints = answer_.base + hashes_.size();
  }

  CommonRule rule() const {
    const Scheme& scheme = *method_.scheme;
    if (options_.max_share > 0) return {options_.max_share + 1, hashes_.size()};
    return {scheme.common_from, scheme.most_common};
  }

  Singles singles() const {
    const bool hides = method_.scheme->hides_singles && !options_.singles;
    return hides && hashes_.size() >= kShort ? Singles::apart : Singles::counted;
  }

  // True if a document may share all its text by a single hash.
  bool is_short(const RegisteredDocument& document) const {
    return expected(document.fingerprints) < kShort;
  }

  // True if documents may share hashes and yet be no hits.
  bool wants_some() const {
    return options_.except || !options_.since.empty() || options_.containment > 0;
  }
  std::size_t most_looked_at() const {
    if (wants_some()) return kMostLookedAt;
    return options_.limit + (method_.scheme->info.stored > 0 ? kMoreLookedAt : 0);
  }

  // The most hashes that the largest document can share. With Koala, of the 1,000 hashes with which
  // a document is searched, only 100 are stored.
  std::uint64_t most_shared() const {
    const std::uint32_t most = method_.scheme->info.stored;
    return most == 0 ? hashes_.size() : std::min<std::uint64_t>(hashes_.size(), most);
  }

  Result<std::vector<Measured>> measured(std::vector<Candidate> candidates) const {
    std::vector<std::uint32_t> numbers;
    for (const Candidate& one : candidates) numbers.push_back(one.document);
    WHORL_ASSIGN_OR_RETURN(auto rows, index_.rows(numbers));
    std::vector<Measured> hits;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!rows[i] || !is_wanted(rows[i]->document.codes, options_)) continue;
      Measured one{measure(std::move(rows[i]->document), candidates[i]),
                   std::move(candidates[i].queries)};
      if (one.share() >= options_.containment) hits.push_back(std::move(one));
    }
    return hits;
  }

  RegistryHit measure(RegisteredDocument document, const Candidate& candidate) const {
    RegistryHit hit;
    const std::uint64_t shared = candidate.queries.size();
    const std::uint64_t of_query = most_shared() - std::min(most_shared(), candidate.common);
    const std::uint64_t of_document = expected(document.fingerprints - candidate.common);
    hit.shared = shared;
    hit.contained = share_of(std::min(shared, of_query), of_query);
    hit.contains = share_of(std::min(shared, of_document), of_document);
    hit.symmetric = 2 * static_cast<double>(shared) / static_cast<double>(of_query + of_document);
    hit.rare = candidate.rare;
    hit.evidence = candidate.evidence;
    const auto [less, more] =
        std::minmax({static_cast<double>(document.bytes), static_cast<double>(query_.bytes)});
    hit.sizes_differ = method_.scheme->info.stored > 0 && more > kUnreliable * less;
    hit.document = std::move(document);
    return hit;
  }

  // How many of a document's fingerprints a query with the same text would have looked up.
  std::uint64_t expected(std::uint64_t fingerprints) const {
    return static_cast<std::uint64_t>(std::llround(looked_up_ * static_cast<double>(fingerprints)));
  }

  static void add_known(const std::vector<Measured>& hits, std::vector<bool>& known) {
    for (const Measured& one : hits) {
      for (const std::uint32_t query : one.queries) known[query] = true;
    }
  }

  std::vector<bool> known_by(const std::vector<Measured>& hits) const {
    std::vector<bool> known(hashes_.size());
    add_known(hits, known);
    return known;
  }

  Result<void> add_best(const std::vector<bool>& known, std::vector<Measured> hits) {
    const auto all = static_cast<std::uint64_t>(std::ranges::count(known, true));
    answer_.global = share_of(std::min(all, most_shared()), most_shared());
    std::ranges::stable_sort(hits, std::ranges::greater(), [&](const Measured& one) {
      return rank_of(one.hit, *method_.scheme);
    });
    if (hits.size() > options_.limit) hits.resize(options_.limit);
    const bool placed = method_.scheme->ranges && !query_.text.empty();
    if (placed && !hits.empty()) WHORL_RETURN_IF_ERROR(add_ranges(known, hits));
    for (Measured& one : hits) answer_.hits.push_back(std::move(one.hit));
    return {};
  }

  Result<void> add_ranges(const std::vector<bool>& known, std::vector<Measured>& hits) {
    WHORL_ASSIGN_OR_RETURN(const PlacedText text, PlacedText::make(query_.text, method_.recipe));
    const std::vector<std::size_t> places = places_of_features();
    answer_.ranges = ranges_of(known, places, text);
    for (Measured& one : hits) {
      std::vector<bool> of_hit(hashes_.size());
      for (const std::uint32_t query : one.queries) of_hit[query] = true;
      one.hit.ranges = ranges_of(of_hit, places, text);
    }
    return {};
  }

  // For each feature of the query, the position of its hash among those looked up, or their number.
  std::vector<std::size_t> places_of_features() const {
    std::vector<std::size_t> places;
    for (const Feature& feature : query_.features.list) {
      const auto at = std::ranges::lower_bound(hashes_, feature.hash);
      const bool is_there = at != hashes_.end() && *at == feature.hash;
      places.push_back(is_there ? static_cast<std::size_t>(at - hashes_.begin()) : hashes_.size());
    }
    return places;
  }

  std::vector<KnownRange> ranges_of(const std::vector<bool>& known,
                                    const std::vector<std::size_t>& places,
                                    const PlacedText& text) const {
    const bool all = method_.scheme->info.positions && options_.smallest == 0;
    const Joined joined = all ? Joined::following : Joined::touching;
    return known_ranges(query_.features, text, joined, [&](std::size_t i) {
      return places[i] < known.size() && known[places[i]];
    });
  }

  const Index& index_;
  const Method& method_;
  Query query_;
  const RegistrySearchOptions& options_;
  double looked_up_;                   // share of the fingerprints
  std::vector<std::uint64_t> hashes_;  // sorted, without base code
  std::uint64_t documents_ = 0;        // of the requested owners
  RegistryAnswer answer_;
};

// With another first argument of the selector, whose fingerprints are a subset of the stored ones.
Result<Recipe> coarser(const Recipe& stored, std::uint64_t argument) {
  Recipe query = stored;
  const select::Selector* row = select::find_selector(stored.selector.name);
  if (row == nullptr || row->query.nesting != select::Nesting::query_in_stored) {
    return fail(ErrorCode::invalid_argument,
                "a coarse search is impossible: the fingerprints that " + stored.selector.name +
                    " selects with another argument are not all stored");
  }
  query.selector.args.front() = argument;
  WHORL_RETURN_IF_ERROR(comparable(query, stored));
  return query;
}

Result<Query> query_of(std::string_view text, const Method& method,
                       const RegistrySearchOptions& options) {
  WHORL_ASSIGN_OR_RETURN(auto all, searched(text, method));
  if (options.coarse == 0) return Query{std::move(all), text.size(), text};
  Method coarse = method;
  WHORL_ASSIGN_OR_RETURN(coarse.recipe, coarser(method.recipe, options.coarse));
  WHORL_ASSIGN_OR_RETURN(auto some, searched(text, coarse));
  const auto count = [](const Features& f) { return static_cast<double>(f.distinct().size()); };
  const double share = all.list.empty() ? 1 : count(some) / count(all);
  return Query{std::move(some), text.size(), text, share};
}

Result<void> check_smallest(const Scheme& scheme, const RegistrySearchOptions& options) {
  if (options.smallest == 0 || scheme.info.stored == 0) return {};
  return fail(ErrorCode::invalid_argument,
              "the scheme " + std::string(scheme.info.name) + " stores " +
                  std::to_string(scheme.info.stored) +
                  " fingerprints per document, and a coarse query would find too few of them");
}

Result<RegistryAnswer> search_by(const Method& method, const Index& index, std::string_view text,
                                 const RegistrySearchOptions& options) {
  WHORL_ASSIGN_OR_RETURN(auto query, query_of(text, method, options));
  return Search(index, method, std::move(query), options).run();
}

}  // namespace

Result<RegistryAnswer> search(const Index& index, Query query,
                              const RegistrySearchOptions& options) {
  return Search(index, index.method(), std::move(query), options).run();
}

Result<RegistryAnswer> search(const Index& index, std::string_view text,
                              const RegistrySearchOptions& options) {
  WHORL_RETURN_IF_ERROR(check_smallest(*index.method().scheme, options));
  WHORL_ASSIGN_OR_RETURN(auto answer, search_by(index.method(), index, text, options));
  if (index.former() == nullptr) return answer;
  WHORL_ASSIGN_OR_RETURN(auto before, search_by(index.former()->method, index, text, options));
  return joined_answers(std::move(answer), std::move(before),
                        {*index.method().scheme, options.limit});
}

}  // namespace whorl::internal::registry
