// Reaches: how far each shared pick can take part in a match.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compare/corpus.h"
#include "index/shared_index.h"
#include "match/side.h"

namespace whorl {

struct PickReach {
  std::uint32_t group = 0;
  std::uint32_t position = 0;
  Reach most;    // what a match through the pick can cover before other picks share in it
  Reach surely;  // what it covers: its k-gram, and back to the pick it repeats
};

// The reaches of all shared picks, worked out once. 24 bytes a pick.
class Reaches {
 public:
  Reaches(const Corpus& corpus, const SharedIndex& index, unsigned threads);

  // Those of a submission, by position.
  std::span<const PickReach> of(std::uint32_t owner) const { return reaches_[owner]; }

  // What Partner::stretch is at least, of this submission with one it shares t symbols in a row
  // with: the first and last window of such a match may pick w - 1 symbols from its ends.
  std::uint32_t least_stretch(std::uint32_t owner) const { return least_stretch_[owner]; }

 private:
  std::vector<std::uint32_t> least_stretch_;
  std::vector<std::vector<PickReach>> reaches_;
};

}  // namespace whorl
