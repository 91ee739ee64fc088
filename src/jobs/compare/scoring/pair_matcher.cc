#include "jobs/compare/scoring/pair_matcher.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <variant>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/parallel.h"
#include "jobs/compare/pair_scores/score.h"
#include "jobs/compare/scoring/rarity.h"
#include "passages/match/tiling.h"
#include "tokens/front_ends.h"
#include "tokens/symbol.h"

namespace whorl::internal::compare::scoring {
namespace {

void add_literals(const corpus::PreparedFile& file, corpus::SymbolRange range,
                  std::vector<std::uint64_t>& bag) {
  const auto& tokens = std::get<tokens::Tokens>(file.canon.symbols);
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    if (!tokens::is_literal(tokens[i])) continue;
    const ByteRange bytes = file.canon.origin.bytes(i, i + 1);
    bag.push_back(XXH3_64bits(file.entry.text.data() + bytes.begin, bytes.end - bytes.begin));
  }
}

std::vector<std::uint64_t> bag_of(const corpus::Corpus& corpus, std::uint32_t submission) {
  std::vector<std::uint64_t> bag;
  for (std::uint32_t number : corpus.submissions[submission].files) {
    const corpus::PreparedFile& file = corpus.files[number];
    if (!corpus::front_end_of(file).drops_spelling) continue;
    for (const corpus::SymbolRange& range : file.own) {
      if (corpus::counts(file, range) || corpus.only_scraps(submission)) {
        add_literals(file, range, bag);
      }
    }
  }
  std::ranges::sort(bag);
  bag.shrink_to_fit();
  return bag;
}

using Identity = std::vector<corpus::TextId>;

// The set of a submission's texts, in any order of names; empty if there is only base code.
Identity identity_of(const corpus::Corpus& corpus, const Submission& submission) {
  Identity ids;
  bool own = false;
  for (std::uint32_t number : submission.files) {
    const corpus::PreparedFile& file = corpus.files[number];
    if (file.canon.size() > 0) ids.push_back(file.text_id);
    own = own || !file.own.empty();
  }
  std::ranges::sort(ids);
  return own ? ids : Identity();
}

// Gives equal identities equal numbers. Submissions without an identity get a unique number.
std::vector<std::uint32_t> number_identities(const corpus::Corpus& corpus) {
  std::map<Identity, std::uint32_t> numbers;
  std::vector<std::uint32_t> identity;
  std::uint32_t next = 0;
  for (const Submission& submission : corpus.submissions) {
    Identity id = identity_of(corpus, submission);
    if (id.empty()) {
      identity.push_back(next++);
      continue;
    }
    const auto [entry, fresh] = numbers.try_emplace(std::move(id), next);
    next += fresh;
    identity.push_back(entry->second);
  }
  return identity;
}

std::uint64_t symbols_of(const std::vector<match::Match>& tiles) {
  std::uint64_t sum = 0;
  for (const match::Match& tile : tiles) sum += tile.length;
  return sum;
}

}  // namespace

double SharedLiterals::share() const { return compare::pair_scores::share(common, all); }

LiteralBags::LiteralBags(const corpus::Corpus& corpus, unsigned threads, const Progress& progress)
    : bags_(corpus.submissions.size()) {
  base::parallel_for(bags_.size(), threads, [&](std::size_t i) {
    if (!progress.cancelled()) bags_[i] = bag_of(corpus, i);
  });
}

SharedLiterals LiteralBags::shared(std::uint32_t a, std::uint32_t b) const {
  const auto &x = bags_[a], &y = bags_[b];
  std::uint64_t common = 0;
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    common += x[i] == y[j];
    const std::uint64_t least = std::min(x[i], y[j]);
    i += x[i] == least;
    j += y[j] == least;
  }
  return {common, x.size() + y.size() - common};
}

PairMatcher::PairMatcher(const corpus::Corpus& corpus, const index::SharedIndex& index,
                         const corpus::Comparability& rules, unsigned threads,
                         const Progress& progress)
    : corpus_(corpus),
      index_(index),
      identity_(number_identities(corpus)),
      thinned_(corpus.submissions.size()),
      literals_(corpus, threads, progress),
      names_(corpus, rules, threads, progress) {
  base::parallel_for(thinned_.size(), threads, [&](std::size_t i) {
    if (progress.cancelled()) return;
    const auto selected = index.selected(static_cast<std::uint32_t>(i));
    thinned_[i] = match::thinned_among(corpus.texts[i].runs, selected);
  });
}

std::optional<PairMatch> PairMatcher::match(std::uint32_t held, std::uint32_t other,
                                            Matching& matching, const match::TileGate& gate) const {
  if (matching.held_ != held) matching.seeds_.index(side(held));
  matching.held_ = held;
  matching.seeds_.query(side(other));
  match::MaximalMatches& found = matching.found_;
  matching.seeds_.find_matches(found, matching.watch_);
  if (held > other) found.swap_sides();
  Pair pair;
  pair.a = std::min(held, other);
  pair.b = std::max(held, other);
  const auto tiles = matching.tiler_.tile(side(pair.a), side(pair.b), found, matching.watch_, gate);
  const match::TileBound bound{symbols_of(tiles), tiles.size()};
  if (tiles.empty() || !gate(bound)) return std::nullopt;
  return measured(pair, tiles, false);
}

PairMatch PairMatcher::match_whole(std::uint32_t a, std::uint32_t b) const {
  Pair pair;
  pair.a = a;
  pair.b = b;
  return measured(pair, whole_tiles(a, b), true);
}

match::Side PairMatcher::side(std::uint32_t submission) const {
  const corpus::SubmissionText& text = corpus_.texts[submission];
  return {text.runs, index_.selected(submission), index_.selected_in_order(submission), text.extent,
          thinned_[submission]};
}

// Matches every counted part of a with the same part of a file of b with equal text. If no part
// counts, uses the scraps between base code.
std::vector<match::Match> PairMatcher::whole_tiles(std::uint32_t a, std::uint32_t b) const {
  std::multimap<corpus::TextId, std::uint32_t> partners;  // where files of b begin
  for (std::size_t i = 0; i < corpus_.submissions[b].files.size(); ++i) {
    const corpus::PreparedFile& file = corpus_.files[corpus_.submissions[b].files[i]];
    partners.emplace(file.text_id, corpus_.texts[b].begins[i]);
  }
  std::vector<match::Match> tiles;
  for (std::size_t i = 0; i < corpus_.submissions[a].files.size(); ++i) {
    const corpus::PreparedFile& file = corpus_.files[corpus_.submissions[a].files[i]];
    if (file.canon.size() == 0) continue;
    const auto partner = partners.find(file.text_id);
    const std::uint32_t a_begin = corpus_.texts[a].begins[i];
    for (const corpus::SymbolRange& range : file.own) {
      if (!corpus::counts(file, range) && !corpus_.only_scraps(a)) continue;
      tiles.push_back({a_begin + range.begin, partner->second + range.begin, range.length()});
    }
    partners.erase(partner);
  }
  return tiles;
}

// Submissions of the same text are covered whole, part by part, regardless of anchors; none of
// their tiles are joined.
std::vector<match::Chain> PairMatcher::chains_of(const Pair& pair,
                                                 const std::vector<match::Match>& tiles,
                                                 bool whole) const {
  if (!whole) {
    return match::chain_tiles(tiles, corpus_.texts[pair.a].runs, corpus_.texts[pair.b].runs, {});
  }
  std::vector<match::Chain> chains;
  for (const match::Match& tile : tiles) chains.push_back({{tile}, tile.length});
  return chains;
}

PairCounts PairMatcher::count(const Pair& pair, const std::vector<match::Match>& tiles) const {
  PairCounts counts{.weight_a = corpus_.measured(pair.a).weight(),
                    .weight_b = corpus_.measured(pair.b).weight()};
  const SharedLiterals literals = shared_literals(pair.a, pair.b);
  counts.common_literals = literals.common;
  counts.all_literals = literals.all;
  counts.names = names_.shared(pair.a, pair.b);
  std::uint64_t heaviest = 0;
  for (const match::Match& tile : tiles) {
    const corpus::FilePosition at = corpus_.locate(pair.a, tile.a);
    const std::uint64_t unit = corpus::unit_weight(corpus_.files[at.file].canon.symbols);
    heaviest = std::max(heaviest, unit);
    counts.matched += unit * tile.length;
    counts.tiles += unit;
    const corpus::SpellingDifference changed = changes(pair, tile);
    counts.spelled += unit * changed.spelled;
    counts.changed_literals += unit * changed.literals;
    counts.changed_names += unit * changed.names;
    counts.changed_in_rows += unit * changed.names_in_rows;
    const std::uint32_t sharers = shared_by(index_, pair.a, tile.a, tile.a + tile.length);
    counts.rare_symbols += tile.length * rarity(sharers, index_.owners());
  }
  counts.breaks = counts.tiles - heaviest;
  return counts;
}

// `whole`: equal normalized texts, with any literals, so that the tiles cover all.
PairMatch PairMatcher::measured(const Pair& pair, const std::vector<match::Match>& tiles,
                                bool whole) const {
  PairMatch match{pair, chains_of(pair, tiles, whole), 0};
  PairCounts counts = count(pair, tiles);
  counts.identical = whole && counts.changed_literals == 0;
  for (const match::Chain& chain : match.chains) {
    counts.longest = std::max(counts.longest, chain.symbols);
    const corpus::PreparedFile& file = corpus_.files[corpus_.locate(pair.a, chain.a_begin()).file];
    if (!corpus::front_end_of(file).is_prose()) continue;
    counts.longest_prose =
        std::max(counts.longest_prose, corpus::unit_weight(file.canon.symbols) * chain.symbols);
  }
  match.pair.identical = counts.identical;
  match.pair.identical_names = counts.identical && counts.changed_names == 0;
  compare::pair_scores::set_measures(counts, match.pair);
  return match;
}

corpus::SpellingDifference PairMatcher::changes(const Pair& pair, const match::Match& tile) const {
  const corpus::FilePosition a = corpus_.locate(pair.a, tile.a);
  const corpus::FilePosition b = corpus_.locate(pair.b, tile.b);
  return corpus::compare_spellings(corpus_.files[a.file], a.symbol, corpus_.files[b.file], b.symbol,
                                   tile.length);
}

}  // namespace whorl::internal::compare::scoring
