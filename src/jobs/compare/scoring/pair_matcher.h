// PairMatcher: everything exact about one pair of submissions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/go_on.h"
#include "jobs/compare/corpus/comparability.h"
#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/corpus/spelling.h"
#include "jobs/compare/scoring/names.h"
#include "passages/index/shared_index.h"
#include "passages/match/chain.h"
#include "passages/match/seed_index.h"
#include "passages/match/tiling.h"
#include "whorl/pair_scores.h"
#include "whorl/progress.h"
#include "whorl/report.h"

namespace whorl::internal::compare::scoring {

// Literals: the numbers, strings and characters that programs spell, whatever stands around them.
//
// Who writes a program anew after another one keeps what it prints and what it counts to; two who
// solve one task alone word it differently. No passage is needed to see that.

// Of two bags of literals: occurrences that both have, and those that either has.
struct SharedLiterals {
  std::uint64_t common = 0;  // sum over the spellings of the smaller count
  std::uint64_t all = 0;     // the same of the larger

  double share() const;
};

// The literals of all submissions; base code is left out.
class LiteralBags {
 public:
  // O(n log n) in the literals, 8 bytes each.
  // If `progress` is cancelled, some bags are empty.
  LiteralBags(const corpus::Corpus& corpus, unsigned threads, const Progress& progress);

  // Linear in the literals of the two.
  SharedLiterals shared(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<std::vector<std::uint64_t>> bags_;  // hashes of spellings, ascending
};

struct PairMatch {
  Pair pair;                         // all but the passages
  std::vector<match::Chain> chains;  // what passages are made of, in order of a; positions in the
                                     // two submissions
  float estimate = 0;                // of the similarity, before the alignment
};

// What matching works with; one a thread, which keeps its memory from pair to pair. A submission
// stays held until another takes its place.
class Matching {
 public:
  // If `progress` is cancelled, matches are incomplete.
  Matching(const index::SharedIndex& index, const Progress& progress)
      : watch_(&progress), seeds_(index.groups()) {}

 private:
  friend class PairMatcher;

  const base::Cancellation watch_;
  match::SeedIndex seeds_;
  match::MaximalMatches found_;
  match::Tiler tiler_;
  std::optional<std::uint32_t> held_;  // by `seeds_`
};

class PairMatcher {
 public:
  // Keeps references to all but `rules` and `progress`. If that is cancelled, the matcher is
  // incomplete.
  PairMatcher(const corpus::Corpus& corpus, const index::SharedIndex& index,
              const corpus::Comparability& rules, unsigned threads, const Progress& progress);

  // Aligns two submissions and scores them. Nothing when no match is long enough for a tile, or
  // when `gate` turns the pair down on the way. Safe to call from several threads; the result
  // depends on the two submissions and the index alone, not on who is held.
  std::optional<PairMatch> match(std::uint32_t held, std::uint32_t other, Matching& matching,
                                 const match::TileGate& gate) const;

  // Scores submissions of the same text, a < b: covered whole, also where they are shorter than k
  // or their passages are too common.
  PairMatch match_whole(std::uint32_t a, std::uint32_t b) const;

  // Equal canonical texts, file by file in any order, and not all of it base code.
  bool same_text(std::uint32_t a, std::uint32_t b) const { return identity_[a] == identity_[b]; }

  // What literals the two share, wherever they stand.
  SharedLiterals shared_literals(std::uint32_t a, std::uint32_t b) const {
    return literals_.shared(a, b);
  }

  const NameSets& names() const { return names_; }

  // Submissions with the same number have the same text.
  const std::vector<std::uint32_t>& identity() const { return identity_; }

 private:
  match::Side side(std::uint32_t submission) const;
  std::vector<match::Match> whole_tiles(std::uint32_t a, std::uint32_t b) const;
  PairMatch measured(const Pair& pair, const std::vector<match::Match>& tiles, bool whole) const;
  std::vector<match::Chain> chains_of(const Pair& pair, const std::vector<match::Match>& tiles,
                                      bool whole) const;
  PairCounts count(const Pair& pair, const std::vector<match::Match>& tiles) const;
  corpus::SpellingDifference changes(const Pair& pair, const match::Match& tile) const;

  const corpus::Corpus& corpus_;
  const index::SharedIndex& index_;
  std::vector<std::uint32_t> identity_;
  std::vector<std::vector<std::uint32_t>> thinned_;  // by submission: Side::thinned
  const LiteralBags literals_;
  const NameSets names_;
};

}  // namespace whorl::internal::compare::scoring
