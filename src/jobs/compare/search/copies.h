// Copies: submissions with the same bytes. Two of them have the same results as two others with the
// same bytes.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/search/pair_bounds.h"

namespace whorl::internal::compare::search {

class Copies {
 public:
  // O(bytes of the corpus), on up to `threads` threads.
  Copies(const corpus::Corpus& corpus, unsigned threads);

  // The number of a submission's text: equal if all files are equal, in order, by 128-bit hashes.
  std::uint32_t text(std::uint32_t submission) const { return texts_[submission]; }

  // The number of pairs of submissions that have the texts of these two.
  std::uint64_t pairs_like(std::uint32_t a, std::uint32_t b) const {
    return std::uint64_t{counts_[text(a)]} * counts_[text(b)];
  }

 private:
  std::vector<std::uint32_t> texts_;   // by submission
  std::vector<std::uint32_t> counts_;  // by text: submissions
};

// The tightest known bounds for pairs of two texts that many submissions have. Safe to use from
// several threads.
class BoundsOfCopies {
 public:
  // Keeps a reference to `copies`.
  explicit BoundsOfCopies(const Copies& copies) : copies_(copies) {}

  // The known bound of the pair, and at most `most`.
  PairBound of(std::uint32_t a, std::uint32_t b, const PairBound& most) const;

  // Records that no pair of such texts reaches more than `most`.
  void tighten(std::uint32_t a, std::uint32_t b, const PairBound& most);

 private:
  // Fewer pairs of the same texts are not worth an entry.
  static constexpr std::uint64_t kFewest = 16;

  // The texts of the two in order of the submissions: the order of the sides decides between tiles
  // of the same length.
  std::uint64_t key(std::uint32_t a, std::uint32_t b) const;

  const Copies& copies_;
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, PairBound> bounds_;
};

}  // namespace whorl::internal::compare::search
