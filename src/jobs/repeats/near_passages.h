// Near passages of a collection: exact ones, and passages in which most words are equal.
#pragma once

#include <optional>
#include <utility>

#include "jobs/repeats/near_seeds.h"
#include "jobs/repeats/passages.h"
#include "passages/near/near_rule.h"

namespace whorl::internal::repeats {

// The grid that finds the seeds of a rule. Two thirds of a seed are its k-gram, because shorter
// k-grams would occur everywhere.
Result<Grid> make_seed_grid(const near::NearRule& rule);

// Joins overlapping passages, in ascending order of their beginnings. A passage that extends beyond
// the one before keeps its end.
class PassageJoiner {
 public:
  // The passage that ended before `passage`, if there is one.
  std::optional<Passage> take(const Passage& passage);
  // The last one.
  std::optional<Passage> finish() { return std::exchange(open_, std::nullopt); }

 private:
  std::optional<Passage> open_;
};

// Near passages of the input, including `exact` ones, each longer if it is near beyond its ends.
// Reads all texts once more. The folder of the search is that of the exact passages.
Result<FoundPassages> find_near_passages(FoundPassages exact, const NearSearch& search);

}  // namespace whorl::internal::repeats
