// Survivor linkage in rounds, for tasks that exchange only the result of the previous round.
//
// A list contains the documents that have one shingle in their prefix. Candidates of a document are
// the more preferred documents of its lists. Each round has three steps:
// 1. hand_out(): each task hands out some candidates to the undecided documents of its lists.
// 2. complete_candidates(), PairRule: for each document, the candidates from all tasks are merged,
//    and the pairs are counted.
// 3. settle(): decides every document that the counts decide.
//
// The kept documents are those of SurvivorLinkage over all pairs. How the lists and the documents
// are divided among tasks makes no difference.
//
// A document is named by its rank in the order of preference; 0 is the most preferred.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "whorl/pair_rule.h"

namespace whorl::phases {

using Rank = std::uint64_t;

enum class Fate : std::uint8_t {
  undecided,
  waits,  // undecided, and similar to one before it that is undecided
  survives,
  taken,
};

// Whether it is not known yet what becomes of the document.
constexpr bool is_open(Fate fate) { return fate == Fate::undecided || fate == Fate::waits; }

// What is known of each rank before a round. 17 bytes a document.
struct RoundState {
  std::span<const Fate> fates;
  std::span<const Rank> looked_at;       // candidates before this rank were counted; 0 at first
  std::span<const std::uint64_t> sizes;  // shingles of the document
};

// A document of a list. `at_own_modulus`: its sketch has the modulus of the list, not a finer one.
// A list forms a pair if this is true for at least one of the two. So each pair belongs to the
// coarser modulus of its two sketches.
struct ListMember {
  Rank rank;
  bool at_own_modulus;
};

// Several lists, one after the other. `sizes` has the number of members of each list. The members
// of a list ascend by rank.
struct ShingleLists {
  std::span<const std::uint32_t> sizes;
  std::span<const ListMember> members;
};

// A candidate of an undecided document: one before it in the order that no survivor has taken.
// `shared`: how many lists handed it out: the number of shingles that both prefixes contain.
struct Candidate {
  Rank own;
  Rank rank;
  std::uint64_t shared;
  auto operator<=>(const Candidate&) const = default;
};

// A list has more candidates of a document than the limit of the round. `from` is the first one
// above the limit. No candidate from there on is handed out.
struct HeldBack {
  Rank own;
  Rank from;
  auto operator<=>(const HeldBack&) const = default;
};

// What one task hands out. Both ascend.
struct Hand {
  std::vector<Candidate> candidates;
  std::vector<HeldBack> held_back;  // one for a document: the smallest `from` of its lists
};

// A list hands out at most 7 candidates to a document in round 0, then 28, 112, 448 and 1,792, and
// all in the last round. Documents that wait get candidates only in the last round, because most of
// them are decided before.
inline constexpr unsigned kRounds = 6;
inline constexpr unsigned kLastRound = kRounds - 1;
std::size_t candidates_of_round(unsigned round);

// Whether documents of this fate get candidates in a round.
bool takes_part(Fate fate, unsigned round);

// What the lists of a task hand out to the documents that take part in the round: the first
// candidates that were not looked at and have a size that the rule allows. Memory in addition to
// the result: 32 bytes for each member and 12 bytes for each rank. O(n c + ranks) for n members
// with c candidates in a list.
Hand hand_out(const ShingleLists& lists, const RoundState& state, const PairRule& rule,
              unsigned round);

// Appends the candidates of one document before `end`, each once, ascending. `parts` are those of
// all calls of hand_out(), in any order; this function sorts them. `end` is the smallest
// HeldBack::from of the document, or the document itself if none was held back. O(n log n).
template <class Part>
void complete_candidates(std::type_identity_t<std::span<Part>> parts, Rank end,
                         std::vector<Part>& out) {
  std::ranges::sort(parts, {}, &Part::rank);
  const std::size_t first = out.size();
  for (const Part& part : parts) {
    if (part.rank >= end) return;
    if (out.size() > first && out.back().rank == part.rank) {
      out.back().shared += part.shared;
    } else {
      out.push_back(part);
    }
  }
}

// An undecided document after a round.
struct Search {
  Rank own;
  Rank looked_at;             // candidates before this rank were counted; `own`: all
  std::vector<Rank> similar;  // found so far, ascending; settle() removes those that were taken
};

// Whether a task can stop counting the candidates of a document in this round. Call it after each
// similar candidate. True if that candidate is known to survive. Before the last round also true if
// three are similar: one of them probably survives. A task that stops sets `looked_at` to the first
// candidate that was not counted.
bool has_enough(const Search& search, std::span<const Fate> fates, unsigned round);

// What is decided, by rank.
struct Decided {
  std::span<Fate> fates;
  std::span<Rank> taken_by;  // of a document that is taken, its survivor; else unchanged
};

// Decides as many documents as the searches allow. `searches` are those of all undecided documents,
// ascending by `own`.
//
// A document is taken by the first document in `similar` that survives, if all before it were
// taken. It survives if all its candidates were counted and all similar ones were taken. Removes
// the searches of decided documents, and from the others the similar documents that were taken.
// O(similar documents).
void settle(std::vector<Search>& searches, const Decided& decided);

}  // namespace whorl::phases
