// Chance: how surprising it is that two submissions share a passage, if they were written
// independently, each in the manner of the class.
//
// As the E-value of sequence alignment (Karlin and Altschul 1990): the places in a times the places
// in b times the probability of the passage is how many passages as improbable as this one such a
// pair is expected to share.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "compare/corpus/comparability.h"
#include "compare/corpus/corpus.h"
#include "compare/scoring/class_text.h"
#include "compare/scoring/ngram_model.h"
#include "compare/scoring/pair_matcher.h"
#include "match/chain.h"
#include "whorl/progress.h"
#include "whorl/report.h"

namespace whorl::internal::compare::scoring {

// Why a passage has no estimate.
enum class NoEstimate {
  few_submissions,  // too little of the class is left beside those that are left out
  too_large,        // the class does not fit in the memory
  scraps,           // what it covers is too short to count
};

// What a report says of it.
std::string sentence_on(NoEstimate reason);

struct Chance {
  std::optional<std::uint64_t> once_in;  // Passage::once_in
  NoEstimate reason = NoEstimate::few_submissions;
};

// What two tiles that are joined over gaps cost, in bits. Every way to join costs so much that
// chances of all of them add up to no more than 1/2; the other half is for chains that end.
double bits_of_gap(std::uint32_t gap_a, std::uint32_t gap_b);

// Two leading digits of 2^bits, rounded down, from 1 to kMostPairs.
std::uint64_t once_in(double bits);

class ChanceModel {
 public:
  // Beside those that are left out a class has to have so much.
  static constexpr std::uint32_t kFewestSubmissions = 10;
  static constexpr std::uint32_t kFewestSymbols = 2000;

  // For the passages of `matches`, in `memory` bytes. Keeps references to the corpus and `rules`.
  // O(n log n) in the symbols of their classes. Where it is cancelled, what it tells is wrong.
  ChanceModel(const corpus::Corpus& corpus, const corpus::Comparability& rules,
              const std::vector<PairMatch>& matches, std::uint64_t memory, unsigned threads,
              const Progress& progress);

  // Of each chain. Safe to call from several threads.
  std::vector<Chance> of(const PairMatch& match) const;

 private:
  class PairChance;

  const corpus::Corpus& corpus_;
  const corpus::Comparability& rules_;
  std::map<std::uint64_t, tl::expected<ClassText, NoEstimate>> classes_;  // by salt
};

}  // namespace whorl::internal::compare::scoring
