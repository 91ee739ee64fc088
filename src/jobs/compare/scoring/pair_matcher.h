// PairMatcher: all exact results for one pair of submissions.
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

// Literals: the numbers, strings and characters of programs, independent of the code around them.
//
// A student who rewrites another's program keeps the texts that it prints and the numbers that it
// uses. Two who solve a task independently choose different ones. Literals show that without any
// passage.

// Of two bags of literals: occurrences that both have, and those that at least one has.
struct SharedLiterals {
  std::uint64_t common = 0;  // sum over the spellings of the smaller count
  std::uint64_t all = 0;     // sum of the larger count

  double share() const;
};

// The literals of all submissions; base code is left out.
class LiteralBags {
 public:
  // O(n log n) in the literals, 8 bytes each. If `progress` is cancelled, some bags are empty.
  LiteralBags(const corpus::Corpus& corpus, unsigned threads, const Progress& progress);

  // Linear in the literals of the two.
  SharedLiterals shared(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<std::vector<std::uint64_t>> bags_;  // hashes of spellings, ascending
};

struct PairMatch {
  Pair pair;  // all except the passages
  // Passages are built from these, in order of a; positions in the two submissions.
  std::vector<match::Chain> chains;
  float estimate = 0;  // of the similarity, before the alignment
};

// Working data of matching; one a thread, which reuses its memory from pair to pair. A submission
// stays indexed until another replaces it.
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
  // Keeps references to all except `rules` and `progress`. If that is cancelled, the matcher is
  // incomplete.
  PairMatcher(const corpus::Corpus& corpus, const index::SharedIndex& index,
              const corpus::Comparability& rules, unsigned threads, const Progress& progress);

  // Aligns two submissions and scores them. Returns nothing if no match is long enough for a tile,
  // or if `gate` refuses the pair. Safe to call from several threads. The result depends only on
  // the two submissions and the index, not on which of them is indexed.
  std::optional<PairMatch> match(std::uint32_t held, std::uint32_t other, Matching& matching,
                                 const match::TileGate& gate) const;

  // Scores submissions of the same text, a < b. They are covered whole, even if they are shorter
  // than k or their passages are too common.
  PairMatch match_whole(std::uint32_t a, std::uint32_t b) const;

  // True if the normalized texts are equal, file by file in any order, and not all of them are base
  // code.
  bool same_text(std::uint32_t a, std::uint32_t b) const { return identity_[a] == identity_[b]; }

  // The literals that the two share, in any position.
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
