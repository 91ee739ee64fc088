// Survivor linkage in rounds, by tasks that share nothing but what the rounds before decided.
//
// The documents in whose prefix one shingle is are a list. In each round the lists hand out some
// candidates to each document that is undecided (hand_out), what all lists of a document handed out
// is brought together and counted (complete_candidates, PairRule), and all that can be decided is
// (settle). The survivors are those of SurvivorLinkage over all pairs, however the lists and the
// documents are divided among tasks.
//
// Documents are ranks in the order of preference, the most preferred 0.
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

// A document of a list. `own`: its sketch is kept at the modulus of the list. A pair is formed
// where one of the two is; the list of a coarser modulus has both, and that of a finer one only
// one.
struct ListMember {
  Rank rank;
  bool own;
};

// A candidate of an undecided document: one before it in the order that no survivor has taken.
struct HandedOut {
  Rank own;
  Rank candidate;
  auto operator<=>(const HandedOut&) const = default;
  std::array<std::uint64_t, 2> sort_key() const { return {own, candidate}; }
};

// A list has further candidates of a document, the first of which is `from`.
struct HeldBack {
  Rank own;
  Rank from;
  auto operator<=>(const HeldBack&) const = default;
};

struct Hand {
  std::vector<HandedOut> handed_out;
  std::vector<HeldBack> held_back;
};

// The rounds from 0. A list hands out 4 candidates to a document, then 16, 64 …, and in the last
// round all of them. Those that wait get some in the last round alone: mostly they need none.
inline constexpr unsigned kRounds = 6;
inline constexpr unsigned kLastRound = kRounds - 1;
std::size_t candidates_of_round(unsigned round);

// Whether documents of this fate get candidates in a round.
bool takes_part(Fate fate, unsigned round);

// Appends what a list hands out to the documents that take part in the round: of the candidates
// that were not looked at, and whose sizes the rule allows, the first ones. `list` ascends by rank.
// O(n²) at most; mostly O(n (candidates + log n)).
void hand_out(std::span<const ListMember> list, const RoundState& state, const PairRule& rule,
              unsigned round, Hand& out);

// A candidate, and how many lists handed it out: the shingles that both prefixes have.
struct Candidate {
  Rank own;
  Rank rank;
  std::uint64_t shared;
  auto operator<=>(const Candidate&) const = default;
};

// What lists handed out, each candidate of a document once. Sorts `handed_out`. O(n log n).
std::vector<Candidate> counted(std::vector<HandedOut>& handed_out);

// Appends the candidates before `end`, ascending. `parts` are those of one document, as they were
// counted of some of its lists each, in any order; they are sorted. `end` is the least rank that
// one of its lists held back, or the document's own. O(n log n).
void complete_candidates(std::span<Candidate> parts, Rank end, std::vector<Candidate>& out);

// An undecided document after a round.
struct Search {
  Rank own;
  Rank looked_at;             // candidates before this rank were counted; `own`: all
  std::vector<Rank> similar;  // the candidates that were found, of all rounds, ascending
};

// What is decided, by rank.
struct Decided {
  std::span<Fate> fates;
  std::span<Rank> taken_by;  // of a document that is taken, its survivor; else unchanged
};

// Decides what follows from the searches, which are those of all open documents, ascending. A
// document is taken by the first of those similar to it that survives, if all before it are taken.
// It survives if all candidates were looked at, and all similar ones are taken. Leaves the searches
// that are undecided still. O(similar ones).
void settle(std::vector<Search>& searches, const Decided& decided);

}  // namespace whorl::phases
