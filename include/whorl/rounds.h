// Linkage by kept documents in rounds, for tasks that exchange only the result of the previous
// round.
//
// A list contains the documents that have one shingle in their prefix. Candidates of a document are
// the more preferred documents of its lists. Each round has three steps:
// 1. Each task hands out candidates to the documents of its lists: in round 0 guess(), later
//    hand_out().
// 2. complete_candidates(), PairRule: for each document, the candidates from all tasks are merged,
//    and the pairs are counted.
// 3. settle(): finds the kept documents again, by all similar pairs that are known.
// Round 0 counts the pairs that are most probably similar. The later rounds count what could
// disprove the kept documents: each document and the kept documents before its own. If nothing is
// left to count (is_settled()), the kept documents are those of SurvivorLinkage over all pairs. How
// the lists and the documents are divided among tasks makes no difference to them.
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

// Whether a document is handed out to the documents after it, as a candidate. Kept documents are.
enum class HandedOut : std::uint8_t {
  never,
  before,  // since an earlier round
  now,     // from this round on
};

// What is known before a round, by rank. 25 bytes a document.
struct RoundState {
  std::vector<HandedOut> handed_out;
  std::vector<Rank> survivors;   // of each document, as far as is known; itself if it survives
  std::vector<Rank> ends;        // candidates of a document are before this rank
  std::vector<Rank> counted_to;  // those before this rank were counted, except those of `now`

  // All documents survive, and no pair was counted.
  static RoundState first(std::size_t ranks);
};

// Whether nothing is left to count. O(ranks).
bool is_settled(const RoundState& state);

// A document of a list. `at_own_modulus`: its sketch has the modulus of the list, not a finer one.
// `suffices`: the shingle of the list is not hot, or the hot shingles of the document suffice
// (PairRule::hot_suffice()).
// A list forms a pair if each of the two is true for at least one document. So each pair belongs to
// the coarser modulus of its two sketches. And lists do not hand out all pairs of documents that
// have only a template in common.
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

// A candidate of a document: one before it in the order. `shared`: how many lists handed it out. If
// hand_out() did, this is the number of shingles that both prefixes contain and that suffice.
struct Candidate {
  Rank own;
  Rank rank;
  std::uint64_t shared;
  auto operator<=>(const Candidate&) const = default;
};

// Receives the candidates of one document, ascending. Documents ascend from call to call, and
// those without candidates are left out.
using HandVisitor = std::function<void(std::span<const Candidate>)>;

// Visits at most kGuesses candidates of each document: those that most lists have among their first
// members. `sizes` are the numbers of shingles by rank. Memory and time are those of hand_out()
// with a few candidates in each list.
inline constexpr std::size_t kGuesses = 8;
void guess(const ShingleLists& lists, std::span<const std::uint64_t> sizes, const PairRule& rule,
           const HandVisitor& visit);
// Keeps those kGuesses of the candidates of one document that have the greatest `shared`. They
// ascend before and after.
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

// Visits the candidates of each document that the state hands out, that were not counted, and that
// have a size that the rule allows: the first `most` of them. Memory: at most 48 bytes for each
// member and 12 bytes for each rank. O(n c + ranks) for n members that form pairs with c candidates
// in a list; less if many documents have more than `most`.
inline constexpr std::size_t kAllCandidates = SIZE_MAX;
void hand_out(const ShingleLists& lists, const RoundState& state,
              std::span<const std::uint64_t> sizes, const PairRule& rule, std::size_t most,
              const HandVisitor& visit);

// Appends the candidates of one document, each once, ascending. `parts` are those of all tasks, in
// any order; this function sorts them. O(n log n).
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

// What was counted for a document.
struct Search {
  Rank own;
  Rank counted_to;            // as in RoundState; 0 after round 0
  std::vector<Rank> similar;  // of all rounds, ascending

  // Adds similar ones. Sorts all.
  void add_similar(std::span<const Rank> found);
  // Adds the similar ones, ascending, of what hand_out() handed out of the state before this `end`;
  // later candidates were not counted.
  void add_counted(std::span<const Rank> found, const RoundState& state, Rank end);
};

// Similar candidates that survive. With this number, a document needs no further candidates in the
// round in which it is first compared, or in a later one: the first is its kept document. It may be
// taken in this round. In later rounds, few documents are compared, and the others replace it.
inline constexpr std::uint32_t kEnough = 1;
inline constexpr std::uint32_t kEnoughAgain = 4;

// Whether these similar candidates of a round are enough.
bool is_enough(Rank own, std::span<const Rank> similar, const RoundState& state);

// In order of preference, each document is taken by the first of its similar documents that
// survives, and survives if there is none. `searches` are those of all documents, ascending.
// O(similar documents).
void settle_guesses(std::span<const Search> searches, RoundState& state);
// The same after a later round. A document that newly survives is handed out, and compared with all
// documents after it. One that lost its kept document is compared with all kept documents before
// itself, since it may survive later.
void settle(std::span<const Search> searches, RoundState& state);

}  // namespace whorl::phases
