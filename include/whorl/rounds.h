// Linkage by kept documents in rounds, for tasks that exchange only the results of each round.
//
// A list contains the documents that have one shingle in their prefix. The candidates of a document
// are the more preferred documents in its lists. Each round has three steps:
// 1. Each task hands out candidates to the documents in its lists: with guess() in round 0, later
//    with hand_out().
// 2. complete_candidates() merges the candidates of each document from all tasks. The caller counts
//    the pairs (PairRule).
// 3. settle_guesses() in round 0, later settle(), computes the kept documents from all similar
//    pairs that are known.
// Round 0 counts the pairs that are most probably similar. Later rounds count the pairs that could
// change the result. These are the pairs of a document and a kept document that precedes its
// present kept document. When no pair is left to count (is_settled()), the result equals that of
// SurvivorLinkage over all pairs. It does not depend on how lists and documents are divided among
// tasks.
//
// A document is named by its rank in the order of preference; 0 is the most preferred.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include "whorl/pair_rule.h"

namespace whorl::phases {

using Rank = std::uint64_t;

// Says whether a document is handed out as a candidate to the documents after it. Only kept
// documents are handed out.
enum class HandedOut : std::uint8_t {
  never,
  before,  // since an earlier round
  now,     // from this round on
};

// The state before a round; vectors are indexed by rank. 25 bytes per document.
struct RoundState {
  std::vector<HandedOut> handed_out;
  std::vector<Rank> survivors;   // kept document as far as known; itself if the document is kept
  std::vector<Rank> ends;        // the document needs only candidates before this rank
  std::vector<Rank> counted_to;  // candidates before this rank were counted, except those of `now`

  // Returns the state before round 0: all documents are kept, and no pair was counted.
  static RoundState first(std::size_t ranks);
};

// Returns true if no pair is left to count. O(ranks).
bool is_settled(const RoundState& state);

// A document in a list. `at_own_modulus`: its sketch has the modulus of the list, not a finer one.
// `suffices`: the shingle of the list is not hot, or the hot shingles of the document suffice
// (PairRule::hot_suffice()).
//
// A list forms a pair of two documents if `at_own_modulus` is true for at least one of them, and
// `suffices` for at least one. So each pair belongs to the coarser modulus of its two sketches. The
// condition on `suffices` prevents that a list hands out all pairs of documents that share only a
// template.
struct ListMember {
  Rank rank;
  bool at_own_modulus;
  bool suffices = true;
};

// Several lists, one after the other. `sizes` has the number of members of each list. The members
// of a list ascend by rank.
struct ShingleLists {
  std::span<const std::uint32_t> sizes;
  std::span<const ListMember> members;
};

// A candidate of a document: a document before it in the order. `shared` is the number of lists
// that handed it out. With hand_out(), this is the number of shingles that both prefixes contain
// and that suffice.
struct Candidate {
  Rank own;
  Rank rank;
  std::uint64_t shared;
  auto operator<=>(const Candidate&) const = default;
};

// Receives the candidates of one document, ascending. Documents ascend from call to call. Documents
// without candidates are skipped.
using HandVisitor = std::function<void(std::span<const Candidate>)>;

// Visits at most kGuesses candidates of each document: those that are among the first members of
// the most lists. `sizes` has the number of shingles of each rank. Memory and time are those of
// hand_out() with a few candidates in each list.
inline constexpr std::size_t kGuesses = 8;
void guess(const ShingleLists& lists, std::span<const std::uint64_t> sizes, const PairRule& rule,
           const HandVisitor& visit);
// Keeps at most kGuesses candidates of one document, those with the greatest `shared`. Removes
// candidates with less than half of the greatest. They ascend by rank before and after.
template <class Part>
void keep_guesses(std::vector<Part>& candidates) {
  std::uint64_t most = 0;
  for (const Part& one : candidates) most = std::max<std::uint64_t>(most, one.shared);
  std::erase_if(candidates, [&](const Part& one) { return 2 * one.shared < most; });
  if (candidates.size() <= kGuesses) return;
  const auto end = candidates.begin() + kGuesses;
  std::ranges::partial_sort(candidates, end, [](const Part& a, const Part& b) {
    return a.shared != b.shared ? a.shared > b.shared : a.rank < b.rank;
  });
  candidates.resize(kGuesses);
  std::ranges::sort(candidates, {}, &Part::rank);
}

// Visits the first `most` candidates of each document that `state` hands out, that were not
// counted, and whose size the rule allows. Memory: at most 48 bytes per member and 12 bytes per
// rank. O(n c + ranks) for n members that form pairs with c candidates in a list. Less if many
// documents have more than `most` candidates.
inline constexpr std::size_t kAllCandidates = SIZE_MAX;
void hand_out(const ShingleLists& lists, const RoundState& state,
              std::span<const std::uint64_t> sizes, const PairRule& rule, std::size_t most,
              const HandVisitor& visit);

// Appends the candidates of one document, each once, ascending. `parts` are the candidates from all
// tasks, in any order; this function sorts them. O(n log n).
template <class Part>
void complete_candidates(std::type_identity_t<std::span<Part>> parts, std::vector<Part>& out) {
  std::ranges::sort(parts, {}, &Part::rank);
  const std::size_t first = out.size();
  for (const Part& part : parts) {
    if (out.size() > first && out.back().rank == part.rank) {
      out.back().shared += part.shared;
    } else {
      out.push_back(part);
    }
  }
}

// The results of counting for one document.
struct Search {
  Rank own;
  Rank counted_to;            // as in RoundState; 0 after round 0
  std::vector<Rank> similar;  // similar candidates of all rounds, ascending

  // Adds similar candidates, in any order.
  void add_similar(std::span<const Rank> found);
  // Adds the similar ones of the candidates that hand_out() visited for `state`, ascending. Only
  // the candidates before the rank `end` were counted.
  void add_counted(std::span<const Rank> found, const RoundState& state, Rank end);
};

// The numbers of similar kept candidates after which a document needs no further candidates in a
// round. kEnough is for the round in which it is first compared, kEnoughAgain for later rounds. The
// first of these candidates becomes the kept document, unless another document takes this candidate
// in the same round. Then another candidate replaces it. kEnoughAgain is larger, because later
// rounds compare few documents.
inline constexpr std::uint32_t kEnough = 1;
inline constexpr std::uint32_t kEnoughAgain = 4;

// Returns true if these similar candidates of a round are enough.
bool is_enough(Rank own, std::span<const Rank> similar, const RoundState& state);

// Computes the kept documents after round 0. In order of preference, each document is taken by the
// first similar document that is kept. If there is none, the document is kept. `searches` has the
// searches of all documents, ascending. O(similar documents).
void settle_guesses(std::span<const Search> searches, RoundState& state);
// The same after a later round. A newly kept document is handed out and compared with all documents
// after it. A document that lost its kept document is compared with all kept documents before
// itself, because it may be kept later.
void settle(std::span<const Search> searches, RoundState& state);

}  // namespace whorl::phases
