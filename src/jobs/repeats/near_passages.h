// Near passages of a collection: exact ones, and those in which most words are equal.
#pragma once

#include <optional>
#include <utility>

#include "jobs/repeats/near_seeds.h"
#include "jobs/repeats/passages.h"
#include "passages/near/near_rule.h"

namespace whorl::internal::repeats {

// The grid by which the seeds of a rule are found. Two thirds of a seed are its k-gram: shorter
// k-grams would be common everywhere.
Result<Grid> make_seed_grid(const near::NearRule& rule);

// Joins passages that overlap, in ascending order of where they begin. One that reaches beyond the
// one before keeps its end.
class PassageJoiner {
 public:
  // The passage that ended before `passage`, if one did.
  std::optional<Passage> take(const Passage& passage);
  // The last one.
  std::optional<Passage> finish() { return std::exchange(open_, std::nullopt); }

 private:
  std::optional<Passage> open_;
};

// Near passages of the input, `exact` among them, each longer where it is near beyond its ends.
// Reads all texts once more. The place of the search is that of the exact passages.
Result<FoundPassages> find_near_passages(FoundPassages exact, const NearSearch& search);

}  // namespace whorl::internal::repeats
