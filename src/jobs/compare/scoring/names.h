// Names: the identifiers of programs. A name is stronger evidence the fewer other submissions of
// the run use it.
//
// A student who wraps values, extracts variables and moves the rest breaks every passage, but
// mostly keeps names. A shared name that half of the run uses is no evidence; one that only these
// two submissions use is.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "jobs/compare/corpus/comparability.h"
#include "jobs/compare/corpus/corpus.h"
#include "passages/index/postings.h"
#include "whorl/pair_scores.h"
#include "whorl/progress.h"
#include "whorl/report.h"

namespace whorl::internal::compare::scoring {

// A name that more students use has no weight.
inline constexpr std::uint32_t kNameIsAnybodys = 16;

// The evidence, in bits, of a name that `having` of `students` students use: log2(students / (2
// having)), and at least 0.
double weight_of_name(std::uint32_t having, std::uint32_t students);

// The names of all submissions; base code is left out.
class NameSets {
 public:
  // A name that another student uses as well.
  struct Shared {
    std::uint32_t name = 0;      // number of the name; the order has no meaning
    std::uint32_t position = 0;  // of its first occurrence in the submission
  };

  // O(n log n) in the names, each once a submission; 32 bytes each while it runs and 12 afterwards.
  // If `progress` is cancelled, some names are missing.
  NameSets(const corpus::Corpus& corpus, const corpus::Comparability& rules, unsigned threads,
           const Progress& progress);

  // Linear in the names of the two.
  SharedNames shared(std::uint32_t a, std::uint32_t b) const;

  // The names that both have, with their positions in a. Linear in the names of the two.
  std::vector<Shared> in_common(std::uint32_t a, std::uint32_t b) const;

  // The names of a submission that have weight, by number.
  std::span<const Shared> of(std::uint32_t submission) const { return shared_[submission]; }

  // The weight of all names of a submission, in bits, including those that no other has.
  double weight_of_all(std::uint32_t submission) const { return all_[submission]; }

  std::uint32_t names() const { return static_cast<std::uint32_t>(having_.size()); }
  std::uint32_t having(std::uint32_t name) const { return having_[name]; }  // students
  // The submissions that have it, ascending.
  std::span<const std::uint32_t> holders(std::uint32_t name) const {
    return std::span(holders_).subspan(holders_begin_[name],
                                       holders_begin_[name + 1] - holders_begin_[name]);
  }
  double weight(std::uint32_t name) const { return weight_of_having_[having_[name]]; }

 private:
  template <class Visit>
  void for_common(std::uint32_t a, std::uint32_t b, Visit visit) const;
  void add(std::span<const index::Posting> group, const corpus::Comparability& rules);

  std::array<double, kNameIsAnybodys + 1> weight_of_having_{};
  std::vector<std::uint32_t> having_;          // by name
  std::vector<std::uint32_t> holders_;         // by name
  std::vector<std::size_t> holders_begin_{0};  // of each name
  std::vector<double> all_;
  std::vector<std::vector<Shared>> shared_;
};

// Maximum number of shared names listed for a pair.
inline constexpr std::size_t kNamesTold = 10;

// The names of a and b that fewest students have. Of equally rare ones it takes the longest, which
// are clearest to a reader. O(n log n) in the names that both have.
std::vector<RareName> rare_names(const Pair& pair, const corpus::Corpus& corpus,
                                 const NameSets& names);

}  // namespace whorl::internal::compare::scoring
