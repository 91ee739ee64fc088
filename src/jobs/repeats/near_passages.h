// Near passages of a collection: exact ones, and those of which most words are equal.
#pragma once

#include <cstdint>

#include "jobs/repeats/document_list.h"
#include "jobs/repeats/near_rule.h"
#include "jobs/repeats/passages.h"
#include "jobs/repeats/workplace.h"

namespace whorl::internal::repeats {

// The grid by which the seeds of a rule are found. Two thirds of a seed are its k-gram: shorter
// k-grams would be common everywhere.
Result<Grid> make_seed_grid(const NearRule& rule);

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
// Reads all texts once more; `against` of the documents come before the input.
Result<FoundPassages> find_near_passages(FoundPassages exact, const Sources& sources,
                                         const Workplace& place, const NearRule& rule,
                                         const DocumentList& documents, std::uint64_t against);

}  // namespace whorl::internal::repeats
