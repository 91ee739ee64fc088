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

// The block of a state in which all ranks survive and no pair was counted.
std::string first_state(std::uint64_t ranks);
// Whether each rank survives.
Result<std::vector<bool>> survivors(std::string_view state);
// The ranks that are taken.
Result<std::vector<Taken>> taken(std::string_view state);

// How the ranks are divided.
struct RankRanges {
  std::uint64_t ranks;
  std::uint32_t ranges;
};

struct HandOutOptions {
  std::uint32_t ranges;  // of ranks
  std::size_t most;      // candidates of a document; the others are postponed
};

// What the lists hand out, guesses or later candidates, in blocks of kBlockBytes. Memory: about 70
// bytes for each member of these lists, 25 bytes for each rank, and the blocks.
Result<std::vector<RangeBlock>> guess(const Blocks& lists, const whorl::phases::PairRule& rule,
                                      const RankRanges& ranges);
Result<std::vector<RangeBlock>> hand_out(const Blocks& lists, std::string_view state,
                                         const whorl::phases::PairRule& rule,
                                         const HandOutOptions& options);

// A document, and one before it in the order of preference.
struct DocumentPair {
  Rank own;
  Rank rank;
  auto operator<=>(const DocumentPair&) const = default;
};

// A pair to count, or, if `held_back`, the first candidate of `own` that is left for a later round.
struct MergedRow {
  Rank own;
  Rank rank;
  bool held_back;
};

// Merges all blocks of one range of ranks: to the guesses of each document, or to its first `most`
// candidates that no task postponed and PairRule::prefixes_allow() accepts. Sorted.
Result<std::vector<DocumentPair>> merge_guesses(const Blocks& hands);
Result<std::vector<MergedRow>> merge_candidates(const Blocks& hands,
                                                const whorl::phases::PairRule& rule,
                                                std::size_t most);

struct Settled {
  std::string state;
  std::vector<std::string> similar;
  bool is_final;
};

// By the guesses that are similar.
Result<Settled> settle_guesses(std::uint64_t ranks, std::vector<DocumentPair> similar);
// Uses the similar documents of the rounds before, and the similar pairs and postponed candidates
// of this round.
Result<Settled> settle(std::string_view state, const Blocks& before,
                       std::vector<DocumentPair> similar, std::span<const DocumentPair> held_back);

// Single linkage: returns each rank that is not the first of its component, with that first rank.
Result<std::vector<Taken>> components(std::uint64_t ranks,
                                      const std::vector<DocumentPair>& similar);

}  // namespace whorl::python::phases
