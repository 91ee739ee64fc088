// PairMatcher: everything exact about one pair of submissions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compare/corpus/corpus.h"
#include "compare/corpus/spelling.h"
#include "index/shared_index.h"
#include "match/chain.h"
#include "match/seed_index.h"
#include "match/tiling.h"
#include "whorl/measures.h"
#include "whorl/report.h"

namespace whorl::internal::compare::scoring {

struct PairMatch {
  Pair pair;                         // all but the passages
  std::vector<match::Chain> chains;  // what passages are made of, in order of a; positions in the
                                     // two submissions
  float estimate = 0;                // of the similarity, before the alignment
};

// What matching works with; one a thread, which keeps its memory from pair to pair.
struct Matching {
  explicit Matching(std::uint32_t groups) : meeting(groups) {}

  match::SeedIndex meeting;
  match::MaximalMatches found;
  match::Tiler tiler;
};

class PairMatcher {
 public:
  // Keeps references to both.
  PairMatcher(const corpus::Corpus& corpus, const index::SharedIndex& index);

  // Aligns the two submissions that meet in `matching` and scores them. Nothing when they share no
  // t symbols in a row, or when `gate` turns the pair down on the way. Safe to call from several
  // threads; the result depends on the two submissions and the index alone, not on who is held.
  std::optional<PairMatch> match(std::uint32_t held, std::uint32_t other, Matching& matching,
                                 const match::TileGate& gate) const;

  // Whether match() would find something, gate aside; it stops at the first passage. `matching`
  // holds the one.
  bool shares_passage(std::uint32_t held, std::uint32_t other, Matching& matching) const;

  // Scores submissions of the same text, a < b: covered whole, also where they are shorter than k
  // or their passages are too common.
  PairMatch match_whole(std::uint32_t a, std::uint32_t b) const;

  // A submission as the matcher sees it.
  match::Side side(std::uint32_t submission) const;

  // Equal canonical texts, file by file in any order, and not all of it base code.
  bool same_text(std::uint32_t a, std::uint32_t b) const { return identity_[a] == identity_[b]; }

  // Submissions with the same number have the same text.
  const std::vector<std::uint32_t>& identity() const { return identity_; }

 private:
  std::vector<match::Match> whole_tiles(std::uint32_t a, std::uint32_t b) const;
  bool makes_a_pair(std::uint32_t a, const std::vector<match::Match>& tiles) const;
  bool is_passage(std::uint32_t a, const match::Match& tile) const;
  PairMatch measured(const Pair& pair, const std::vector<match::Match>& tiles, bool whole) const;
  std::vector<match::Chain> chains_of(const Pair& pair, const std::vector<match::Match>& tiles,
                                      bool whole) const;
  PairCounts count(const Pair& pair, const std::vector<match::Match>& tiles) const;
  corpus::SpellingDifference changes(const Pair& pair, const match::Match& tile) const;
  bool same_names(const Pair& pair, const std::vector<match::Match>& tiles) const;

  const corpus::Corpus& corpus_;
  const index::SharedIndex& index_;
  std::vector<std::uint32_t> identity_;
};

}  // namespace whorl::internal::compare::scoring
