// NameSharers: for each submission, the others that share enough names to raise the score.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jobs/compare/corpus/comparability.h"
#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/scoring/names.h"
#include "whorl/pair_scores.h"
#include "whorl/progress.h"

namespace whorl::internal::compare::search {

struct NameSharer {
  std::uint32_t submission = 0;
  SharedNames names;
  double worth = 0;  // compare::pair_scores::worth_of_names()
};

// The side with the lighter names lacks at most a fifth of their weight in the other. So both have
// one of its rarest names, among those that make up a fifth: a prefix filter (Chaudhuri, Ganti and
// Kaushik 2006). At most 16 students use a name that has weight, so few submissions are examined.
class NameSharers {
 public:
  // Examines O(names of rarest fifths) submissions, each linear in the names of the two. If
  // `progress` is cancelled, some are missing.
  NameSharers(const corpus::Corpus& corpus, const corpus::Comparability& rules,
              const scoring::NameSets& names, unsigned threads, const Progress& progress);

  // Those of a submission, ascending.
  std::span<const NameSharer> of(std::uint32_t submission) const { return sharers_[submission]; }

  // The common names of two submissions, or none if they have no worth. O(log n).
  SharedNames between(std::uint32_t a, std::uint32_t b) const;

 private:
  void mirror();

  std::vector<std::vector<NameSharer>> sharers_;
};

}  // namespace whorl::internal::compare::search
