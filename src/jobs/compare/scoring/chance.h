// Chance: how improbable it is that two submissions share a passage, if they were written
// independently.
//
// Bits follow the E-value of sequence alignment (Karlin and Altschul 1990): the positions in a
// times the positions in b times the probability of the passage is the number of passages as
// improbable as this one that such a pair is expected to share.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/pool.h"
#include "jobs/compare/corpus/comparability.h"
#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/scoring/class_text.h"
#include "jobs/compare/scoring/ngram_model.h"
#include "jobs/compare/scoring/pair_matcher.h"
#include "passages/match/chain.h"
#include "whorl/progress.h"
#include "whorl/report.h"

namespace whorl::internal::compare::scoring {

// Why a pair has no estimate.
enum class NoEstimate {
  few_submissions,  // the class has too little text besides the submissions that are left out
  too_large,        // the class does not fit in the memory
  scraps,           // the counted parts of the passage are too short
  not_validated,    // there is no validation set for the language or the recipe
};

// The sentence in a report.
std::string sentence_on(NoEstimate reason);

// Of one passage.
struct Chance {
  tl::expected<double, NoEstimate> bits;  // Passage::bits
  std::uint32_t others = 0;               // submissions of the class in the model
};

// The cost of two tiles that are joined over gaps, in bits. The costs of all ways to join are so
// high that their probabilities sum to at most 1/2; the other half is for chains that end.
double bits_of_gap(std::uint32_t gap_a, std::uint32_t gap_b);

class ChanceModel {
 public:
  // The minimum size of a class without the submissions that are left out.
  static constexpr std::uint32_t kFewestSubmissions = 10;
  static constexpr std::uint32_t kFewestSymbols = 2000;

  // For the passages of `matches`, in `memory` bytes. Keeps references to the corpus, `rules` and
  // `progress`. O(n log n) in the symbols of their classes. If it is cancelled, its results are
  // wrong.
  ChanceModel(const corpus::Corpus& corpus, const corpus::Comparability& rules,
              const std::vector<PairMatch>& matches, std::uint64_t memory, unsigned threads,
              const Progress& progress);

  // The chance of each chain; of some, if the run is cancelled. Safe to call from several threads.
  std::vector<Chance> of(const PairMatch& match) const;

 private:
  class PairChance;

  // The model that was requested last.
  class LastModel {
   public:
    const NgramModel& of(const ClassText& text, const std::vector<std::uint32_t>& left_out);

   private:
    const ClassText* text_ = nullptr;
    std::vector<std::uint32_t> left_out_;
    std::optional<NgramModel> model_;
  };
  // The models that one thread keeps from pair to pair: pairs with one frequent passage leave out
  // the same submissions.
  struct LastModels {
    LastModel pair;    // without the two students
    LastModel copies;  // and without those that have the passage too
  };

  const corpus::Corpus& corpus_;
  const corpus::Comparability& rules_;
  const Progress& progress_;
  std::map<std::uint64_t, tl::expected<ClassText, NoEstimate>> classes_;  // by salt
  mutable base::Pool<LastModels> models_;
};

}  // namespace whorl::internal::compare::scoring
