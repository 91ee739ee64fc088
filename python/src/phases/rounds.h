// The steps of a round (whorl/rounds.h) on blocks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "blocks.h"
#include "lists.h"
#include "whorl/pair_rule.h"

namespace whorl::python::phases {

// The block of the state before the first round: all ranks are undecided.
std::string first_state(std::uint64_t ranks);

// Whether each rank is known to survive.
Result<std::vector<bool>> survivors(std::string_view state);

struct HandOutOptions {
  unsigned round;
  std::uint32_t ranges;  // of ranks
};

// What the lists hand out, one block for each range of ranks. Memory: about 64 bytes for each
// member of these lists, and 1 byte for each rank.
Result<std::vector<RangeBlock>> hand_out(const Blocks& lists, std::string_view state,
                                         const whorl::phases::PairRule& rule,
                                         const HandOutOptions& options);

// A pair to count, or, if `held_back`, the first candidate of `own` that is held back.
struct MergedRow {
  Rank own;
  Rank rank;
  bool held_back;
};

// Merges all blocks of one range of ranks. Leaves out the candidates that
// PairRule::prefixes_allow() excludes. Before the last round a document has at most
// 16 << round candidates; the others are held back.
Result<std::vector<MergedRow>> merge_hands(const Blocks& hands, const whorl::phases::PairRule& rule,
                                           unsigned round);

// A document, and one before it in the order of preference that is similar.
struct SimilarPair {
  Rank own;
  Rank candidate;
  auto operator<=>(const SimilarPair&) const = default;
};

// Similar pairs, and what was held back, of all documents in a round.
struct Counted {
  std::vector<SimilarPair> similar;
  std::vector<HeldBack> held_back;
};

struct Taken {
  Rank rank;
  Rank survivor;
};

struct Settled {
  std::string state;
  std::vector<std::string> searches;
  std::vector<Taken> taken;
  bool all_decided;
};

Result<Settled> settle(std::string_view state, const Blocks& searches, Counted counted,
                       unsigned round);

// Single linkage: returns each rank that is not the first of its component, with that first rank.
Result<std::vector<Taken>> components(std::uint64_t ranks, const std::vector<SimilarPair>& similar);

}  // namespace whorl::python::phases
