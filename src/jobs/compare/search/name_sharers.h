// NameSharers: with whom each submission shares so many names that their score rises for it.
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

// The side whose names weigh less lacks at most a fifth of their weight in the other, so they share
// one of its rarest names, of those that make up a fifth: a prefix filter (Chaudhuri, Ganti and
// Kaushik 2006). A name weighs something with 16 students at most, so few submissions are looked
// at.
class NameSharers {
 public:
  // O(names of rarest fifths) submissions looked at, each linear in the names of the two.
  // If `progress` is cancelled, some are missing.
  NameSharers(const corpus::Corpus& corpus, const corpus::Comparability& rules,
              const scoring::NameSets& names, unsigned threads, const Progress& progress);

  // Those of a submission, ascending.
  std::span<const NameSharer> of(std::uint32_t submission) const { return sharers_[submission]; }

  // The names that two have in common, or none where they are worth nothing. O(log n).
  SharedNames between(std::uint32_t a, std::uint32_t b) const;

 private:
  void mirror();

  std::vector<std::vector<NameSharer>> sharers_;
};

}  // namespace whorl::internal::compare::search
