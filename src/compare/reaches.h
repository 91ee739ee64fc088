// Reaches: how far each shared pick can take part in a match.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compare/corpus.h"
#include "index/shared_index.h"
#include "match/side.h"
#include "match/tiling.h"

namespace whorl {

inline std::uint32_t length(Reach reach) { return reach.end - reach.begin; }

struct PickReach {
  std::uint32_t group = 0;
  std::uint32_t position = 0;
  Reach most;    // what a match through the pick can cover before other picks share in it
  Reach surely;  // what it covers: its k-gram, and back to the pick it repeats
};

// What matches through some of a submission's picks can cover of it.
struct SharedReach {
  TileBound most;
  std::uint32_t stretch = 0;  // symbols from first to last pick of those one match may join
};

// Over the picks that `shared` indexes, ascending.
SharedReach reach_over(std::span<const PickReach> picks, std::span<const std::uint32_t> shared);

// The reaches of all shared picks, worked out once. 24 bytes a pick.
class Reaches {
 public:
  Reaches(const Corpus& corpus, const SharedIndex& index, unsigned threads);

  // Those of a submission, by position.
  std::span<const PickReach> of(std::uint32_t owner) const { return reaches_[owner]; }

  // Whether `most` bounds anything: all runs of the submission promise windows.
  bool bounded(std::uint32_t owner) const { return bounded_[owner] != 0; }

  // What a match of t symbols surely covers of this submission, from its first shared pick to its
  // last: the first and last window of the match may pick w - 1 symbols from its ends.
  std::uint32_t least_stretch(std::uint32_t owner) const { return least_stretch_[owner]; }

 private:
  std::vector<std::uint8_t> bounded_;
  std::vector<std::uint32_t> least_stretch_;
  std::vector<std::vector<PickReach>> reaches_;
};

}  // namespace whorl
