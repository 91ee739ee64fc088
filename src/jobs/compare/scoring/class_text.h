// ClassText: all symbols of a run that are comparable with each other, in the order of their
// submissions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/go_on.h"
#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/scoring/suffix_order.h"

namespace whorl::internal::compare::scoring {

class ClassText {
 public:
  // The text of the files of class `salt` (PreparedFile::class_salt), without base code. O(n log
  // n). If it is cancelled, its results are wrong.
  ClassText(const corpus::Corpus& corpus, std::uint64_t salt, unsigned threads,
            const Progress& progress);

  const SuffixOrder& order() const { return order_; }
  std::uint32_t alphabet() const { return alphabet_; }  // different symbols

  std::uint32_t submissions() const { return static_cast<std::uint32_t>(stretches_.size()); }
  std::uint32_t symbols() const { return symbols_; }
  std::uint32_t symbols_of(std::uint32_t submission) const { return counts_[submission]; }
  std::uint32_t owner_of(std::uint32_t position) const;
  // The ranks of a submission's positions, in order().
  std::span<const std::uint32_t> ranks_of(std::uint32_t submission) const {
    return std::span(ranks_).subspan(first_rank_[submission], counts_[submission]);
  }

  // A part of a submission that is contiguous here.
  struct Stretch {
    std::uint32_t begin = 0;     // in the submission
    std::uint32_t end = 0;       // in the submission
    std::uint32_t position = 0;  // of `begin` in this text
  };
  const std::vector<Stretch>& stretches(std::uint32_t submission) const {
    return stretches_[submission];
  }

  // The size of a class.
  struct Size {
    std::uint32_t submissions = 0;  // that have symbols of it
    std::uint64_t bytes = 0;        // memory of its text
  };
  static Size size_of(const corpus::Corpus& corpus, std::uint64_t salt);
  static constexpr std::uint64_t kBytesASymbol = SuffixOrder::kBytesASymbol + 4;

 private:
  void sort_ranks(unsigned threads, const base::Cancellation& watch);

  std::vector<std::vector<Stretch>> stretches_;  // by submission, ascending
  std::vector<std::uint32_t> counts_;            // by submission: its symbols
  std::vector<std::uint32_t> begins_;            // by submission: the beginning of its text
  std::uint32_t symbols_ = 0;
  std::uint32_t alphabet_ = 0;
  SuffixOrder order_;
  std::vector<std::uint32_t> ranks_;  // by submission, ascending in each
  std::vector<std::uint32_t> first_rank_;
};

}  // namespace whorl::internal::compare::scoring
