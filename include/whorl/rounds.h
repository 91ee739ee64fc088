// Survivor linkage in rounds, for tasks that exchange only the result of the previous round.
//
// A list contains the documents that have one shingle in their prefix. Each round has four steps:
// 1. lower_ends(): each list limits how far its undecided documents are looked at in this round.
// 2. hand_out(): each list hands out the candidates within the limits that are known to its task.
// 3. counted(), complete_candidates(), PairRule: for each document, the candidates from all its
//    lists are merged, and the pairs are counted.
// 4. settle(): decides every document that the counts decide.
//
// The kept documents are those of SurvivorLinkage over all pairs. How the lists and the documents
// are divided among tasks makes no difference.
//
// A document is named by its rank in the order of preference; 0 is the most preferred.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
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

// A candidate of an undecided document: one before it in the order that no survivor has taken.
struct HandedOut {
  Rank own;
  Rank candidate;
  auto operator<=>(const HandedOut&) const = default;
  // The same order as words, for a radix sort.
  std::array<std::uint64_t, 2> sort_key() const { return {own, candidate}; }
};

// A list hands out at most 4 candidates to a document in round 0, then 16, 64, 256 and 1,024, and
// all in the last round. Documents that wait get candidates only in the last round, because most of
// them are decided before.
inline constexpr unsigned kRounds = 6;
inline constexpr unsigned kLastRound = kRounds - 1;
std::size_t candidates_of_round(unsigned round);

// Whether documents of this fate get candidates in a round.
bool takes_part(Fate fate, unsigned round);

// Lowers the ends of the documents that have more candidates in the list than the round allows: the
// end of a document is the rank of the first candidate that some list holds back. `ends` has one
// for each rank, at first the rank itself. `list` ascends by rank. O(n (candidates + log n)) for n
// members, and O(n²) in the last round or if the rule allows few of the sizes.
void lower_ends(std::span<const ListMember> list, const RoundState& state, const PairRule& rule,
                unsigned round, std::span<Rank> ends);

// Appends what a list hands out to the documents that take part in the round: the candidates before
// their ends that were not looked at and whose sizes the rule allows. `ends` are those after
// lower_ends() of this list, and better of all lists that one task has: the earlier the ends, the
// fewer candidates are handed out in vain. O(n (candidates + log n)), O(n²) at most.
void hand_out(std::span<const ListMember> list, const RoundState& state, const PairRule& rule,
              unsigned round, std::span<const Rank> ends, std::vector<HandedOut>& out);

// A candidate, and how many lists handed it out: the shingles that both prefixes have.
struct Candidate {
  Rank own;
  Rank rank;
  std::uint64_t shared;
  auto operator<=>(const Candidate&) const = default;
};

// What lists handed out, each candidate of a document once. Sorts `handed_out`. O(n log n).
std::vector<Candidate> counted(std::vector<HandedOut>& handed_out);

// Appends the candidates before `end`, each once, ascending. `parts` are the counts of one document
// from all calls of counted(), in any order; this function sorts them. `end` is the smallest end
// that any task has for the document. O(n log n).
void complete_candidates(std::span<Candidate> parts, Rank end, std::vector<Candidate>& out);

// An undecided document after a round.
struct Search {
  Rank own;
  Rank looked_at;             // candidates before this rank were counted; `own`: all
  std::vector<Rank> similar;  // found so far, ascending; settle() removes those that were taken
};

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
